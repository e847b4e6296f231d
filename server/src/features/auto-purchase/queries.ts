import type { AutoPurchase, AutoPurchaseRule } from '@almanac/contract/auto-purchase'
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Tx } from '../../platform/database.ts'
import { toDollars } from '../../platform/dollars.ts'
import { ownSql } from '../../platform/http/session.ts'
import type { Owner, Rule } from './rule-store.ts'
import { isBeyond } from './rules.ts'
import type { OwnPauseReason } from './tables.ts'
import { thresholdSql } from './wanted-rules.ts'

interface FoundRule extends Rule {
  packageName: string
  threshold: number
  isHeld: boolean
  isStopped: boolean
  offer: { isAutoRenewable: boolean; autoRenewPriceCents: number; numberOfTokens: number }
}

/** The rule as screens show it: what holds it besides its own reason to wait is part of how it stands. */
export async function readAutoPurchase(reader: Reader | Tx, owner: Owner): Promise<AutoPurchase> {
  const { rows } = await sql<{ thresholdToken: number; rule: FoundRule | null }>`
    select t.threshold_token, (
      select to_jsonb(r) || jsonb_build_object(
        'package_name', p.name, 'threshold', ${thresholdSql},
        'is_held', exists (select from auto_purchase_holds d where d.consumer_id = r.consumer_id),
        'is_stopped', exists (select from auto_purchase_stops s where s.allowed_at is null),
        'offer', jsonb_build_object('is_auto_renewable', p.is_auto_renewable,
          'auto_renew_price_cents', p.auto_renew_price_cents, 'number_of_tokens', p.number_of_tokens)
      )
      from auto_purchases r join packages p on p.tenant_id = r.tenant_id and p.id = r.package_id
      where r.tenant_id = t.id and r.consumer_id = ${owner.consumerId} and r.paid_by is not null
    ) as rule
    from tenants t where t.id = ${owner.tenantId}
  `.execute(reader)
  const [row] = rows
  if (!row) throw new Error(`Tenant ${owner.tenantId} is gone`)
  return { rule: row.rule && toWire(row.rule), thresholdToken: row.thresholdToken }
}

function toWire(rule: FoundRule): AutoPurchaseRule {
  const { offer } = rule
  const pauseReason = rule.isHeld ? 'dispute' : (rule.pauseReason ?? (rule.isStopped ? 'stopped' : null))
  const isWaiting = pauseReason === null && rule.declines > 0
  return {
    packageId: rule.packageId,
    packageName: rule.packageName,
    price: toDollars(rule.priceCents),
    numberOfTokens: rule.numberOfTokens,
    thresholdToken: rule.threshold,
    state: pauseReason === null ? 'active' : 'paused',
    pauseReason,
    failureMessage: rule.failureMessage,
    nextTryAt: isWaiting ? new Date(rule.countsFrom).toISOString() : null,
    offerNow: isBeyond(rule, offer)
      ? { price: toDollars(offer.autoRenewPriceCents), numberOfTokens: offer.numberOfTokens }
      : null,
  }
}

/** The name of a rule's package, on sale or not. */
export async function readPackageName(tx: Tx, { tenantId, packageId }: Rule): Promise<string> {
  const { name } = await tx
    .selectFrom('packages')
    .select('name')
    .where('tenantId', '=', tenantId)
    .where('id', '=', packageId)
    .executeTakeFirstOrThrow()
  return name
}

/** Which package the session's consumer has bought automatically; null for none. */
export const autoPurchasePackageId: RawBuilder<number | null> = sql`(
  select package_id from auto_purchases
  where tenant_id = ${ownSql.tenantId} and consumer_id = ${ownSql.userId} and paid_by is not null
)`

/** Whether tokens are bought for a consumer when few are left, over the row of `users`. */
export const autoPurchaseIsOn: RawBuilder<boolean> = sql`exists (
  select from auto_purchases r
  where r.tenant_id = users.tenant_id and r.consumer_id = users.id and r.paid_by is not null and r.state = 'active'
)`

/** The name of the package that a consumer has bought automatically, over the row of `users`; null for none. */
export const autoPurchasePackageName: RawBuilder<string | null> = sql`(
  select p.name from auto_purchases r join packages p on p.tenant_id = r.tenant_id and p.id = r.package_id
  where r.tenant_id = users.tenant_id and r.consumer_id = users.id and r.paid_by is not null
)`

/** How many consumers have a package bought automatically, over the row of `packages`. */
export const autoPurchaseCount: RawBuilder<number> = sql`(
  select count(*) from auto_purchases r
  where r.tenant_id = packages.tenant_id and r.package_id = packages.id and r.paid_by is not null
)`

/** How many consumers' automatic purchases wait, by what for; those that a dispute holds are counted under it as well. */
export async function countPausedPurchases(
  reader: Reader,
): Promise<Record<OwnPauseReason | 'dispute', number>> {
  const { rows } = await sql<Record<OwnPauseReason | 'dispute', number>>`
    select
      count(*) filter (where pause_reason = 'declined')::int as declined,
      count(*) filter (where pause_reason = 'bank')::int as bank,
      count(*) filter (where pause_reason = 'price')::int as price,
      (select count(*)::int from auto_purchase_holds h join auto_purchases r on r.consumer_id = h.consumer_id
        where r.paid_by is not null) as dispute
    from auto_purchases where state = 'paused' and paid_by is not null
  `.execute(reader)
  return rows[0] ?? { declined: 0, bank: 0, price: 0, dispute: 0 }
}

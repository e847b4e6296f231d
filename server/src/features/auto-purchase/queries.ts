import type { AutoPurchase, AutoPurchaseRule } from '@almanac/contract/auto-purchase'
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Tx } from '../../platform/database.ts'
import { toDollars } from '../../platform/dollars.ts'
import { ownSql } from '../../platform/http/session.ts'
import type { Owner, Rule } from './rule-store.ts'
import { isBeyond } from './rules.ts'
import type { OwnPauseReason } from './tables.ts'
import { fullUntilSql, isPendingSql, thresholdSql } from './wanted-rules.ts'

interface FoundRule extends Rule {
  packageName: string
  threshold: number
  /** The balance is low and the rule is to buy. */
  isPending: boolean
  /** When it may be claimed next, as an ISO instant; null if that is now. */
  waitsUntil: string | null
  offer: { isAutoRenewable: boolean; autoRenewPriceCents: number; numberOfTokens: number }
}

interface FoundAutoPurchase {
  thresholdToken: number
  fullUntil: Date | null
  isHeld: boolean
  isStopped: boolean
  rule: FoundRule | null
}

type Block = AutoPurchase['blockedBy']

/** The rule as screens show it, with what it waits for and what blocks it. */
export async function readAutoPurchase(reader: Reader | Tx, owner: Owner): Promise<AutoPurchase> {
  const { rows } = await sql<FoundAutoPurchase>`
    select t.threshold_token, ${fullUntilSql(owner)} as full_until,
      exists (select from auto_purchase_holds d where d.consumer_id = ${owner.consumerId}) as is_held,
      exists (select from auto_purchase_stops s where s.allowed_at is null) as is_stopped, (
      select to_jsonb(r) || jsonb_build_object(
        'package_name', p.name, 'threshold', ${thresholdSql},
        'is_pending', ${isPendingSql},
        'waits_until', case when r.next_look_at > now() then r.next_look_at end,
        'offer', jsonb_build_object('is_auto_renewable', p.is_auto_renewable,
          'auto_renew_price_cents', p.auto_renew_price_cents, 'number_of_tokens', p.number_of_tokens)
      )
      from auto_purchases r join packages p on p.tenant_id = r.tenant_id and p.id = r.package_id
        join wallets w on w.consumer_id = r.consumer_id
      where r.tenant_id = t.id and r.consumer_id = ${owner.consumerId} and r.paid_by is not null
    ) as rule
    from tenants t where t.id = ${owner.tenantId}
  `.execute(reader)
  const [row] = rows
  if (!row) throw new Error(`Tenant ${owner.tenantId} is gone`)
  const blockedBy = blockOf(row)
  return { rule: row.rule && toWire(row.rule, blockedBy), thresholdToken: row.thresholdToken, blockedBy }
}

function blockOf({ isHeld, isStopped, fullUntil }: FoundAutoPurchase): Block {
  if (isHeld) return { reason: 'dispute', until: null }
  if (isStopped) return { reason: 'stopped', until: null }
  return fullUntil && { reason: 'limit', until: fullUntil.toISOString() }
}

function toWire(rule: FoundRule, blockedBy: Block): AutoPurchaseRule {
  const { offer } = rule
  const isInFlight = rule.purchaseId !== null && rule.outcome === null
  const pauseReason = pauseReasonOf(rule, blockedBy)
  return {
    packageId: rule.packageId,
    packageName: rule.packageName,
    price: toDollars(rule.priceCents),
    numberOfTokens: rule.numberOfTokens,
    thresholdToken: rule.threshold,
    state: pauseReason === null ? 'active' : 'paused',
    pauseReason,
    failureMessage: isInFlight ? null : rule.failureMessage,
    ...(pauseReason === null ? waitOf(rule, blockedBy) : { nextTryAt: null, waitReason: null }),
    nextPrice: toDollars(Math.min(rule.priceCents, offer.autoRenewPriceCents)),
    offerNow: isBeyond(rule, offer)
      ? { price: toDollars(offer.autoRenewPriceCents), numberOfTokens: offer.numberOfTokens }
      : null,
  }
}

function pauseReasonOf({ pauseReason }: FoundRule, blockedBy: Block): AutoPurchaseRule['pauseReason'] {
  if (blockedBy?.reason === 'dispute') return 'dispute'
  return pauseReason ?? (blockedBy?.reason === 'stopped' ? 'stopped' : null)
}

/** Until when the next purchase waits: for the retry of a failed one, and for the daily limit once the balance is low. */
function waitOf(
  { isPending, waitsUntil, declines, failures }: FoundRule,
  blockedBy: Block,
): Pick<AutoPurchaseRule, 'nextTryAt' | 'waitReason'> {
  const retryAt = waitsUntil && declines + failures > 0 ? new Date(waitsUntil).toISOString() : null
  const fullUntil = isPending ? (blockedBy?.until ?? null) : null
  if (fullUntil && (!retryAt || fullUntil >= retryAt)) return { nextTryAt: fullUntil, waitReason: 'limit' }
  const reason = declines > 0 ? 'declined' : 'unanswered'
  return { nextTryAt: retryAt, waitReason: isPending && retryAt ? reason : null }
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

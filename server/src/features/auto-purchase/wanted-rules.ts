import { type RawBuilder, sql } from 'kysely'
import { dailyLimits } from './rules.ts'

/**
 * The balance at which a rule buys, over `r`, the rule, and `t`, its tenant: the tenant's threshold, but no higher than the
 * consumer agreed to (decision L5). Rows of the release before have it only in their consents.
 */
export const thresholdSql: RawBuilder<number> = sql`
  least(t.threshold_token, coalesce(r.threshold_tokens, (
    select c.threshold_tokens from auto_purchase_consents c where c.consumer_id = r.consumer_id order by c.id desc limit 1
  )))
`

/** Whether a rule may buy at all: it is on, and the balance is at or below the threshold. */
const isLowSql: RawBuilder<boolean> = sql`
  r.state = 'active' and r.paid_by is not null and t.deleted_at is null and w.balance <= ${thresholdSql}
`

/**
 * What makes a rule buy now, over `r`, the rule, `w`, its wallet, and `t`, its tenant (decision L3): what brought the
 * balance to the threshold was spent on a reading or a text while the rule counted debits - or it
 * was wanted since then by being turned on. A refund, a dispute or a subtraction fires nothing: they are no such debit,
 * and a debit before the last balance above the threshold counts no more. Entries of one consumer are numbered in the
 * order in which they were committed, since each waits for the wallet's row.
 */
const isWantedSql: RawBuilder<boolean> = sql`
  (r.purchase_id is null or r.outcome is not null)
  and (
    select r.wanted_since > coalesce(high.created_at, '-infinity') is true or exists (
      select from ledger_entries e
      where e.consumer_id = r.consumer_id and e.id > coalesce(high.id, 0) and e.kind in ('reading', 'sunburst')
        and e.created_at >= r.counts_from
    )
    from (select) as one left join lateral (
      select h.id, h.created_at from ledger_entries h
      where h.consumer_id = r.consumer_id and h.new_balance > ${thresholdSql} order by h.id desc limit 1
    ) high on true
  )
`

/** Whether the next purchase is only a matter of time: the balance is low and the rule is to buy. */
export const isPendingSql: RawBuilder<boolean> = sql`(${isLowSql} and ${isWantedSql})`

/** When the consumer's automatic purchases of the last day leave room for another; null if they do now (decision L4). */
export function fullUntilSql({
  tenantId,
  consumerId,
}: {
  tenantId: number
  consumerId: number
}): RawBuilder<Date | null> {
  const { purchases, tries, daySeconds } = dailyLimits
  return sql`(
    select greatest(
      case when count(*) filter (where state <> 'failed') >= ${purchases} then min(created_at) filter (where state <> 'failed') end,
      case when count(*) >= ${tries} then min(created_at) end
    ) + make_interval(secs => ${daySeconds})
    from purchases
    where tenant_id = ${tenantId} and consumer_id = ${consumerId} and is_auto_purchase
      and created_at > now() - make_interval(secs => ${daySeconds})
  )`
}

/** How long an unfinished purchase of the consumer's own holds the rule: after that they have left it. */
const ownPurchaseMinutes = 10

/** What stands in its way from outside: a dispute, the stop of all. */
const isAllowedSql: RawBuilder<boolean> = sql`
  not exists (select from auto_purchase_holds d where d.consumer_id = r.consumer_id)
  and not exists (select from auto_purchase_stops s where s.allowed_at is null)
`

/**
 * What stands in its way meanwhile: one that is in flight, and a purchase that the consumer is making at this moment, which
 * may be all that is needed.
 */
const isFreeSql: RawBuilder<boolean> = sql`
  not exists (
    select from purchases p where p.consumer_id = r.consumer_id and p.state in ('started', 'requires_action')
      and (p.is_auto_purchase or p.created_at > now() - make_interval(mins => ${sql.lit(ownPurchaseMinutes)}))
  )
`

/** Whether a rule buys now, if nothing is wrong with its package and payment. */
export const isDueSql: RawBuilder<boolean> = sql`${isLowSql} and ${isWantedSql} and ${isFreeSql} and ${isAllowedSql}`

/** For so long after it was made a purchase that nobody has heard of is still what its rule wants. */
const leftBehindMinutes = 5

/**
 * Whether an automatic purchase is still what its rule wants, over its row of `purchases`; true of any other (decision L10). This is the one
 * condition that is checked just before each attempt to charge it, with a card or a wallet: the rule is on, not held, not
 * stopped, and would buy just that now, at that price, with that payment; the balance is still low, and the consumer is
 * not buying anything themselves.
 */
export const isStillWantedSql: RawBuilder<boolean> = sql`(
  not purchases.is_auto_purchase or exists (
    select from auto_purchases r
      join wallets w on w.consumer_id = r.consumer_id
      join tenants t on t.id = r.tenant_id
      join packages k on k.tenant_id = r.tenant_id and k.id = r.package_id
      join default_payments d on d.consumer_id = r.consumer_id
    where r.consumer_id = purchases.consumer_id and r.tenant_id = purchases.tenant_id and r.purchase_id = purchases.id
      and r.outcome is null and ${isLowSql} and ${isAllowedSql}
      and k.id = purchases.package_id and k.deleted_at is null and k.is_auto_renewable
      and k.auto_renew_price_cents = purchases.amount_cents and r.price_cents >= purchases.amount_cents
      and k.number_of_tokens = purchases.number_of_tokens and r.number_of_tokens = purchases.number_of_tokens
      and d.provider = purchases.provider and d.provider_method_id = purchases.payment_method_id
  ) and not exists (
    select from purchases own where own.consumer_id = purchases.consumer_id and own.id > purchases.id
      and own.state in ('started', 'requires_action')
      and own.created_at > now() - make_interval(mins => ${sql.lit(ownPurchaseMinutes)})
  )
)`

/**
 * Whether a process died over the rule's purchase, before or after it told the provider: it is told again then, under the
 * same key, if it is still wanted. Older ones are given up by payments.
 */
export const isLeftBehindSql: RawBuilder<boolean> = sql`
  ${isLowSql} and r.outcome is null and exists (
    select from purchases
    where purchases.tenant_id = r.tenant_id and purchases.id = r.purchase_id and purchases.state = 'started'
      and purchases.provider_payment_id is null
      and purchases.created_at > now() - make_interval(mins => ${sql.lit(leftBehindMinutes)})
      and ${isStillWantedSql}
  )
`

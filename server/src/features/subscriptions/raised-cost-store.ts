import { sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'
import type { CategoryName, RaisedCost } from '../categories/index.ts'
import type { Subscription } from './subscription-store.ts'

/** Notes for everybody who receives a category what it cost them; where they still have an earlier rise to answer, that stays. */
export async function noteRaisedCosts(
  tx: Tx,
  { tenantId, categoryId }: CategoryName,
  costs: readonly RaisedCost[],
): Promise<void> {
  await sql`
    insert into raised_costs (tenant_id, consumer_id, category_id, medium, from_tokens)
    select s.tenant_id, s.consumer_id, s.category_id, s.medium, v.from_tokens
    from subscriptions s
      join unnest(${costs.map(({ medium }) => medium)}::text[], ${costs.map(({ fromTokens }) => fromTokens)}::int[])
        as v (medium, from_tokens) on v.medium = s.medium
    where s.tenant_id = ${tenantId} and s.category_id = ${categoryId}
    on conflict do nothing
  `.execute(tx)
}

/** Nothing is left to answer of a subscription: its consumer has seen what it costs now. */
export async function agreeToCosts(
  tx: Tx,
  { tenantId, consumerId, categoryId }: Subscription,
): Promise<void> {
  await tx
    .deleteFrom('raisedCosts')
    .where('tenantId', '=', tenantId)
    .where('consumerId', '=', consumerId)
    .where('categoryId', '=', categoryId)
    .execute()
}

/** The same of costs that were shown, as far as none of them is higher by now. */
export async function agreeToShownCosts(
  tx: Tx,
  { tenantId, consumerId, categoryId }: Subscription,
  shown: readonly { medium: 'sms' | 'email'; toTokens: number }[],
): Promise<void> {
  await sql`
    delete from raised_costs r
    using unnest(${shown.map(({ medium }) => medium)}::text[], ${shown.map(({ toTokens }) => toTokens)}::int[])
        as v (medium, to_tokens),
      category_mediums m
    where r.tenant_id = ${tenantId} and r.consumer_id = ${consumerId} and r.category_id = ${categoryId}
      and r.medium = v.medium and m.category_id = r.category_id and m.name = r.medium
      and m.number_of_tokens <= v.to_tokens
  `.execute(tx)
}

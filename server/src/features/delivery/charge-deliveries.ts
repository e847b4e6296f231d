import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'
import { postEntriesSql } from '../ledger/index.ts'
import type { DueText } from '../texts/index.ts'
import { heldForSql } from './hold-deliveries.ts'
import type { PlannedDelivery } from './plan-deliveries.ts'

/** What became of a planned delivery: charged, refused beforehand, or not covered by the balance. */
export interface ChargedDelivery {
  consumerId: number
  outcome: 'charged' | 'refused' | 'not-covered'
}

/**
 * Writes deliveries and takes their tokens in one statement, in the order given, so that a balance is spent on the
 * first of a consumer's. A delivery that exists already is refused by the database, and with it the whole batch: the
 * caller's cursor never names a consumer twice. Those of a restore's lost time are held: they may have been sent in it.
 */
export async function chargeDeliveries(
  tx: Tx,
  text: DueText,
  planned: readonly PlannedDelivery[],
  restoreId: number | null = null,
): Promise<ChargedDelivery[]> {
  const column = <Key extends keyof PlannedDelivery>(key: Key) => planned.map((delivery) => delivery[key])
  const inOrder = (value: RawBuilder<unknown>) => sql<never>`array_agg(${value} order by position)`
  const charge = postEntriesSql({
    tenantId: text.tenantId,
    consumerIds: inOrder(sql`consumer_id`),
    debitTokens: inOrder(sql`cost`),
    creditTokens: inOrder(sql`0`),
    kind: 'sunburst',
    references: inOrder(sql`'delivery:' || ${text.id}::int || ':' || consumer_id || ':' || medium`),
    descriptions: inOrder(
      sql`'Sunburst: ' || ${text.messageName}::text || case medium when 'sms' then ' by SMS' else ' by email' end`,
    ),
    actor: 'system',
  })
  const { rows } = await sql<ChargedDelivery>`
    with planned as (
      select * from unnest(
        ${column('consumerId')}::int[], ${column('medium')}::text[], ${column('recipient')}::text[],
        ${column('costTokens')}::int[], ${column('refused')}::text[], ${column('sendAfter')}::timestamptz[],
        ${column('heldSeconds')}::int[]
      ) with ordinality as p (consumer_id, medium, recipient, cost, refused, send_after, held_seconds, position)
    ), posted as materialized (
      select array_agg(position order by position) as positions, ${charge} as balances
      from planned where refused is null and cost > 0 having count(*) > 0
    ), charged as materialized (
      select p.*, case when refused is not null then null when cost = 0 then 0 else balance end as new_balance
      from planned p
      left join (select u.* from posted, unnest(positions, balances) as u (position, balance)) b using (position)
      order by position
    ), written as (
      insert into deliveries (
        tenant_id, text_id, consumer_id, medium, recipient, tokens, state, send_after, is_waiting, held_seconds, error,
        restore_id, held_for
      )
      select ${text.tenantId}::int, ${text.id}::int, consumer_id, medium, recipient,
        case when new_balance is null then 0 else cost end,
        case when new_balance is null then 'skipped' else 'planned' end,
        send_after, send_after > present() or ${restoreId}::int is not null, held_seconds,
        coalesce(refused, case when new_balance is null then 'insufficient-tokens' end),
        ${restoreId}::int, ${heldForSql(sql`medium`, sql`new_balance is not null and ${restoreId}::int is not null`)}
      from charged
    )
    select consumer_id, case
      when refused is not null then 'refused' when new_balance is null then 'not-covered' else 'charged'
    end as outcome
    from charged
  `.execute(tx)
  return rows
}

import { sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'
import { announceChanges, reportsChanged } from '../../platform/wakeups.ts'
import { postEntrySql } from '../ledger/index.ts'
import { coverShortfalls } from '../refunds/index.ts'
import type { DeliveryState } from './tables.ts'

/** A delivery that reaches nobody, and why. */
export interface EndedDelivery {
  id: number
  reason: string
}

export interface Ending {
  to: 'skipped' | 'undeliverable'
  /** The states it may end from; in any other nothing happens. */
  from: readonly DeliveryState[]
  /** The provider's id, where it comes with the news. */
  providerId?: string
  /** The attempt that the news is about; it says nothing of a later one. */
  attempts?: number
}

/**
 * Ends deliveries and returns what was taken for them. The change of state and the return are one statement, and the
 * ledger takes each return's reference once, so that repeated or shuffled news gives tokens back once. Tokens of a purchase
 * whose money has gone back cover that first.
 * @returns how many deliveries ended now.
 */
export async function endDeliveries(
  tx: Tx,
  ending: Ending,
  deliveries: readonly EndedDelivery[],
): Promise<number> {
  if (deliveries.length === 0) return 0
  const giveBack = postEntrySql({
    tenantId: sql<number>`e.tenant_id`,
    consumerId: sql<number>`e.consumer_id`,
    creditTokens: sql<number>`e.tokens`,
    kind: 'sunburst-return',
    reference: sql<string>`'delivery-return:' || e.text_id || ':' || e.consumer_id || ':' || e.medium`,
    description: sql<string>`'Sunburst not delivered: ' || e.message_name || case e.medium when 'sms' then ' by SMS' else ' by email' end`,
    actor: 'system',
  })
  const { rows } = await sql<{ consumerId: number; tenantId: number; balance: number | null }>`
    with ended as (
      update deliveries d
      set state = ${ending.to}, error = v.reason, next_look_at = null, provider_id = coalesce(d.provider_id, ${ending.providerId ?? null}::text)
      from unnest(${deliveries.map(({ id }) => id)}::bigint[], ${deliveries.map(({ reason }) => reason)}::text[]) as v (id, reason)
      where d.id = v.id and d.state = any(${[...ending.from]}::text[])
        and d.attempts = coalesce(${ending.attempts ?? null}::int, d.attempts)
      returning d.id, d.tenant_id, d.text_id, d.consumer_id, d.medium, d.tokens
    ), ordered as (
      select ended.*, t.message_name from ended join short_texts t on t.id = ended.text_id
      order by consumer_id, id
    )
    select e.consumer_id, e.tenant_id, case when e.tokens > 0 then ${giveBack} end as balance from ordered e
  `.execute(tx)
  const repaid = new Map(
    rows.filter(({ balance }) => balance !== null).map((row) => [row.consumerId, row.tenantId]),
  )
  await coverShortfalls(tx, [...repaid.keys()])
  await announceChanges(tx, [
    ...[...repaid].map(([userId, tenantId]) => ({ topic: 'balance' as const, tenantId, userId })),
    ...[...new Set(repaid.values())].map(reportsChanged),
  ])
  return rows.length
}

import { sql } from 'kysely'
import type { Reader } from '../../platform/database.ts'
import { reasonSql } from './delivery-fates.ts'

/** How many messages of a text ended in one way: left at its time, left after quiet hours, or never. */
export interface OutcomeCount {
  medium: 'sms' | 'email'
  outcome: 'sent' | 'held' | 'skipped'
  /** The report's key of why, of those that were skipped. */
  reason: string | null
  count: number
}

/**
 * What our own side did with the messages of a text. Those that left count so whatever their providers did with them; those
 * that quiet hours held count as held, also while they wait.
 */
export async function countOutcomes(
  reader: Reader,
  tenantId: number,
  textId: number,
): Promise<{ recipients: number; outcomes: OutcomeCount[] }> {
  const { rows } = await sql<OutcomeCount & { recipients: number }>`
    with mine as (
      select consumer_id, medium, state, error, case
        when state = 'skipped' then 'skipped' when held_seconds > 0 then 'held' else 'sent' end as outcome
      from deliveries where tenant_id = ${tenantId} and text_id = ${textId}
    ), alike as (
      select medium, state, error, outcome, count(*)::int as count from mine group by 1, 2, 3, 4
    )
    select medium, outcome, case outcome when 'skipped' then ${reasonSql(sql`'skipped'`)} end as reason,
      sum(count)::int as count, (select count(distinct consumer_id)::int from mine) as recipients
    from alike group by 1, 2, 3 order by 1 desc, 2, 3
  `.execute(reader)
  return {
    recipients: rows[0]?.recipients ?? 0,
    outcomes: rows.map(({ medium, outcome, reason, count }) => ({ medium, outcome, reason, count })),
  }
}

import type { DeliveryFate, TextReport } from '@almanac/contract/delivery'
import type { DeliverySummary } from '@almanac/contract/texts'
import { sql } from 'kysely'
import type { Reader } from '../../platform/database.ts'
import { requireText } from '../texts/index.ts'
import { fateSql, fates, reasonSql, wordsOf } from './delivery-fates.ts'

/**
 * How many deliveries of some texts failed, and of how many nobody knows: one statement that reads nothing but these
 * entries of `deliveries_of_text`, so that texts with many deliveries cost a list no more than others do. Of 20 texts of
 * 50,000, a fifth of them such, it takes some 60 ms (p95 below 100), and 170 (210) before the table was ever vacuumed; to
 * count all states and people took 300 (400) and up to 1,200. Of those still being sent, of which there are few, what is
 * open is read as well: whether quiet hours hold all of it.
 */
export async function readDeliverySummaries(
  reader: Reader,
  tenantId: number,
  textIds: readonly number[],
): Promise<Map<number, DeliverySummary>> {
  const summaries = new Map<number, DeliverySummary>(
    textIds.map((id) => [id, { failed: 0, unknown: 0, heldUntil: null }]),
  )
  if (textIds.length === 0) return summaries
  const { rows } = await sql<SummaryRow>`
    select asked.id as text_id, found.state, found.count, found.held_until
    from short_texts asked cross join lateral (
      select d.state, count(*)::int as count, null::timestamptz as held_until from deliveries d
      where d.text_id = asked.id and d.state in ('undeliverable', 'unknown') group by d.state
      union all
      select 'held', count(*)::int, min(send_after) from deliveries
      where asked.state = 'sending' and text_id = asked.id and state in ('planned', 'sending')
      having bool_and(${fateSql} = 'held')
    ) found
    where asked.tenant_id = ${tenantId} and asked.id = any(${[...textIds]}::int[])
  `.execute(reader)
  for (const { textId, state, count, heldUntil } of rows) {
    const summary = summaries.get(textId)
    if (summary && state === 'held') summary.heldUntil = heldUntil?.toISOString() ?? null
    else if (summary) summary[state === 'unknown' ? 'unknown' : 'failed'] = count
  }
  return summaries
}

interface SummaryRow {
  textId: number
  state: 'undeliverable' | 'unknown' | 'held'
  count: number
  heldUntil: Date | null
}

/** Messages of one fate for one reason. */
interface FateRow {
  fate: DeliveryFate
  reason: string
  count: number
  tokensTaken: number
  tokensReturned: number
  firstUntil: Date | null
  lastUntil: Date | null
  recipients: number
}

/**
 * What became of a text: one statement, so that all figures are of one moment. Tokens are those of its debits and of their
 * returns: a delivery's row is written, and ends, together with its ledger entry. Of 50,000 deliveries it takes some 130 ms.
 * @throws DomainError `not_found` for an unknown text, a deleted one, or another tenant's.
 */
export async function readTextReport(reader: Reader, tenantId: number, textId: number): Promise<TextReport> {
  await requireText(reader, tenantId, textId)
  const { rows } = await sql<FateRow>`
    with mine as (
      select consumer_id, medium, state, error, tokens, send_after, is_waiting, held_seconds
      from deliveries where tenant_id = ${tenantId} and text_id = ${textId}
    ), alike as (
      select ${fateSql} as fate, state, medium, error, count(*)::int as count, sum(tokens)::int as tokens,
        min(send_after) as first_until, max(send_after) as last_until
      from mine group by 1, 2, 3, 4
    )
    select fate, ${reasonSql(sql`fate`)} as reason, sum(count)::int as count,
      sum(tokens)::int as tokens_taken,
      coalesce(sum(tokens) filter (where state in ('undeliverable', 'skipped')), 0)::int as tokens_returned,
      min(first_until) filter (where fate = 'held') as first_until,
      max(last_until) filter (where fate = 'held') as last_until,
      (select count(distinct consumer_id)::int from mine) as recipients
    from alike group by 1, 2 order by count desc, reason
  `.execute(reader)
  const sum = (pick: (row: FateRow) => number) => rows.reduce((total, row) => total + pick(row), 0)
  const held = rows.find(({ fate }) => fate === 'held')
  return {
    recipients: rows[0]?.recipients ?? 0,
    messages: sum(({ count }) => count),
    fates: fates.map((fate) => fateOf(rows, fate)),
    heldUntil:
      held?.firstUntil && held.lastUntil
        ? { firstDateTime: held.firstUntil.toISOString(), lastDateTime: held.lastUntil.toISOString() }
        : null,
    tokensTaken: sum(({ tokensTaken }) => tokensTaken),
    tokensReturned: sum(({ tokensReturned }) => tokensReturned),
  }
}

function fateOf(rows: readonly FateRow[], fate: DeliveryFate): TextReport['fates'][number] {
  const mine = rows.filter((row) => row.fate === fate)
  return {
    fate,
    count: mine.reduce((total, { count }) => total + count, 0),
    reasons: mine.map(({ reason, count }) => ({ reason, words: wordsOf(fate, reason), count })),
  }
}

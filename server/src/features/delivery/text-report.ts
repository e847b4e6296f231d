import type { delivery } from '@almanac/contract'
import type { Answer, Query } from '@almanac/contract/endpoint'
import type { DeliverySummary } from '@almanac/contract/texts'
import { sql } from 'kysely'
import type { Reader } from '../../platform/database.ts'
import { readPage, toPage } from '../../platform/paging.ts'
import { maskEmail } from '../identity/index.ts'
import { requireText } from '../texts/index.ts'
import type { DeliveryState } from './tables.ts'

const none: DeliverySummary = {
  recipients: 0,
  waiting: 0,
  sent: 0,
  delivered: 0,
  undeliverable: 0,
  skipped: 0,
  unknown: 0,
}

const columnOf: Record<DeliveryState, keyof DeliverySummary> = {
  planned: 'waiting',
  sending: 'waiting',
  sent: 'sent',
  delivered: 'delivered',
  undeliverable: 'undeliverable',
  skipped: 'skipped',
  unknown: 'unknown',
}

/**
 * How far the deliveries of some texts have come: one statement that reads nothing but two indexes of deliveries, whose
 * texts are the tenant's.
 */
export async function readDeliverySummaries(
  reader: Reader,
  tenantId: number,
  textIds: readonly number[],
): Promise<Map<number, DeliverySummary>> {
  const summaries = new Map(textIds.map((id) => [id, { ...none }]))
  if (textIds.length === 0) return summaries
  const { rows } = await sql<{ textId: number; state: DeliveryState | null; count: number }>`
    with asked as (
      select id from short_texts where tenant_id = ${tenantId} and id = any(${[...textIds]}::int[])
    )
    select asked.id as text_id, fates.state, fates.count from asked cross join lateral (
      select d.state, count(*)::int as count from deliveries d where d.text_id = asked.id group by d.state
    ) fates
    union all
    select asked.id, null, (
      select count(*)::int from (select distinct d.consumer_id from deliveries d where d.text_id = asked.id) as people
    ) from asked
  `.execute(reader)
  for (const { textId, state, count } of rows) {
    const summary = summaries.get(textId)
    if (summary) summary[state === null ? 'recipients' : columnOf[state]] += count
  }
  return summaries
}

/**
 * A text's deliveries in one state, in the order they were planned.
 * @throws DomainError `not_found` for an unknown text, a deleted one, or another tenant's.
 */
export async function listTextDeliveries(
  reader: Reader,
  tenantId: number,
  textId: number,
  query: Query<typeof delivery.listTextDeliveries>,
): Promise<Answer<typeof delivery.listTextDeliveries>> {
  await requireText(reader, tenantId, textId)
  const matching = reader
    .selectFrom('deliveries')
    .where('deliveries.tenantId', '=', tenantId)
    .where('deliveries.textId', '=', textId)
    .where('deliveries.state', '=', query.state)
  const { rows, totalItems } = await readPage(
    query,
    matching,
    matching
      .innerJoin('users', 'users.id', 'deliveries.consumerId')
      .select([
        'deliveries.id',
        'users.username',
        'users.fullName',
        'deliveries.medium',
        'deliveries.recipient',
        'deliveries.claimedAt',
        'deliveries.createdAt',
        'deliveries.error',
      ])
      .orderBy('deliveries.id'),
  )
  const data = rows.map(({ claimedAt, createdAt, error, recipient, ...row }) => ({
    ...row,
    recipient: row.medium === 'email' ? maskEmail(recipient) : maskNumber(recipient),
    attemptDateTime: (claimedAt ?? createdAt).toISOString(),
    reason: whyUnknown(row.medium, error),
  }))
  return toPage(query, totalItems, data)
}

/** `+16175550142` becomes `+1******0142`. */
export function maskNumber(number: string): string {
  return number.length < 8
    ? number
    : `${number.slice(0, 2)}${'*'.repeat(number.length - 6)}${number.slice(-4)}`
}

/** Why nobody knows what became of a message, by the note that was left with it. */
export function whyUnknown(medium: 'sms' | 'email', error: string | null): string {
  if (error?.startsWith('The worker ended')) return 'The server stopped while sending it.'
  if (medium === 'email') return 'The mail host did not confirm that it accepted it.'
  const isNotThere = error?.startsWith('The provider knows of no such')
  return isNotThere
    ? 'The SMS provider has no record of it.'
    : 'The SMS provider did not confirm that it accepted it.'
}

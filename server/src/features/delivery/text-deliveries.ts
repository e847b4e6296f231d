import type { delivery } from '@almanac/contract'
import type { DeliveryFate, DeliveryList, TextDelivery, TextMessage } from '@almanac/contract/delivery'
import type { Answer, Query } from '@almanac/contract/endpoint'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../platform/database.ts'
import { readPage, toPage } from '../../platform/paging.ts'
import { maskEmail } from '../identity/index.ts'
import { requireText } from '../texts/index.ts'
import { fateSql, reasonSql, wordsOf } from './delivery-fates.ts'

/**
 * What a figure of a text's report counts, in the order in which it was planned: messages, each with whom it is for, or
 * people with all of their messages.
 * @throws DomainError `not_found` for an unknown text, a deleted one, or another tenant's.
 */
export async function listTextDeliveries(
  reader: Reader,
  tenantId: number,
  textId: number,
  query: Query<typeof delivery.listTextDeliveries>,
): Promise<Answer<typeof delivery.listTextDeliveries>> {
  await requireText(reader, tenantId, textId)
  const { state, reason } = query
  const ofText = deliveriesOf(reader, tenantId, textId).where(conditionOf(state, textId))
  const matching = reason === undefined ? ofText : ofText.where(reasonSql(fateSql), '=', reason)
  const { rows, totalItems } = await readPage(query, matching, withPeople(matching).orderBy('deliveries.id'))
  const data = rows.map((row) => toWire(row, [row]))
  if (state !== 'recipients' || rows.length === 0) return toPage(query, totalItems, data)
  const theirs = await withPeople(deliveriesOf(reader, tenantId, textId))
    .where(
      'deliveries.consumerId',
      'in',
      rows.map(({ consumerId }) => consumerId),
    )
    .orderBy('deliveries.id')
    .execute()
  const people = rows.map((row) =>
    toWire(
      row,
      theirs.filter(({ consumerId }) => consumerId === row.consumerId),
    ),
  )
  return toPage(query, totalItems, people)
}

function deliveriesOf(reader: Reader, tenantId: number, textId: number) {
  return reader
    .selectFrom('deliveries')
    .where('deliveries.tenantId', '=', tenantId)
    .where('deliveries.textId', '=', textId)
}

/** Of a person the first message stands for all. The text is named twice, so that its rows are read once for either. */
function conditionOf(list: DeliveryList, textId: number): RawBuilder<boolean> {
  switch (list) {
    case 'recipients':
      return sql`not exists (
        select from deliveries earlier
        where earlier.text_id = ${textId} and earlier.consumer_id = deliveries.consumer_id
          and earlier.id < deliveries.id
      )`
    case 'messages':
      return sql`true`
    case 'charged':
      return sql`tokens > 0`
    case 'returned':
      return sql`tokens > 0 and state in ('undeliverable', 'skipped')`
    default:
      return sql`${fateSql} = ${list}`
  }
}

function withPeople(matching: ReturnType<typeof deliveriesOf>) {
  return matching
    .innerJoin('users', 'users.id', 'deliveries.consumerId')
    .select([
      'deliveries.id',
      'deliveries.consumerId',
      'users.username',
      'users.fullName',
      'deliveries.medium',
      'deliveries.recipient',
      'deliveries.tokens',
      'deliveries.claimedAt',
      'deliveries.sendAfter',
      'deliveries.createdAt',
      fateSql.as('fate'),
      reasonSql(fateSql).as('reason'),
    ])
}

interface DeliveryRow {
  id: number
  username: string
  fullName: string
  medium: 'sms' | 'email'
  recipient: string
  tokens: number
  claimedAt: Date | null
  sendAfter: Date
  createdAt: Date
  fate: DeliveryFate
  reason: string
}

function toWire({ id, username, fullName }: DeliveryRow, messages: readonly DeliveryRow[]): TextDelivery {
  return { id, username, fullName, messages: messages.map(toMessage) }
}

function toMessage(row: DeliveryRow): TextMessage {
  const { medium, recipient, tokens, fate, reason, claimedAt, sendAfter, createdAt } = row
  return {
    medium,
    recipient: mask(medium, recipient),
    fate,
    dateTime: (fate === 'held' ? sendAfter : (claimedAt ?? createdAt)).toISOString(),
    reason: wordsOf(fate, reason),
    tokensTaken: tokens,
    tokensReturned: fate === 'failed' || fate === 'skipped' ? tokens : 0,
  }
}

function mask(medium: 'sms' | 'email', recipient: string): string {
  if (recipient === '') return ''
  return medium === 'email' ? maskEmail(recipient) : maskNumber(recipient)
}

/** `+16175550142` becomes `+1******0142`. */
export function maskNumber(number: string): string {
  return number.length < 8
    ? number
    : `${number.slice(0, 2)}${'*'.repeat(number.length - 6)}${number.slice(-4)}`
}

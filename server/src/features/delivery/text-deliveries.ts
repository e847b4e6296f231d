import type { delivery } from '@almanac/contract'
import type { DeliveryFate, DeliveryList, TextDelivery, TextMessage } from '@almanac/contract/delivery'
import type { Answer, Query } from '@almanac/contract/endpoint'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../platform/database.ts'
import { readPage, toPage } from '../../platform/paging.ts'
import { maskEmail } from '../identity/index.ts'
import { requireText } from '../texts/index.ts'
import { fateSql, reasonSql, wordsOf } from './delivery-fates.ts'

type ListQuery = Query<typeof delivery.listTextDeliveries>
type Listed = Promise<Answer<typeof delivery.listTextDeliveries>>

/**
 * What a figure of a text's report counts, in the order in which it was planned: messages, each with whom it is for, or
 * people with all of their messages.
 * @throws DomainError `not_found` for an unknown text, a deleted one, or another tenant's.
 */
export async function listTextDeliveries(
  reader: Reader,
  tenantId: number,
  textId: number,
  query: ListQuery,
): Listed {
  await requireText(reader, tenantId, textId)
  const ofText = deliveriesOf(reader, tenantId, textId)
  return query.state === 'recipients' ? listPeople(reader, ofText, query) : listMessages(ofText, query)
}

async function listMessages(ofText: Deliveries, query: ListQuery): Listed {
  const ofFigure = ofText.where(conditionOf(query.state))
  const { reason } = query
  const matching = reason === undefined ? ofFigure : ofFigure.where(reasonSql(fateSql), '=', reason)
  const { rows, totalItems } = await readPage(query, matching, withPeople(matching).orderBy('deliveries.id'))
  return toPage(
    query,
    totalItems,
    rows.map((row) => toWire(row.id, [row])),
  )
}

/** Planning goes by the consumers' ids, which an index of deliveries has in this order. */
async function listPeople(reader: Reader, ofText: Deliveries, query: ListQuery): Listed {
  const people = reader.selectFrom(ofText.select('deliveries.consumerId').distinct().as('people'))
  const sorted = people.select('people.consumerId').orderBy('people.consumerId')
  const { rows, totalItems } = await readPage(query, people, sorted)
  if (rows.length === 0) return toPage(query, totalItems, [])
  const ids = rows.map(({ consumerId }) => consumerId)
  const messages = await withPeople(ofText)
    .where('deliveries.consumerId', 'in', ids)
    .orderBy('deliveries.id')
    .execute()
  const ofEach = Map.groupBy(messages, ({ consumerId }) => consumerId)
  return toPage(
    query,
    totalItems,
    ids.map((id) => toWire(id, ofEach.get(id) ?? [])),
  )
}

type Deliveries = ReturnType<typeof deliveriesOf>

function deliveriesOf(reader: Reader, tenantId: number, textId: number) {
  return reader
    .selectFrom('deliveries')
    .where('deliveries.tenantId', '=', tenantId)
    .where('deliveries.textId', '=', textId)
}

/** Which messages a figure counts. */
function conditionOf(list: DeliveryList): RawBuilder<boolean> {
  switch (list) {
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

function withPeople(matching: Deliveries) {
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

/** One row of a list: somebody, and those of their messages that it is about. */
function toWire(id: number, messages: readonly DeliveryRow[]): TextDelivery {
  const [{ username, fullName } = { username: '', fullName: '' }] = messages
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

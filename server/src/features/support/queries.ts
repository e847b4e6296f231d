import type { support } from '@almanac/contract'
import type { Answer, Query } from '@almanac/contract/endpoint'
import type { Ticket, TicketStatus } from '@almanac/contract/support'
import type { Reader } from '../../platform/database.ts'
import { anywhere } from '../../platform/like-pattern.ts'
import { readPage, toPage } from '../../platform/paging.ts'

type OwnQuery = Query<typeof support.listOwnTickets>
type TicketQuery = Query<typeof support.listTickets>

function ticketsOf(reader: Reader, tenantId: number) {
  return reader
    .selectFrom('tickets')
    .innerJoin('users', 'users.id', 'tickets.consumerId')
    .where('tickets.tenantId', '=', tenantId)
}

/** A consumer's tickets, newest first, with their answers; searched by the message. */
export async function listOwnTickets(
  reader: Reader,
  { tenantId, consumerId }: { tenantId: number; consumerId: number },
  query: OwnQuery,
): Promise<Answer<typeof support.listOwnTickets>> {
  let own = ticketsOf(reader, tenantId).where('tickets.consumerId', '=', consumerId)
  if (query.searchText) own = own.where('tickets.description', 'ilike', anywhere(query.searchText))
  return readTickets(reader, tenantId, query, own)
}

/** A tenant's tickets, newest first, with their answers; searched by the message and by who wrote it. */
export async function listTickets(
  reader: Reader,
  tenantId: number,
  query: TicketQuery,
): Promise<Answer<typeof support.listTickets>> {
  const found = searched(ticketsOf(reader, tenantId), query.searchText)
  const { status } = query
  const [page, counts] = await Promise.all([
    readTickets(reader, tenantId, query, status ? found.where('tickets.status', '=', status) : found),
    countByState(found),
  ])
  return { ...page, counts }
}

type Tickets = ReturnType<typeof ticketsOf>

function searched(tickets: Tickets, searchText: string | undefined): Tickets {
  if (!searchText) return tickets
  const pattern = anywhere(searchText)
  return tickets.where(({ eb, or }) =>
    or([
      eb('tickets.description', 'ilike', pattern),
      eb('users.fullName', 'ilike', pattern),
      eb('users.username', 'ilike', pattern),
    ]),
  )
}

async function countByState(tickets: Tickets): Promise<Record<TicketStatus, number>> {
  const rows = await tickets
    .select(({ fn }) => ['tickets.status', fn.countAll<number>().as('count')])
    .groupBy('tickets.status')
    .execute()
  const countOf = (status: TicketStatus) => rows.find((row) => row.status === status)?.count ?? 0
  return { open: countOf('open'), answered: countOf('answered') }
}

async function readTickets(reader: Reader, tenantId: number, query: OwnQuery, tickets: Tickets) {
  const { rows, totalItems } = await readPage(
    query,
    tickets,
    tickets
      .select([
        'tickets.id',
        'tickets.description',
        'tickets.email',
        'tickets.status',
        'tickets.createdAt',
        'users.fullName as consumerName',
        'users.username',
      ])
      .orderBy('tickets.id', 'desc'),
  )
  const answers = await answersOf(
    reader,
    tenantId,
    rows.map((row) => row.id),
  )
  const data = rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    answers: answers.get(row.id) ?? [],
  }))
  return toPage(query, totalItems, data)
}

async function answersOf(
  reader: Reader,
  tenantId: number,
  ticketIds: readonly number[],
): Promise<Map<number, Ticket['answers']>> {
  if (ticketIds.length === 0) return new Map()
  const rows = await reader
    .selectFrom('ticketAnswers')
    .select(['id', 'ticketId', 'answer', 'createdAt'])
    .where('tenantId', '=', tenantId)
    .where('ticketId', 'in', ticketIds)
    .orderBy('id')
    .execute()
  const byTicket = Map.groupBy(rows, (row) => row.ticketId)
  return new Map(
    [...byTicket].map(([ticketId, lines]) => [
      ticketId,
      lines.map(({ id, answer, createdAt }) => ({ id, answer, createdAt: createdAt.toISOString() })),
    ]),
  )
}

/** One ticket with its answers; null where the tenant has none of that id. */
export async function readTicket(reader: Reader, tenantId: number, ticketId: number): Promise<Ticket | null> {
  const row = await reader
    .selectFrom('tickets')
    .select(['id', 'description', 'email', 'status', 'createdAt'])
    .where('tenantId', '=', tenantId)
    .where('id', '=', ticketId)
    .executeTakeFirst()
  if (!row) return null
  const answers = await answersOf(reader, tenantId, [row.id])
  return { ...row, createdAt: row.createdAt.toISOString(), answers: answers.get(row.id) ?? [] }
}

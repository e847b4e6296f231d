import type { support } from '@almanac/contract'
import type { Answer, Query } from '@almanac/contract/endpoint'
import type { Ticket } from '@almanac/contract/support'
import type { Reader } from '../../platform/database.ts'
import { readPage, toPage } from '../../platform/paging.ts'

type TicketQuery = Query<typeof support.listTickets>

function ticketsOf(reader: Reader, tenantId: number, query: Pick<TicketQuery, 'searchText'>) {
  const tickets = reader
    .selectFrom('tickets')
    .innerJoin('users', 'users.id', 'tickets.consumerId')
    .where('tickets.tenantId', '=', tenantId)
  if (!query.searchText) return tickets
  return tickets.where('tickets.description', 'ilike', `%${query.searchText.replace(/[\\%_]/g, '\\$&')}%`)
}

/** Tickets of a tenant, or of one of its consumers, newest first, with their answers. */
export async function listTickets(
  reader: Reader,
  owner: { tenantId: number; consumerId?: number },
  query: TicketQuery,
): Promise<Answer<typeof support.listTickets>> {
  let tickets = ticketsOf(reader, owner.tenantId, query)
  if (owner.consumerId !== undefined) tickets = tickets.where('tickets.consumerId', '=', owner.consumerId)
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
    owner.tenantId,
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

import { support } from '@almanac/contract'
import type { Database } from '../../platform/database.ts'
import { bind, type Route } from '../../platform/http/bind.ts'
import { answerTicket } from './answer-ticket.ts'
import { openTicket } from './open-ticket.ts'
import { listOwnTickets, listTickets } from './queries.ts'

/** Support tickets, from both sides. */
export function supportRoutes({ db }: { db: Database }): Route[] {
  return [
    bind(support.listOwnTickets, ({ session, query }) =>
      listOwnTickets(db.reader, { tenantId: session.tenantId, consumerId: session.userId }, query),
    ),
    bind(support.openTicket, async ({ session, body, idempotencyKey }) => ({
      ...(await openTicket(db, session, body, idempotencyKey)),
      message: 'Message submitted',
    })),
    bind(support.listTickets, ({ session, query }) => listTickets(db.reader, session.tenantId, query)),
    bind(support.answerTicket, async ({ session, params, body, idempotencyKey }) => ({
      ...(await answerTicket(db, session, { ...params, ...body, idempotencyKey })),
      message: 'The answer was sent.',
    })),
  ]
}

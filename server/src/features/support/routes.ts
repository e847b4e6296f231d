import { support } from '@almanac/contract'
import type { Database } from '../../platform/database.ts'
import { bind, type Route } from '../../platform/http/bind.ts'
import { answerTicket } from './answer-ticket.ts'
import { openTicket } from './open-ticket.ts'
import { listTickets } from './queries.ts'

/** Support tickets, from both sides. */
export function supportRoutes({ db }: { db: Database }): Route[] {
  return [
    bind(support.listOwnTickets, ({ session, query }) =>
      listTickets(db.reader, { tenantId: session.tenantId, consumerId: session.userId }, query),
    ),
    bind(support.openTicket, async ({ session, body }) => ({
      ...(await openTicket(db, session, body)),
      message: 'Message submitted',
    })),
    bind(support.listTickets, ({ session, query }) =>
      listTickets(db.reader, { tenantId: session.tenantId }, query),
    ),
    bind(support.answerTicket, async ({ session, params, body }) => ({
      ...(await answerTicket(db, session, params.ticketId, body.answer)),
      message: 'The answer was sent.',
    })),
  ]
}

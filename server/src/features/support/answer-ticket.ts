import type { Ticket } from '@almanac/contract/support'
import { writeAudit } from '../../platform/audit.ts'
import type { Database, Tx } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import type { TenantSession } from '../../platform/http/session.ts'
import { hashRequest } from '../../platform/request-hash.ts'
import { announceChanges } from '../../platform/wakeups.ts'
import { queueMessage } from '../messages/index.ts'
import { requireTenantById } from '../tenants/index.ts'
import { readTicket } from './queries.ts'

interface NewAnswer {
  ticketId: number
  answer: string
  idempotencyKey: string | undefined
}

/**
 * Adds an operator's answer, which the consumer sees and is mailed. A repeated idempotency key adds and mails nothing,
 * and answers the ticket as it is now.
 * @throws DomainError `not_found`; `idempotency_mismatch` where the key was used for another answer.
 */
export async function answerTicket(db: Database, session: TenantSession, given: NewAnswer): Promise<Ticket> {
  const tenant = await requireTenantById(db.reader, session.tenantId)
  return db.transact(async (tx) => {
    const ticket = await lockTicket(tx, tenant.id, given.ticketId)
    if (await addAnswer(tx, session, given)) {
      await tx
        .updateTable('tickets')
        .set({ status: 'answered' })
        .where('tenantId', '=', tenant.id)
        .where('id', '=', ticket.id)
        .execute()
      await queueMessage(tx, {
        tenantId: tenant.id,
        channel: 'email',
        recipient: ticket.email,
        subject: `An answer from ${tenant.companyName}`,
        paragraphs: [given.answer],
        companyName: tenant.companyName,
      })
      await writeAudit(tx, {
        tenantId: tenant.id,
        actor: session,
        action: 'answer-ticket',
        subject: `ticket:${ticket.id}`,
        before: { status: ticket.status },
        after: { status: 'answered', answer: given.answer },
      })
      await announceChanges(tx, [
        { topic: 'tickets', userId: ticket.consumerId },
        { topic: 'tickets', tenantId: tenant.id, role: 'customer' },
      ])
    }
    const answered = await readTicket(tx, tenant.id, ticket.id)
    if (!answered) throw new DomainError('not_found')
    return answered
  })
}

/** Of two answers at once the second waits here for the first. */
async function lockTicket(tx: Tx, tenantId: number, ticketId: number) {
  const ticket = await tx
    .selectFrom('tickets')
    .select(['id', 'email', 'consumerId', 'status'])
    .where('tenantId', '=', tenantId)
    .where('id', '=', ticketId)
    .forUpdate()
    .executeTakeFirst()
  if (!ticket) throw new DomainError('not_found')
  return ticket
}

/** Whether the answer is new; false of one that this key has added before. */
async function addAnswer(
  tx: Tx,
  { tenantId, userId }: TenantSession,
  { ticketId, answer, idempotencyKey }: NewAnswer,
): Promise<boolean> {
  const requestHash = hashRequest({ ticketId, answer })
  const keyed = idempotencyKey === undefined ? {} : { idempotencyKey, requestHash }
  const added = await tx
    .insertInto('ticketAnswers')
    .values({ tenantId, ticketId, operatorId: userId, answer, ...keyed })
    .onConflict((conflict) => conflict.columns(['operatorId', 'idempotencyKey']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added) return true
  const before = await tx
    .selectFrom('ticketAnswers')
    .select('requestHash')
    .where('tenantId', '=', tenantId)
    .where('operatorId', '=', userId)
    .where('idempotencyKey', '=', idempotencyKey ?? '')
    .executeTakeFirstOrThrow()
  if (before.requestHash === requestHash) return false
  throw new DomainError('idempotency_mismatch', {
    message:
      'This answer was already sent, as it was before your last change. Please look at the ticket first: nothing was sent now.',
  })
}

import type { Ticket } from '@almanac/contract/support'
import { writeAudit } from '../../platform/audit.ts'
import type { Database, Tx } from '../../platform/database.ts'
import { doOnce } from '../../platform/do-once.ts'
import { DomainError } from '../../platform/errors.ts'
import type { TenantSession } from '../../platform/http/session.ts'
import { announceChanges } from '../../platform/wakeups.ts'
import { queueMessage } from '../messages/index.ts'
import { requireTenantById, type Tenant } from '../tenants/index.ts'
import { readTicket } from './queries.ts'

interface NewAnswer {
  ticketId: number
  answer: string
  idempotencyKey: string | undefined
}

/**
 * Adds an operator's answer, which the consumer sees and is mailed. A repeated idempotency key adds and mails nothing,
 * and answers what the first time did.
 * @throws DomainError `not_found`; `idempotency_mismatch` where the key was used for another answer.
 */
export async function answerTicket(db: Database, session: TenantSession, given: NewAnswer): Promise<Ticket> {
  const tenant = await requireTenantById(db.reader, session.tenantId)
  const { ticketId, answer: words, idempotencyKey } = given
  const asked = { act: 'answer-ticket', ticketId, answer: words }
  const request = { userId: session.userId, idempotencyKey, asked, mismatch: sentAlready }
  const { answer } = await db.transact((tx) =>
    doOnce(tx, request, () => addAnswer(tx, session, tenant, given)),
  )
  return answer
}

const sentAlready =
  'This answer was already sent, as it was before your last change. Please look at the ticket first: nothing was sent now.'

async function addAnswer(
  tx: Tx,
  session: TenantSession,
  tenant: Tenant,
  { ticketId, answer }: NewAnswer,
): Promise<Ticket> {
  const ticket = await lockTicket(tx, tenant.id, ticketId)
  await tx
    .insertInto('ticketAnswers')
    .values({ tenantId: tenant.id, ticketId, operatorId: session.userId, answer })
    .execute()
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
    paragraphs: [answer],
    companyName: tenant.companyName,
  })
  await writeAudit(tx, {
    tenantId: tenant.id,
    actor: session,
    action: 'answer-ticket',
    subject: `ticket:${ticket.id}`,
    before: { status: ticket.status },
    after: { status: 'answered', answer },
  })
  await announceChanges(tx, [
    { topic: 'tickets', userId: ticket.consumerId },
    { topic: 'tickets', tenantId: tenant.id, role: 'customer' },
  ])
  const answered = await readTicket(tx, tenant.id, ticket.id)
  if (!answered) throw new DomainError('not_found')
  return answered
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

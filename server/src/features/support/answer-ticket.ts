import type { Ticket } from '@almanac/contract/support'
import { writeAudit } from '../../platform/audit.ts'
import type { Database } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import type { TenantSession } from '../../platform/http/session.ts'
import { announceChange } from '../../platform/wakeups.ts'
import { queueMessage } from '../messages/index.ts'
import { requireTenantById } from '../tenants/index.ts'
import { readTicket } from './queries.ts'

/** Adds an operator's answer, which the consumer sees and is mailed. @throws DomainError `not_found`. */
export async function answerTicket(
  db: Database,
  session: TenantSession,
  ticketId: number,
  answer: string,
): Promise<Ticket> {
  const tenant = await requireTenantById(db.reader, session.tenantId)
  return db.transact(async (tx) => {
    const ticket = await tx
      .updateTable('tickets')
      .set({ status: 'answered' })
      .where('tenantId', '=', tenant.id)
      .where('id', '=', ticketId)
      .returning(['id', 'email', 'consumerId'])
      .executeTakeFirst()
    if (!ticket) throw new DomainError('not_found')
    await tx
      .insertInto('ticketAnswers')
      .values({ tenantId: tenant.id, ticketId, operatorId: session.userId, answer })
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
      subject: `ticket:${ticketId}`,
      after: { answer },
    })
    await announceChange(tx, { topic: 'tickets', userId: ticket.consumerId })
    const answered = await readTicket(tx, tenant.id, ticketId)
    if (!answered) throw new DomainError('not_found')
    return answered
  })
}

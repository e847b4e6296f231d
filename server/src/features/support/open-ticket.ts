import type { support } from '@almanac/contract'
import type { Body } from '@almanac/contract/endpoint'
import type { Ticket } from '@almanac/contract/support'
import type { Database, Tx } from '../../platform/database.ts'
import { doOnce, findDone } from '../../platform/do-once.ts'
import type { TenantSession } from '../../platform/http/session.ts'
import { countEvent } from '../../platform/rate-limit.ts'
import { announceChanges } from '../../platform/wakeups.ts'
import { queueMessage } from '../messages/index.ts'
import { requireTenantById } from '../tenants/index.ts'
import { readTicket } from './queries.ts'

const perHour = { max: 20, windowSeconds: 3_600 }

type NewTicket = Body<typeof support.openTicket>

/**
 * Stores a consumer's message and mails it to the tenant (decision X1). A repeated idempotency key stores and mails
 * nothing, and answers the ticket that it made.
 * @throws DomainError `rate_limited`; `idempotency_mismatch` where the key was used for another message.
 */
export async function openTicket(
  db: Database,
  session: TenantSession,
  body: NewTicket,
  idempotencyKey?: string,
): Promise<Ticket> {
  const asked = { act: 'open-ticket', ...body }
  const request = { userId: session.userId, idempotencyKey, asked, mismatch: sentAlready }
  const opened = await findDone<Ticket>(db.reader, request)
  if (opened) return opened
  await countEvent(db.reader, `tickets:${session.userId}`, perHour)
  const { answer } = await db.transact((tx) => doOnce(tx, request, () => addTicket(tx, session, body)))
  return answer
}

const sentAlready =
  'Your message was already sent, as it was before your last change. You find it under Support Tickets: nothing was sent now.'

async function addTicket(tx: Tx, { tenantId, userId }: TenantSession, body: NewTicket): Promise<Ticket> {
  const { id } = await tx
    .insertInto('tickets')
    .values({ tenantId, consumerId: userId, ...body })
    .returning('id')
    .executeTakeFirstOrThrow()
  await mailTicket(tx, tenantId, id, body)
  await announceChanges(tx, [
    { topic: 'tickets', userId },
    { topic: 'tickets', tenantId, role: 'customer' },
  ])
  const ticket = await readTicket(tx, tenantId, id)
  if (!ticket) throw new Error('A ticket that was just stored is there')
  return ticket
}

async function mailTicket(tx: Tx, tenantId: number, ticketId: number, body: NewTicket): Promise<void> {
  const tenant = await requireTenantById(tx, tenantId)
  await queueMessage(tx, {
    tenantId,
    channel: 'email',
    recipient: tenant.supportEmail,
    subject: `Support ticket ${ticketId}`,
    paragraphs: [body.description, `From: ${body.email}`],
    companyName: tenant.companyName,
  })
}

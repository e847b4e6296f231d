import type { support } from '@almanac/contract'
import type { Body } from '@almanac/contract/endpoint'
import type { Ticket } from '@almanac/contract/support'
import type { Database, Reader, Tx } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import type { TenantSession } from '../../platform/http/session.ts'
import { countEvent } from '../../platform/rate-limit.ts'
import { hashRequest } from '../../platform/request-hash.ts'
import { announceChange } from '../../platform/wakeups.ts'
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
  const key = idempotencyKey === undefined ? null : { idempotencyKey, requestHash: hashRequest(body) }
  const opened = key && (await findOpened(db.reader, session, key))
  if (opened) return opened
  await countEvent(db.reader, `tickets:${session.userId}`, perHour)
  return db.transact(async (tx) => {
    const ticketId = await addTicket(tx, session, body, key)
    if (ticketId === null) return requireOpened(tx, session, key)
    await mailTicket(tx, session.tenantId, ticketId, body)
    await announceChange(tx, { topic: 'tickets', tenantId: session.tenantId })
    const ticket = await readTicket(tx, session.tenantId, ticketId)
    if (!ticket) throw new Error('A ticket that was just stored is there')
    return ticket
  })
}

interface RequestKey {
  idempotencyKey: string
  requestHash: string
}

/** The new ticket's id; null where another request with the same key was faster. */
async function addTicket(
  tx: Tx,
  { tenantId, userId }: TenantSession,
  body: NewTicket,
  key: RequestKey | null,
): Promise<number | null> {
  const added = await tx
    .insertInto('tickets')
    .values({ tenantId, consumerId: userId, ...body, ...key })
    .onConflict((conflict) => conflict.columns(['consumerId', 'idempotencyKey']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return added?.id ?? null
}

async function requireOpened(
  reader: Reader,
  session: TenantSession,
  key: RequestKey | null,
): Promise<Ticket> {
  const opened = key && (await findOpened(reader, session, key))
  if (!opened) throw new Error('A ticket is refused only where its key has made one')
  return opened
}

/** What the key has opened before; null of a new one. @throws DomainError `idempotency_mismatch`. */
async function findOpened(
  reader: Reader,
  { tenantId, userId }: TenantSession,
  { idempotencyKey, requestHash }: RequestKey,
): Promise<Ticket | null> {
  const before = await reader
    .selectFrom('tickets')
    .select(['id', 'requestHash'])
    .where('tenantId', '=', tenantId)
    .where('consumerId', '=', userId)
    .where('idempotencyKey', '=', idempotencyKey)
    .executeTakeFirst()
  if (!before) return null
  if (before.requestHash === requestHash) return readTicket(reader, tenantId, before.id)
  throw new DomainError('idempotency_mismatch', {
    message:
      'Your message was already sent, as it was before your last change. You find it under Support Tickets: nothing was sent now.',
  })
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

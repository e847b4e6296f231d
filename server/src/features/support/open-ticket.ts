import type { support } from '@almanac/contract'
import type { Body } from '@almanac/contract/endpoint'
import type { Ticket } from '@almanac/contract/support'
import type { Database } from '../../platform/database.ts'
import type { TenantSession } from '../../platform/http/session.ts'
import { countEvent } from '../../platform/rate-limit.ts'
import { announceChange } from '../../platform/wakeups.ts'
import { queueMessage } from '../messages/index.ts'
import { requireTenantById } from '../tenants/index.ts'

const perHour = { max: 20, windowSeconds: 3_600 }

/** Stores a consumer's message and mails it to the tenant (decision X1). @throws DomainError `rate_limited`. */
export async function openTicket(
  db: Database,
  session: TenantSession,
  body: Body<typeof support.openTicket>,
): Promise<Ticket> {
  await countEvent(db.reader, `tickets:${session.userId}`, perHour)
  const tenant = await requireTenantById(db.reader, session.tenantId)
  return db.transact(async (tx) => {
    const row = await tx
      .insertInto('tickets')
      .values({ tenantId: tenant.id, consumerId: session.userId, ...body })
      .returning(['id', 'description', 'email', 'status', 'createdAt'])
      .executeTakeFirstOrThrow()
    await queueMessage(tx, {
      tenantId: tenant.id,
      channel: 'email',
      recipient: tenant.supportEmail,
      subject: `Support ticket ${row.id}`,
      paragraphs: [body.description, `From: ${body.email}`],
      companyName: tenant.companyName,
    })
    await announceChange(tx, { topic: 'tickets', tenantId: tenant.id })
    return { ...row, createdAt: row.createdAt.toISOString(), answers: [] }
  })
}

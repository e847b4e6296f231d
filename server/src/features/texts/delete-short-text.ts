import { sql } from 'kysely'
import { writeAudit } from '../../platform/audit.ts'
import type { Database } from '../../platform/database.ts'
import type { TenantSession } from '../../platform/http/session.ts'
import { toWire } from './queries.ts'
import { changeText, lockText } from './text-store.ts'

/**
 * Takes back a text that is not locked yet: nobody has a delivery of it, and nobody gets one. The row stays.
 * @throws DomainError `not_found`, also of one that is deleted already; `text_locked`, `text_sent`.
 */
export async function deleteShortText(
  { db }: { db: Database },
  session: TenantSession,
  textId: number,
): Promise<{ message: string }> {
  const { tenantId } = session
  await db.transact(async (tx) => {
    const before = await lockText(tx, tenantId, textId)
    const gone = { state: 'cancelled', deletedAt: sql<Date>`present()` } as const
    const after = await changeText(tx, tenantId, textId, gone)
    await writeAudit(tx, {
      tenantId,
      actor: session,
      action: 'delete-short-text',
      subject: `short-text:${textId}`,
      before: toWire(before),
      after: toWire(after),
    })
  })
  return { message: 'Short text deleted successfully.' }
}

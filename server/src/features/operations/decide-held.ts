import type { operations } from '@almanac/contract'
import type { Answer, Body } from '@almanac/contract/endpoint'
import { writeAudit } from '../../platform/audit.ts'
import type { Database, Tx } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import { isRestore } from '../../platform/restores.ts'
import { decideDeliveries } from '../delivery/index.ts'
import { decideMessage } from '../messages/index.ts'

type Decision = Body<typeof operations.decideHeld>

/**
 * Sends or drops what a restore has held: what is left of a text, or one letter. Of two decisions the first counts; the other
 * changes nothing and leaves no trace.
 * @throws DomainError `not_found` for an unknown restore.
 */
export async function decideHeld(
  db: Database,
  actor: { userId: number; role: string },
  restoreId: number,
  { kind, id, decision }: Decision,
): Promise<Answer<typeof operations.decideHeld>> {
  return db.transact(async (tx) => {
    if (!(await isRestore(tx, restoreId))) throw new DomainError('not_found')
    const decided = await decide(tx, restoreId, { kind, id, decision })
    if (!decided) return { decided: 0, message: 'This was decided before.' }
    const { count: messages, subject, tenantId } = decided
    await writeAudit(tx, {
      tenantId,
      actor,
      action: 'decide-held',
      subject,
      before: { restore: restoreId, held: messages },
      after: { decision, messages },
    })
    return {
      decided: messages,
      message: decision === 'send' ? 'They are on their way.' : 'They are not sent.',
    }
  })
}

async function decide(
  tx: Tx,
  restoreId: number,
  { kind, id, decision }: Decision,
): Promise<{ count: number; subject: string; tenantId: number | null } | null> {
  if (kind === 'text') {
    const decided = await decideDeliveries(tx, { restoreId, textId: id }, decision)
    return decided && { ...decided, subject: `short-text:${id}` }
  }
  const letter = await decideMessage(tx, { restoreId, messageId: id }, decision)
  return letter ? { count: 1, subject: `outbox-message:${id}`, tenantId: letter.tenantId } : null
}

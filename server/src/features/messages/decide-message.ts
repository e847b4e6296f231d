import { sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'
import { wakeJob } from '../../platform/wakeups.ts'
import { jobOf } from './queue-message.ts'
import { keepSeconds } from './rules.ts'

/**
 * Sends or drops a letter that a restore has held; of two decisions the first counts.
 * @returns the letter as it was; undefined where it is not held, or not by that restore.
 */
export async function decideMessage(
  tx: Tx,
  { restoreId, messageId }: { restoreId: number; messageId: number },
  decision: 'send' | 'drop',
): Promise<{ tenantId: number | null; recipient: string; subject: string } | undefined> {
  const decided = await tx
    .updateTable('outboxMessages')
    .set(
      decision === 'send'
        ? {
            state: 'queued',
            nextAttemptAt: sql<Date>`now()`,
            expiresAt: sql<Date>`now() + make_interval(secs => ${keepSeconds})`,
            unknownOutcomes: 0,
          }
        : { state: 'failed', error: 'dropped' },
    )
    .where('id', '=', messageId)
    .where('restoreId', '=', restoreId)
    .where('state', '=', 'held')
    .returning(['tenantId', 'recipient', 'subject', 'lane'])
    .executeTakeFirst()
  if (!decided) return undefined
  const { lane, ...letter } = decided
  if (decision === 'send') await wakeJob(tx, jobOf(lane))
  return letter
}

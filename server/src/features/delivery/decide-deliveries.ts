import { sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'
import { wakeJob } from '../../platform/wakeups.ts'
import { laneNames } from './send-deliveries.ts'

/**
 * Sends or drops what a restore holds of a text; of two decisions the first counts. What is too late by now is withdrawn when
 * its turn comes, and its tokens returned. What is dropped may have been sent: it is `unknown`, and its tokens are kept.
 * @returns how many deliveries it was about, and whose; null for none.
 */
export async function decideDeliveries(
  tx: Tx,
  { restoreId, textId }: { restoreId: number; textId: number },
  decision: 'send' | 'drop',
): Promise<{ count: number; tenantId: number } | null> {
  const decided = await tx
    .updateTable('deliveries')
    .set(
      decision === 'send'
        ? { heldFor: null, isWaiting: sql<boolean>`send_after > present()` }
        : {
            heldFor: null,
            state: 'unknown',
            error: 'It may have been sent before the database was restored.',
          },
    )
    .where('restoreId', '=', restoreId)
    .where('textId', '=', textId)
    .where('heldFor', '=', 'decision')
    .where('state', '=', 'planned')
    .returning('tenantId')
    .execute()
  const [first] = decided
  if (!first) return null
  for (const job of [...laneNames, 'release-deliveries', 'end-texts']) await wakeJob(tx, job)
  return { count: decided.length, tenantId: first.tenantId }
}

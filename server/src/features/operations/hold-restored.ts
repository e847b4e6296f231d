import { watchCallersAnew } from '../../platform/callers.ts'
import type { Database } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import { lockUnheld, markHeld, skipIds } from '../../platform/restores.ts'
import { stopAutoPurchases } from '../auto-purchase/index.ts'
import { holdDeliveries } from '../delivery/index.ts'
import { holdMessages } from '../messages/index.ts'

export const restoredReason =
  'The database was restored, and what was paid since its backup is being found out.'

/**
 * Holds, after a restore, all that may have gone out since the backup, in one transaction and once: letters and SMS that were
 * due, automatic purchases, and every id that may have been handed out. No provider is held silent for what it told of that
 * time. Every start calls it before any worker runs.
 * @returns how many restores it was done for.
 */
export async function holdRestored(db: Database, log: Log): Promise<number> {
  return db.transact(async (tx) => {
    const restores = await lockUnheld(tx)
    for (const { id, backupAt, restoredAt } of restores) {
      await skipIds(tx)
      const messages = await holdMessages(tx, id)
      const deliveries = await holdDeliveries(tx, id)
      await stopAutoPurchases(tx, restoredReason)
      await markHeld(tx, id)
      log.warn({ restore: id, backupAt, restoredAt, messages, deliveries }, 'the database was restored')
    }
    if (restores.length > 0) await watchCallersAnew(tx)
    return restores.length
  })
}

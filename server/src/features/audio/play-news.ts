import type { Database } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import { announceChange, reportsChanged, wakeJob } from '../../platform/wakeups.ts'
import { afterDebitsJob } from '../ledger/index.ts'

const pauseMs = 1_000

export interface PlayNewsDeps {
  db: Database
  log: Log
}

/**
 * Makes what tells of a play: operators' reports, at most once a second and tenant, and what acts on balances that fell,
 * at most once a second. PostgreSQL commits transactions that notify one after the other, so that news in the charge
 * itself would queue all charges behind each other.
 */
export function createPlayNews({ db, log }: PlayNewsDeps): (tenantId: number) => void {
  const tellReports = onceInAWhile((tenantId) => announceChange(db.reader, reportsChanged(tenantId)))
  const wakeBuying = onceInAWhile(() => wakeJob(db.reader, afterDebitsJob))

  /** Tells about each subject once, however often it is asked to within the pause. */
  function onceInAWhile(tell: (subject: number) => Promise<void>): (subject: number) => void {
    const waiting = new Set<number>()
    return (subject) => {
      if (waiting.has(subject)) return
      waiting.add(subject)
      const toldLater = async () => {
        waiting.delete(subject)
        await tell(subject).catch((error: unknown) => log.warn({ err: error }, 'nobody was told of a play'))
      }
      setTimeout(() => void toldLater(), pauseMs).unref()
    }
  }

  return (tenantId) => {
    tellReports(tenantId)
    wakeBuying(0)
  }
}

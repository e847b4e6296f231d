import type { Database } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import { announceChange, reportsChanged } from '../../platform/wakeups.ts'

const pauseMs = 1_000

export interface PlayNewsDeps {
  db: Database
  log: Log
}

/**
 * Makes what tells operators' reports of a play: at most once a second and tenant. PostgreSQL commits transactions that
 * notify one after the other, so that news in the charge itself would queue all charges behind each other.
 */
export function createPlayNews({ db, log }: PlayNewsDeps): (tenantId: number) => void {
  const waiting = new Set<number>()

  async function tell(tenantId: number): Promise<void> {
    waiting.delete(tenantId)
    await announceChange(db.reader, reportsChanged(tenantId)).catch((error: unknown) =>
      log.warn({ err: error }, 'reports were not told of a play'),
    )
  }

  return (tenantId) => {
    if (waiting.has(tenantId)) return
    waiting.add(tenantId)
    setTimeout(() => void tell(tenantId), pauseMs).unref()
  }
}

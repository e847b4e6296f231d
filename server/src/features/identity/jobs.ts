import { forgetDone } from '../../platform/do-once.ts'
import type { Job } from '../../platform/jobs.ts'
import { sweepCounters } from '../../platform/rate-limit.ts'
import { sendRequestedCodes, sendRequestedCodesJob } from './resend-code.ts'
import { sweepSessions } from './sessions.ts'
import type { CodeDeps } from './verify-code.ts'

/** Sends the codes asked for, and removes sessions, counters and requests that have run out. */
export function identityJobs(deps: CodeDeps): Job[] {
  const sweep = async () => {
    await sweepSessions(deps.db.reader)
    await sweepCounters(deps.db.reader)
    await forgetDone(deps.db.reader)
    return 0
  }
  return [
    { name: sendRequestedCodesJob, everySeconds: 5, run: () => sendRequestedCodes(deps) },
    { name: 'sweep-sessions', everySeconds: 600, run: sweep },
  ]
}

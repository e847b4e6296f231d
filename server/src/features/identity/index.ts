import type { Reader } from '../../platform/database.ts'
import type { Job } from '../../platform/jobs.ts'
import { sweepCounters } from '../../platform/rate-limit.ts'
import { sweepSessions } from './sessions.ts'

export { type CodeOwner, sendCode } from './codes.ts'
export { hashPassword } from './passwords.ts'
export { identityRoutes } from './routes.ts'
export { resolveSession, startSession } from './sessions.ts'
export { recordSmsOptOut } from './sms-opt-out.ts'

/** Removes sessions and counters that have run out. */
export function identityJobs({ db }: { db: { reader: Reader } }): Job[] {
  const sweep = async () => {
    await sweepSessions(db.reader)
    await sweepCounters(db.reader)
    return 0
  }
  return [{ name: 'sweep-sessions', everySeconds: 600, run: sweep }]
}
export { normaliseSmsNumber, type ProfileChange, updateProfile } from './update-profile.ts'

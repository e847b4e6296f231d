import type { Job } from '../../platform/jobs.ts'
import { sweepCounters } from '../../platform/rate-limit.ts'
import { sendRequestedCodes, sendRequestedCodesJob } from './resend-code.ts'
import { sweepSessions } from './sessions.ts'
import type { CodeDeps } from './verify-code.ts'

export { type CodeOwner, sendCode } from './codes.ts'
export { addressLimits } from './limits.ts'
export { foldUsername } from './names.ts'
export { noteTestAudio } from './note-test-audio.ts'
export { hashPassword } from './passwords.ts'
export { sendRequestedCodes } from './resend-code.ts'
export { maskEmail } from './reset-password.ts'
export { identityRoutes } from './routes.ts'
export { prolongSession, resolveSession, startSession } from './sessions.ts'
export { recordSmsOptOut } from './sms-opt-out.ts'
export { normaliseSmsNumber, type ProfileChange, updateProfile } from './update-profile.ts'

/** Sends the codes asked for, and removes sessions and counters that have run out. */
export function identityJobs(deps: CodeDeps): Job[] {
  const sweep = async () => {
    await sweepSessions(deps.db.reader)
    await sweepCounters(deps.db.reader)
    return 0
  }
  return [
    { name: sendRequestedCodesJob, everySeconds: 5, run: () => sendRequestedCodes(deps) },
    { name: 'sweep-sessions', everySeconds: 600, run: sweep },
  ]
}

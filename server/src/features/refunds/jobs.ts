import type { Job } from '../../platform/jobs.ts'
import type { RefundDeps } from './deps.ts'
import { matchJob } from './match-payments.ts'
import { refundLanes } from './settle-refunds.ts'

/** Settles refunds that a crash left, and watches those that are pending, and disputes; compares the books. */
export function refundJobs(deps: RefundDeps): Job[] {
  return [...(refundLanes(deps) as Job[]), matchJob(deps)]
}

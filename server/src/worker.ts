import type { Deps } from './deps.ts'
import { identityJobs } from './features/identity/index.ts'
import { paymentJobs } from './features/payments/index.ts'
import type { Job } from './platform/jobs.ts'

/** Every job of the product. Workers and tests run the very same ones. */
export function buildWorker(deps: Deps): Job[] {
  return [...identityJobs(deps), ...paymentJobs(deps)]
}

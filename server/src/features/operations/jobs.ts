import type { Job } from '../../platform/jobs.ts'
import type { PaymentDeps } from '../payments/index.ts'
import { compareSweep } from './compare-restored.ts'

/** Finds out, after a restore, what was paid in the time that the database lacks. */
export function operationsJobs(deps: PaymentDeps): Job[] {
  return [compareSweep(deps)]
}

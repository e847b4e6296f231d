import type { Job } from '../../platform/jobs.ts'
import type { PaymentDeps } from './deps.ts'
import { detachLane } from './detach-methods.ts'
import { eventLanes } from './process-events.ts'
import { reconcileLanes } from './reconcile-purchases.ts'

/** Works off the provider's callbacks, settles what a crash left open, takes back what failed, and forgets cards. */
export function paymentJobs(deps: PaymentDeps): Job[] {
  return [...eventLanes(deps), ...reconcileLanes(deps), detachLane(deps)]
}

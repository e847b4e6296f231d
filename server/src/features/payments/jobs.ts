import type { Job } from '../../platform/jobs.ts'
import type { PaymentDeps } from './deps.ts'
import { detachLanes } from './detach-methods.ts'
import { type EventHandlers, eventLanes } from './process-events.ts'
import { reconcileLanes } from './reconcile-purchases.ts'

/** Works off the providers' callbacks, settles what a crash left open, takes back what failed, and forgets instruments. */
export function paymentJobs(deps: PaymentDeps, handlers: EventHandlers): Job[] {
  return [...eventLanes(deps, handlers), ...reconcileLanes(deps), ...detachLanes(deps)]
}

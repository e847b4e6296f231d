import type { Job } from '../../platform/jobs.ts'
import { detachMethodsJob } from './default-card-store.ts'
import type { PaymentDeps } from './deps.ts'
import { detachMethods } from './detach-methods.ts'
import { processEvents } from './process-events.ts'
import { processEventsJob } from './receive-event.ts'
import { reconcilePurchases } from './reconcile-purchases.ts'

/** Works off the provider's callbacks, settles what a crash left open, and forgets cards. */
export function paymentJobs(deps: PaymentDeps): Job[] {
  return [
    { name: processEventsJob, everySeconds: 5, run: () => processEvents(deps) },
    { name: 'reconcile-purchases', everySeconds: 5, run: () => reconcilePurchases(deps) },
    { name: detachMethodsJob, everySeconds: 30, run: () => detachMethods(deps) },
  ]
}

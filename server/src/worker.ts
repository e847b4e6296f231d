import type { Deps } from './deps.ts'
import { audioJobs } from './features/audio/index.ts'
import { autoPurchaseJobs } from './features/auto-purchase/index.ts'
import { deliveryJobs } from './features/delivery/index.ts'
import { identityJobs } from './features/identity/index.ts'
import { mediaJobs } from './features/media/index.ts'
import { messageJobs } from './features/messages/index.ts'
import { operationsJobs } from './features/operations/index.ts'
import { paymentJobs } from './features/payments/index.ts'
import { refundEvents, refundJobs } from './features/refunds/index.ts'
import { rehearsalJobs } from './features/rehearsal/index.ts'
import type { Job } from './platform/jobs.ts'

/** Every job of the product. Workers and tests run the very same ones. */
export function buildWorker(deps: Deps): Job[] {
  return [
    ...audioJobs(deps),
    ...autoPurchaseJobs(deps),
    ...deliveryJobs(deps),
    ...identityJobs(deps),
    ...mediaJobs(deps),
    ...messageJobs(deps),
    ...operationsJobs(deps),
    ...paymentJobs(deps, refundEvents(deps)),
    ...refundJobs(deps),
    ...rehearsalJobs(deps),
  ]
}

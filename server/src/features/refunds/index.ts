import type { EventHandlers } from '../payments/index.ts'
import type { RefundDeps } from './deps.ts'
import { lookUpRefunds } from './look-up-refunds.ts'
import { recordDispute } from './record-dispute.ts'

export { compareBooks } from './compare-books.ts'
export { coverShortfalls } from './cover-shortfalls.ts'
export type { RefundDeps } from './deps.ts'
export { refundJobs } from './jobs.ts'
export { countRefundsOfProviders, hasOpenDispute } from './queries.ts'
export { countMatches, countUntoldRefunds, readHealth } from './read-health.ts'
export { refundRoutes } from './routes.ts'

/** What events of payments ask of refunds and disputes. */
export function refundEvents(deps: RefundDeps): EventHandlers {
  return {
    onRefund: (provider, payment) => lookUpRefunds(deps, provider, payment),
    onDispute: (provider, disputeId) => recordDispute(deps, provider, disputeId),
  }
}

export { categoryFollowers } from './category-followers.ts'
export { decideDeliveries } from './decide-deliveries.ts'
export { wordsOf } from './delivery-fates.ts'
export { holdDeliveries } from './hold-deliveries.ts'
export { deliveryJobs } from './jobs.ts'
export { planDeliveries } from './plan-deliveries.ts'
export type { InboundSms, MailReturns, ReplyWish, SignedForm, SmsCallbacks } from './ports.ts'
export {
  countDeliveries,
  countHeldSms,
  countUntoldSms,
  type HeldText,
  listDoubtedBounces,
  readHeldTexts,
} from './queries.ts'
export { holdOf, type QuietHours, readQuietHours } from './quiet-hours.ts'
export { reportsCaller } from './receive-status.ts'
export { deliveryRoutes } from './routes.ts'
export type { SendDeps } from './send-deliveries.ts'
export { decide } from './sendable.ts'
export { countOutcomes, type OutcomeCount } from './text-outcomes.ts'
export { readDeliverySummaries } from './text-report.ts'
export { registerDeliveryWebhooks, type WebhookDeps } from './webhooks.ts'

export type { PaymentDeps } from './deps.ts'
export { paymentJobs } from './jobs.ts'
export {
  changeRefunded,
  findPaidBy,
  findPaidPurchase,
  lockPaidPurchase,
} from './paid-purchase-store.ts'
export type {
  Dispute,
  Movement,
  PaymentIds,
  PaymentProvider,
  Refund,
  RefundResult,
} from './ports.ts'
export { chargeSecondsMax } from './ports.ts'
export type { EventHandlers } from './process-events.ts'
export { keptAtSql, listProviders, type ProviderAccount, providerOf } from './providers.ts'
export { type PayingConsumer, type Purchase, readPayingConsumer } from './purchase-store.ts'
export { readDefaultPayment } from './queries.ts'
export { paymentRoutes } from './routes.ts'
export { countTokens, currency, formatCents } from './rules.ts'
export { registerPaymentWebhooks } from './webhooks.ts'

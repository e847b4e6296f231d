export { type Adopted, adoptPayment } from './adopt-payment.ts'
export { chargePurchase } from './charge-purchase.ts'
export type { PaymentDeps } from './deps.ts'
export { hurryOpenPurchases } from './hurry-open-purchases.ts'
export { paymentJobs } from './jobs.ts'
export { findPayment } from './look-up-purchase.ts'
export { lockBuying } from './open-purchases.ts'
export {
  changeRefunded,
  findPaidBy,
  findPaidPurchase,
  lockPaidPurchase,
} from './paid-purchase-store.ts'
export {
  chargeSecondsMax,
  type Dispute,
  type Movement,
  type PaymentIds,
  type PaymentProvider,
  type Refund,
  type RefundResult,
} from './ports.ts'
export type { EventHandlers } from './process-events.ts'
export { keptAtSql, listProviders, type ProviderAccount, providerOf } from './providers.ts'
export { type PayingConsumer, type Purchase, readPayingConsumer } from './purchase-store.ts'
export {
  type ChargeableDefault,
  countEvents,
  countInSpans,
  countUntoldPayments,
  holdDefaultPayment,
  readDefaultPayment,
  type UntoldSpan,
} from './queries.ts'
export { replayEvent } from './replay-event.ts'
export { paymentRoutes } from './routes.ts'
export { countTokens, currency, formatCents } from './rules.ts'
export { startAutomaticPurchase } from './start-automatic-purchase.ts'
export { registerPaymentWebhooks } from './webhooks.ts'

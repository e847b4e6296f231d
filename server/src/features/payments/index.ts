export type { PaymentDeps } from './deps.ts'
export { paymentJobs } from './jobs.ts'
export type {
  CardCharge,
  CardDetails,
  CardOrder,
  CardProvider,
  ChargeResult,
  EventSubject,
  ProviderEvent,
  SetupResult,
} from './ports.ts'
export { readDefaultPayment } from './queries.ts'
export { paymentRoutes } from './routes.ts'
export { registerPaymentWebhooks } from './webhooks.ts'

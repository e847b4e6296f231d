import type { PaymentDeps } from '../payments/index.ts'

/** What automatic purchase needs of the outside: it buys as payments do. */
export type AutoPurchaseDeps = PaymentDeps

import type { PaymentDeps } from '../payments/index.ts'

/** What refunds and disputes need of the outside. */
export type RefundDeps = Pick<PaymentDeps, 'db' | 'log' | 'providers' | 'publicUrl'>

import type { Answer } from '@almanac/contract/endpoint'
import type { DefaultPayment, getPaymentSettings } from '@almanac/contract/payments'
import type { Purchase, ShownPackage } from './use-purchase.ts'

/** What each way to pay is given. */
export interface PaymentPanelProps {
  settings: Answer<typeof getPaymentSettings>
  /** Undefined while it is not known. */
  defaultPayment: DefaultPayment | undefined
  purchase: Purchase
  shown: ShownPackage
}

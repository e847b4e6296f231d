import { waysToPay } from '@almanac/contract/payments'
import type { PaymentProvider } from '../../features/payments/ports.ts'
import { accountOf } from './account.ts'
import { approvalOrigin } from './approval.ts'
import type { Patiences } from './call.ts'
import { paypalEvents } from './events.ts'
import { paypalKeptWallets } from './kept-wallets.ts'
import { paypalOrders } from './orders.ts'
import { paypalRefunds } from './refunds.ts'
import { openSessions, type PayPalSettings } from './session.ts'

export interface PayPalOptions extends PayPalSettings {
  /** Names the webhook at PayPal, whose events are taken. */
  webhookId: string
  /** Of one attempt of any call, in place of the times below. */
  timeoutMs?: number
}

/** PayPal keeps the request ids of orders for six hours (https://developer.paypal.com/api/rest/reference/idempotency). */
const repeatableSeconds = 5 * 3_600
/** Its reports are up to three hours behind (https://developer.paypal.com/docs/api/transaction-search/v1). */
const bookedAfterSeconds = 3 * 3_600
/** The attempts, their pauses and a token before stay below `chargeSecondsMax`. */
const chargeTimeoutMs = 20_000
const timeoutMs = 8_000
const attempts = 3

/** The SDK's own limit of an OAuth call, and all pauses between the attempts. */
const tokenMs = 8_000
const pausesMs = 1_000

/** How long a charge takes at the most, in seconds, when no attempt of it is answered. */
export function chargeSecondsOf(): number {
  return (attempts * chargeTimeoutMs + attempts * tokenMs + pausesMs) / 1_000
}

/** Payments by PayPal and Venmo: approved at their own pages, taken by us. */
export function createPayPal(options: PayPalOptions): PaymentProvider {
  const sessions = openSessions(options)
  const origin = approvalOrigin(options)
  const patience: Patiences = {
    charge: { timeoutMs: options.timeoutMs ?? chargeTimeoutMs, attempts },
    lookUp: { timeoutMs: options.timeoutMs ?? timeoutMs, attempts: 1 },
  }
  return {
    name: waysToPay.paypal.provider,
    account: accountOf(options),
    repeatableSeconds,
    isFoundByRepeating: true,
    isTakenByAdvance: true,
    isReversalListed: true,
    // The stand-in's books are those of the moment.
    bookedAfterSeconds: options.baseUrl === undefined ? bookedAfterSeconds : 0,
    ...paypalOrders(sessions, patience, origin),
    ...paypalRefunds(sessions, patience),
    ...paypalKeptWallets(sessions, patience, origin),
    ...paypalEvents(sessions, patience, options.webhookId),
  }
}

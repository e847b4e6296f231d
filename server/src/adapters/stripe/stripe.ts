import { waysToPay } from '@almanac/contract/payments'
import { type PaymentProvider, sandboxAccountName } from '../../features/payments/ports.ts'
import { accountOf } from './account.ts'
import { openStripe, rateSecondsMax } from './call.ts'
import { stripeEvents } from './events.ts'
import { stripeKeptCards } from './kept-cards.ts'
import type { Patience } from './patience.ts'
import { stripePayments } from './payments.ts'
import { stripeRefunds } from './refunds.ts'

export interface StripeSettings {
  secretKey: string
  webhookSecret: string
  /** Where the sandbox listens; without it, the real API. */
  baseUrl?: string
  /** Of one attempt of any call, in place of the times below. */
  timeoutMs?: number
}

/** Stripe forgets idempotency keys after 24 hours (https://docs.stripe.com/api/idempotent_requests). */
const repeatableSeconds = 20 * 3_600
const retriesMax = 2
/** Three attempts, the SDK's pauses between them and those for a rate limit stay below `chargeSecondsMax`. */
const chargeTimeoutMs = 25_000
const timeoutMs = 8_000
/** The SDK's longest pause before a retry. */
const retryPauseMaxMs = 5_000

/** How long a charge takes at the most, in seconds, when no attempt of it is answered. */
export function chargeSecondsOf(): number {
  return ((retriesMax + 1) * chargeTimeoutMs + retriesMax * retryPauseMaxMs) / 1_000 + rateSecondsMax
}

/** Card payments by Stripe, with the SDK's retries under one idempotency key. */
export function createStripe(settings: StripeSettings): PaymentProvider {
  const timeout = settings.timeoutMs ?? timeoutMs
  const stripe = openStripe(settings.secretKey, {
    maxNetworkRetries: retriesMax,
    timeout,
    telemetry: false,
    ...(settings.baseUrl ? addressOf(settings) : {}),
  })
  const patience: Patience = {
    charge: { timeout: settings.timeoutMs ?? chargeTimeoutMs, maxNetworkRetries: retriesMax },
    lookUp: { timeout, maxNetworkRetries: 0 },
  }
  return {
    name: waysToPay.card.provider,
    repeatableSeconds,
    isFoundByRepeating: false,
    isTakenByAdvance: false,
    isReversalListed: false,
    bookedAfterSeconds: 0,
    account: settings.baseUrl ? sandboxAccountName : accountOf(settings.secretKey),
    ...stripePayments(stripe, patience),
    ...stripeRefunds(stripe, patience),
    ...stripeKeptCards(stripe, patience),
    ...stripeEvents(stripe, settings.webhookSecret),
  }
}

function addressOf({ secretKey, baseUrl = '' }: StripeSettings) {
  if (secretKey.startsWith('sk_live_')) throw new Error('A live Stripe key must not be used with the sandbox')
  const url = new URL(baseUrl)
  const protocol = url.protocol === 'https:' ? ('https' as const) : ('http' as const)
  return { host: url.hostname, port: url.port || (protocol === 'https' ? '443' : '80'), protocol }
}

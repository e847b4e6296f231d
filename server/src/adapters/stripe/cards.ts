import Stripe from 'stripe'
import type { CardProvider } from '../../features/payments/ports.ts'
import { stripeCharges } from './charges.ts'
import { stripeEvents } from './events.ts'
import { stripeSavedCards } from './saved-cards.ts'

export interface StripeSettings {
  secretKey: string
  webhookSecret: string
  /** Where the sandbox listens; without it, the real API. */
  baseUrl?: string
  /** Of one attempt; there are three. */
  timeoutMs?: number
}

const retriesMax = 2
const timeoutMs = 8_000

/** Card payments by Stripe, with the SDK's retries under one idempotency key. */
export function createStripeCards(settings: StripeSettings): CardProvider {
  const stripe = new Stripe(settings.secretKey, {
    maxNetworkRetries: retriesMax,
    timeout: settings.timeoutMs ?? timeoutMs,
    telemetry: false,
    ...(settings.baseUrl ? addressOf(settings) : {}),
  })
  return {
    ...stripeCharges(stripe),
    ...stripeSavedCards(stripe),
    ...stripeEvents(stripe, settings.webhookSecret),
  }
}

function addressOf({ secretKey, baseUrl = '' }: StripeSettings) {
  if (secretKey.startsWith('sk_live_')) throw new Error('A live Stripe key must not be used with the sandbox')
  const url = new URL(baseUrl)
  const protocol = url.protocol === 'https:' ? ('https' as const) : ('http' as const)
  return { host: url.hostname, port: url.port || (protocol === 'https' ? '443' : '80'), protocol }
}

import type { Delivery } from '../state/records.ts'

/** How callbacks are delivered. All off means: at once, once, in order. */
export type WebhookMode = {
  /** Wait before each, in milliseconds. */
  delayMs: number
  /** How many times each is delivered, the copies at the same time as the first. */
  repeat: number
  /** Spreads each by a random wait, so that they arrive in any order. */
  shuffle: boolean
  /** The next so many are dropped; -1 drops all. */
  lose: number
}

export type WebhookModes = Record<Delivery['provider'], WebhookMode>

export const webhookProviders = ['stripe', 'paypal', 'twilio', 'smtp'] as const

/** The modes of untroubled providers. */
export function allCalm(): WebhookModes {
  const calm = () => ({ delayMs: 0, repeat: 1, shuffle: false, lose: 0 })
  return { stripe: calm(), paypal: calm(), twilio: calm(), smtp: calm() }
}

/** Over how long a shuffled callback is spread, in milliseconds. */
export const shuffleWindowMs = 1500

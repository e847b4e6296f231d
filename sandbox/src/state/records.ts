import type Stripe from 'stripe'

/** A message that reached a phone or a mailbox. `createdAt` is ISO 8601 in UTC. */
export type InboxMessage = {
  id: string
  channel: 'sms' | 'email'
  direction: 'in' | 'out'
  to: string
  from: string
  subject: string | null
  text: string
  html: string | null
  headers: Record<string, string>
  createdAt: string
  /** Twilio's id of a text. */
  sid?: string
}

/** Twilio's message resource with what its API doesn't show. */
export type SmsRecord = {
  id: string
  accountSid: string
  messagingServiceSid: string | null
  from: string
  to: string
  body: string
  direction: 'outbound-api' | 'outbound-reply' | 'inbound'
  status: 'accepted' | 'queued' | 'sending' | 'sent' | 'delivered' | 'undelivered' | 'failed' | 'received'
  errorCode: number | null
  numSegments: number
  statusCallback: string | null
  /** After so many seconds it was not to be sent any more; null where the caller did not say. */
  validitySeconds?: number | null
  createdAt: string
  updatedAt: string
  sentAt: string | null
  /** How this message will end, decided when it was accepted. */
  fate: { status: 'delivered' | 'undelivered' | 'failed' | 'sent'; errorCode: number | null }
}

/** A number that texted STOP to a sender; `id` is `<sender>|<number>`. */
export type OptOut = { id: string; sender: string; number: string; since: string }

export type StripeEventRecord = { id: string; event: Stripe.Event }

/** One HTTP callback to the product, of whichever provider, with its fate so far. Instants are ISO 8601. */
export type Delivery = {
  id: string
  provider: 'stripe' | 'paypal' | 'twilio' | 'smtp'
  /** Stripe's or PayPal's event id, Twilio's message id, or the address that a letter was for. */
  subject: string
  label: string
  url: string
  body: string
  attempts: number
  maxAttempts: number
  /** Tried again only where no answer came; another answer than 2xx ends it. */
  endsWithAnyAnswer?: boolean
  state: 'waiting' | 'delivered' | 'failed' | 'lost'
  lastStatus: string | null
  createdAt: string
  dueAt: string
}

/** The stored answer of an idempotency key. `fingerprint` is of method, path and parameters. */
export type IdempotentAnswer = {
  id: string
  fingerprint: string
  path: string
  status: number
  body: unknown
  createdAtMs: number
}

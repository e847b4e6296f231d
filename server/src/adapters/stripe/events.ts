import { z } from 'zod'
import type { PaymentProvider } from '../../features/payments/ports.ts'
import type { OpenStripe } from './call.ts'

const toleranceSeconds = 300

/** Those after which a payment stands otherwise than before. */
const telling = new Set([
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.requires_action',
  'payment_intent.canceled',
])

/** Those of which nothing follows: what they tell is asked for, or told by one of the others. */
const meaningless = new Set([
  'payment_intent.created',
  'payment_intent.processing',
  'setup_intent.created',
  'setup_intent.requires_action',
  'setup_intent.succeeded',
  'setup_intent.setup_failed',
  'setup_intent.canceled',
  'charge.succeeded',
  'charge.pending',
  'charge.failed',
  'charge.captured',
  'charge.updated',
  'payment_method.attached',
  'customer.created',
  'customer.updated',
  'balance.available',
])

const paymentEvent = z.object({
  data: z.object({
    object: z.object({
      id: z.string(),
      metadata: z.record(z.string(), z.string()).default({}),
    }),
  }),
})

/** Reads webhooks; the signature covers the raw body and may be 300 s old at the most. */
export function stripeEvents(
  open: OpenStripe,
  webhookSecret: string,
): Pick<PaymentProvider, 'readEvent' | 'subjectOf'> {
  return {
    async readEvent(rawBody, headers) {
      const signature = headers['stripe-signature']
      if (typeof signature !== 'string') return null
      const stripe = await open()
      try {
        const event = stripe.webhooks.constructEvent(rawBody, signature, webhookSecret, toleranceSeconds)
        return { id: event.id, type: event.type, body: event }
      } catch {
        return null
      }
    },
    subjectOf({ type, body }) {
      if (meaningless.has(type)) return { kind: 'nothing' }
      if (!telling.has(type)) return { kind: 'unhandled' }
      const event = paymentEvent.safeParse(body)
      if (!event.success) return { kind: 'unhandled' }
      const { id, metadata } = event.data.data.object
      return { kind: 'payment', providerPaymentId: id, reference: metadata.reference ?? null }
    },
  }
}

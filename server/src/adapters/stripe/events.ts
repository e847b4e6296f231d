import type Stripe from 'stripe'
import { z } from 'zod'
import type { CardProvider } from '../../features/payments/ports.ts'

const toleranceSeconds = 300

/** Those after which a charge stands otherwise than before. */
const telling = new Set([
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.requires_action',
  'payment_intent.canceled',
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
  stripe: Stripe,
  webhookSecret: string,
): Pick<CardProvider, 'readEvent' | 'subjectOf'> {
  return {
    readEvent(rawBody, signature) {
      try {
        const event = stripe.webhooks.constructEvent(rawBody, signature, webhookSecret, toleranceSeconds)
        return { id: event.id, type: event.type, body: event }
      } catch {
        return null
      }
    },
    subjectOf({ type, body }) {
      if (!telling.has(type)) return null
      const event = paymentEvent.safeParse(body)
      if (!event.success) return null
      const { id, metadata } = event.data.data.object
      return { providerPaymentId: id, reference: metadata.reference ?? null }
    },
  }
}

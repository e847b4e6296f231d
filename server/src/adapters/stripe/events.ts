import { z } from 'zod'
import type { EventSubject, PaymentProvider } from '../../features/payments/ports.ts'
import type { OpenStripe } from './call.ts'

const toleranceSeconds = 300

/** Those after which a payment stands otherwise than before. */
const telling = new Set([
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.requires_action',
  'payment_intent.canceled',
])

const ofRefund = new Set(['refund.created', 'refund.updated', 'refund.failed', 'charge.refund.updated'])

const ofDispute = new Set([
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
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

const about = z.object({
  data: z.object({
    object: z.object({
      id: z.string(),
      metadata: z.record(z.string(), z.string()).nullish(),
      payment_intent: z.string().nullish(),
      charge: z.string().nullish(),
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
      const event = about.safeParse(body)
      return event.success ? subjectFrom(type, event.data.data.object) : { kind: 'unhandled' }
    },
  }
}

type Told = z.output<typeof about>['data']['object']

function subjectFrom(type: string, told: Told): EventSubject {
  const { id, metadata } = told
  if (telling.has(type))
    return { kind: 'payment', providerPaymentId: id, reference: metadata?.reference ?? null }
  if (ofRefund.has(type))
    return { kind: 'refund', providerPaymentId: told.payment_intent ?? null, captureId: told.charge ?? null }
  if (type === 'charge.refunded')
    return { kind: 'refund', providerPaymentId: told.payment_intent ?? null, captureId: id }
  if (ofDispute.has(type)) return { kind: 'dispute', disputeId: id }
  if (type === 'payment_method.detached') return { kind: 'method_gone', methodId: id }
  if (type === 'customer.deleted') return { kind: 'customer_gone', customerId: id }
  return { kind: 'unhandled' }
}

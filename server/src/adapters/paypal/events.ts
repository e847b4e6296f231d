import { z } from 'zod'
import type { EventSubject, PaymentProvider } from '../../features/payments/ports.ts'
import type { Patiences } from './call.ts'
import type { PayPalSessions } from './session.ts'
import { isGenuine, readTransmission } from './verify-event.ts'

/** Those after which an order stands otherwise than before. */
const ofOrder = new Set([
  'CHECKOUT.ORDER.APPROVED',
  'CHECKOUT.ORDER.COMPLETED',
  'CHECKOUT.ORDER.DECLINED',
  'CHECKOUT.ORDER.VOIDED',
  'CHECKOUT.PAYMENT-APPROVAL.REVERSED',
])

const ofCapture = new Set([
  'PAYMENT.CAPTURE.COMPLETED',
  'PAYMENT.CAPTURE.DENIED',
  'PAYMENT.CAPTURE.DECLINED',
  'PAYMENT.CAPTURE.PENDING',
])

/** Given back by us, at PayPal's own pages, or by a lost dispute. */
const ofRefund = new Set([
  'PAYMENT.CAPTURE.REFUNDED',
  'PAYMENT.CAPTURE.REVERSED',
  'PAYMENT.REFUND.PENDING',
  'PAYMENT.REFUND.FAILED',
])

const ofDispute = new Set([
  'CUSTOMER.DISPUTE.CREATED',
  'CUSTOMER.DISPUTE.UPDATED',
  'CUSTOMER.DISPUTE.RESOLVED',
])

/** Those of which nothing follows: what they tell is told by one of the others. */
const meaningless = new Set([
  'CHECKOUT.ORDER.SAVED',
  'CHECKOUT.CHECKOUT.BUYER-APPROVED',
  'VAULT.PAYMENT-TOKEN.DELETION-INITIATED',
])

const text = z.string().min(1)
const links = z.array(z.object({ rel: z.string(), href: z.string() })).nullish()
const order = z.object({
  id: text.nullish(),
  order_id: text.nullish(),
  purchase_units: z.array(z.object({ custom_id: z.string().nullish() })).nullish(),
})
const taken = z.object({
  id: text,
  custom_id: z.string().nullish(),
  supplementary_data: z.object({ related_ids: z.object({ order_id: text.nullish() }).nullish() }).nullish(),
  links,
})
const dispute = z.object({ dispute_id: text })
const token = z.object({ id: text, metadata: z.object({ order_id: text.nullish() }).nullish() })
const about = z.object({ resource: z.unknown() })

/** Reads webhooks; PayPal itself is asked whether it sent one. */
export function paypalEvents(
  sessions: PayPalSessions,
  patience: Patiences,
  webhookId: string,
): Pick<PaymentProvider, 'readEvent' | 'subjectOf'> {
  return {
    async readEvent(rawBody, headers) {
      const transmission = readTransmission(rawBody, headers)
      if (!transmission || !(await isGenuine(sessions, patience, webhookId, transmission))) return null
      const { id, event_type: type } = transmission.event
      return { id, type, body: transmission.event }
    },
    subjectOf({ type, body }) {
      if (meaningless.has(type)) return { kind: 'nothing' }
      const event = about.safeParse(body)
      return (event.success ? subjectFrom(type, event.data.resource) : null) ?? { kind: 'unhandled' }
    },
  }
}

/** Null for an event that nobody handles, or that does not say what it is about. */
function subjectFrom(type: string, resource: unknown): EventSubject | null {
  if (ofOrder.has(type)) return orderSubject(resource)
  if (ofCapture.has(type)) return captureSubject(resource)
  if (ofRefund.has(type)) return refundSubject(type, resource)
  if (ofDispute.has(type)) {
    const { data } = dispute.safeParse(resource)
    return data ? { kind: 'dispute', disputeId: data.dispute_id } : null
  }
  const { data } = token.safeParse(resource)
  if (!data) return null
  if (type === 'VAULT.PAYMENT-TOKEN.DELETED') return { kind: 'method_gone', methodId: data.id }
  if (type !== 'VAULT.PAYMENT-TOKEN.CREATED') return null
  // Without an order it was kept by itself: whoever asked for that has its answer.
  const providerPaymentId = data.metadata?.order_id
  return providerPaymentId ? { kind: 'method_kept', providerPaymentId } : { kind: 'nothing' }
}

function orderSubject(resource: unknown): EventSubject | null {
  const { data } = order.safeParse(resource)
  const providerPaymentId = data?.order_id ?? data?.id
  if (!providerPaymentId) return null
  return { kind: 'payment', providerPaymentId, reference: data?.purchase_units?.[0]?.custom_id ?? null }
}

function captureSubject(resource: unknown): EventSubject | null {
  const { data } = taken.safeParse(resource)
  const providerPaymentId =
    data && (data.supplementary_data?.related_ids?.order_id ?? idIn(data.links, 'orders'))
  return providerPaymentId ? { kind: 'payment', providerPaymentId, reference: data.custom_id ?? null } : null
}

/** Of a reversal PayPal sends the capture itself, of anything else the refund, which links to its capture. */
function refundSubject(type: string, resource: unknown): EventSubject | null {
  const { data } = taken.safeParse(resource)
  if (!data) return null
  const captureId = idIn(data.links, 'captures') ?? (type === 'PAYMENT.CAPTURE.REVERSED' ? data.id : null)
  const providerPaymentId = data.supplementary_data?.related_ids?.order_id ?? idIn(data.links, 'orders')
  return captureId || providerPaymentId ? { kind: 'refund', providerPaymentId, captureId } : null
}

/** The id in a link to a thing of that kind: `…/v2/payments/captures/2GG…`. */
function idIn(given: z.output<typeof links>, kind: 'orders' | 'captures'): string | null {
  const form = new RegExp(`/${kind}/([A-Z0-9]+)$`)
  const up = given?.find(({ rel, href }) => rel === 'up' && form.test(href))
  return form.exec(up?.href ?? '')?.[1] ?? null
}

import type { World } from '../context.ts'
import type { CaptureRow } from '../paypal/rows.ts'

/** A payment or refund as the provider knows it. `amount` is in dollars, always positive. */
export type BookedMoney = {
  /** Of a capture: Stripe's payment intent, PayPal's capture. */
  id: string
  provider: 'stripe' | 'paypal'
  kind: 'capture' | 'refund'
  amount: number
  status: string
  createdAt: string
  /** Stripe's charge, PayPal's capture. */
  charge: string
  /** Stripe's payment intent, PayPal's order. */
  paymentIntent: string
  customer: string | null
  /** PayPal's are `custom_id` and `invoice_id`. */
  metadata: Record<string, string>
  /** Of a capture: its cardholder disputed it. */
  disputed: boolean
}

/** All money that moved, newest first. Refused payments moved none and are not in it. */
export function bookedMoney(world: World): BookedMoney[] {
  const { charges, refunds } = world.books
  const captures = charges
    .all()
    .filter((charge) => charge.status === 'succeeded')
    .map((charge) => ({
      ...commonOf(charge),
      id: String(charge.payment_intent ?? charge.id),
      kind: 'capture' as const,
      charge: charge.id,
      status: String(charge.status),
      disputed: charge.disputed,
    }))
  const returned = refunds.all().map((refund) => ({
    ...commonOf(refund),
    id: refund.id,
    kind: 'refund' as const,
    charge: String(refund.charge),
    status: refund.status ?? 'pending',
    disputed: false,
  }))
  return [...captures, ...returned, ...bookedAtPaypal(world)]
    .reverse()
    .sort((left, right) => (left.createdAt < right.createdAt ? 1 : left.createdAt > right.createdAt ? -1 : 0))
}

/** What is pending or was denied has moved nothing yet; what a lost dispute took is no refund. */
function bookedAtPaypal({ books }: World): BookedMoney[] {
  const captured = books.paypalCaptures
    .all()
    .filter(({ status }) => status !== 'PENDING' && status !== 'DECLINED')
  const disputes = books.paypalDisputes.all()
  const byId = new Map(captured.map((capture) => [capture.id, capture]))
  const captures = captured.map((capture) => ({
    ...commonOfPaypal(capture, capture),
    kind: 'capture' as const,
    status: 'succeeded',
    disputed: disputes.some((one) => one.captureId === capture.id),
  }))
  const refunds = books.paypalRefunds.all().flatMap((refund) => {
    const capture = byId.get(refund.captureId)
    if (!capture || refund.by === 'reversal') return []
    const status = { COMPLETED: 'succeeded', PENDING: 'pending', FAILED: 'failed' }[refund.status]
    return [{ ...commonOfPaypal(refund, capture), kind: 'refund' as const, status, disputed: false }]
  })
  return [...captures, ...refunds]
}

function commonOfPaypal(row: { id: string; amountCents: number; createdAt: string }, capture: CaptureRow) {
  const { customId, invoiceId } = capture
  return {
    id: row.id,
    provider: 'paypal' as const,
    amount: row.amountCents / 100,
    createdAt: new Date(row.createdAt).toISOString(),
    charge: capture.id,
    paymentIntent: capture.orderId,
    customer: capture.payer.accountId,
    metadata: { ...(customId && { custom_id: customId }), ...(invoiceId && { invoice_id: invoiceId }) },
  }
}

function commonOf(row: {
  amount: number
  created: number
  payment_intent?: unknown
  customer?: unknown
  metadata?: Record<string, string> | null
}) {
  return {
    provider: 'stripe' as const,
    amount: row.amount / 100,
    createdAt: new Date(row.created * 1000).toISOString(),
    paymentIntent: String(row.payment_intent ?? ''),
    customer: typeof row.customer === 'string' ? row.customer : null,
    metadata: row.metadata ?? {},
  }
}

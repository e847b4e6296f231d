import type { World } from '../context.ts'
import { showPaymentMethod } from '../stripe/payment-method-rows.ts'
import { showMessage } from '../twilio/messages.ts'

/** A payment or refund as the provider knows it. `amount` is in dollars, always positive. */
export type BookedMoney = {
  id: string
  provider: 'stripe' | 'paypal'
  kind: 'capture' | 'refund'
  amount: number
  status: string
  createdAt: string
  charge: string
  paymentIntent: string
  customer: string | null
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
  return [...captures, ...returned]
    .reverse()
    .sort((left, right) => (left.createdAt < right.createdAt ? 1 : left.createdAt > right.createdAt ? -1 : 0))
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

/** Everything, for a test that wants to look behind the providers' APIs. */
export function readState(world: World) {
  const { books, deliveries, faults } = world
  return {
    smtpPort: world.options.smtpPort,
    stripe: {
      customers: books.customers.all(),
      paymentMethods: books.paymentMethods.all().map(showPaymentMethod),
      setupIntents: books.setupIntents.all(),
      paymentIntents: books.paymentIntents.all(),
      charges: books.charges.all(),
      refunds: books.refunds.all(),
      disputes: books.disputes.all(),
      events: books.events.all().map(({ event }) => event),
    },
    twilio: {
      messages: books.sms.all().map((sms) => ({
        ...showMessage(sms),
        validity_seconds: sms.validitySeconds ?? null,
      })),
      optOuts: books.optOuts.all(),
    },
    deliveries: books.deliveries.all(),
    webhooks: deliveries.modes,
    faults: faults.list(),
    inbox: books.inbox.count(),
  }
}

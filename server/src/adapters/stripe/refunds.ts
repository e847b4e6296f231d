import type Stripe from 'stripe'
import type { Dispute, Movement, PaidIds, PaymentProvider, Refund } from '../../features/payments/ports.ts'
import { callStripe, isMissing, type OpenStripe, refusalOf } from './call.ts'
import type { Patience } from './patience.ts'
import { idOf } from './payments.ts'

const pageSize = 100

/** Refunds and disputes of payment intents, and the account's movements of money. */
export function stripeRefunds(
  open: OpenStripe,
  patience: Patience,
): Pick<PaymentProvider, 'refund' | 'lookUpRefund' | 'listRefunds' | 'lookUpDispute' | 'listMovements'> {
  async function listRefunds({ providerPaymentId }: PaidIds): Promise<Refund[]> {
    const listed = { payment_intent: providerPaymentId, limit: pageSize }
    const refunds = await orNull(() =>
      callStripe(open, 'list refunds', (stripe) => allOf(stripe.refunds.list(listed, patience.lookUp))),
    )
    return refunds?.map(toRefund) ?? []
  }

  return {
    async refund({ reference, idempotencyKey, providerPaymentId, amountCents }) {
      try {
        const refund = await callStripe(open, 'refund', (stripe) =>
          stripe.refunds.create(
            { payment_intent: providerPaymentId, amount: amountCents, metadata: { reference } },
            { idempotencyKey, ...patience.charge },
          ),
        )
        return { kind: 'refund', refund: toRefund(refund) }
      } catch (error) {
        const refusal = refusalOf(error)
        if (refusal) return refusal
        throw error
      }
    },
    listRefunds,
    async lookUpRefund({ refundId, reference, ...payment }) {
      if (refundId === null)
        return (await listRefunds(payment)).find((refund) => refund.reference === reference) ?? null
      const refund = await orNull(() =>
        callStripe(open, 'get refund', (stripe) => stripe.refunds.retrieve(refundId, {}, patience.lookUp)),
      )
      return refund && toRefund(refund)
    },
    async lookUpDispute(disputeId) {
      const dispute = await orNull(() =>
        callStripe(open, 'get dispute', (stripe) => stripe.disputes.retrieve(disputeId, {}, patience.lookUp)),
      )
      return dispute ? [toDispute(dispute)] : []
    },
    async *listMovements({ from, until }) {
      const created = { gte: secondsOf(from), lt: secondsOf(until) }
      const list = { created, limit: pageSize }
      const [charges, refunds] = await callStripe(open, 'list movements', (stripe) =>
        Promise.all([
          allOf(stripe.charges.list(list, patience.lookUp)),
          allOf(stripe.refunds.list(list, patience.lookUp)),
        ]),
      )
      yield* charges.filter(({ captured, status }) => captured && status === 'succeeded').map(ofCharge)
      const given = refunds.map(toRefund).filter((refund) => refund.status !== 'failed')
      yield* given.map(ofRefund)
    },
  }
}

async function allOf<Row>(pages: AsyncIterable<Row>): Promise<Row[]> {
  const rows: Row[] = []
  for await (const row of pages) rows.push(row)
  return rows
}

const secondsOf = (at: Date) => Math.floor(at.getTime() / 1_000)

async function orNull<Result>(ask: () => Promise<Result>): Promise<Result | null> {
  try {
    return await ask()
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

function toRefund(refund: Stripe.Refund): Refund {
  return {
    refundId: refund.id,
    providerPaymentId: idOf(refund.payment_intent),
    captureId: idOf(refund.charge),
    status: refundStatusOf(refund),
    amountCents: refund.amount,
    currency: refund.currency,
    reference: refund.metadata?.reference ?? null,
    failureCode: refund.failure_reason ?? (refund.status === 'canceled' ? 'canceled' : null),
    createdAt: new Date(refund.created * 1_000),
  }
}

function refundStatusOf({ status }: Stripe.Refund): Refund['status'] {
  if (status === 'succeeded') return 'succeeded'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
}

/** One dispute as Stripe shows it. Of a lost one the amount is what it cost, its fee left out. */
export function toDispute(dispute: Stripe.Dispute): Dispute {
  const status = disputeStatusOf(dispute)
  const lostCents = status === 'lost' ? lostCentsOf(dispute) : 0
  return {
    disputeId: dispute.id,
    providerPaymentId: idOf(dispute.payment_intent),
    captureId: idOf(dispute.charge),
    status: status === 'lost' && lostCents === 0 ? 'won' : status,
    amountCents: lostCents || dispute.amount,
    currency: dispute.currency,
    reason: dispute.reason,
    createdAt: new Date(dispute.created * 1_000),
    decidedAt: null,
  }
}

/** An inquiry of the bank (`warning_…`) is open as well: it may become a dispute; closed, no money was taken. */
function disputeStatusOf({ status }: Stripe.Dispute): Dispute['status'] {
  if (status === 'lost') return 'lost'
  return status === 'won' || status === 'warning_closed' || status === 'prevented' ? 'won' : 'open'
}

/** Stripe reinstates what was refunded before: a lost dispute costs only what was withdrawn and has not come back. */
function lostCentsOf({ amount, currency, balance_transactions: transactions }: Stripe.Dispute): number {
  const moved = transactions.filter((one) => one.currency === currency)
  if (moved.length < 2) return amount
  return Math.max(0, -moved.reduce((sum, one) => sum + one.amount, 0))
}

function ofCharge(charge: Stripe.Charge): Movement {
  return {
    kind: 'payment',
    id: charge.id,
    captureId: charge.id,
    providerPaymentId: idOf(charge.payment_intent),
    amountCents: charge.amount_captured,
    currency: charge.currency,
    reference: charge.metadata.reference ?? null,
    createdAt: new Date(charge.created * 1_000),
  }
}

function ofRefund({ refundId, status: _, failureCode: __, ...refund }: Refund): Movement {
  return { ...refund, kind: 'refund', id: refundId }
}

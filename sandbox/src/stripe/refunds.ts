import type Stripe from 'stripe'
import { newStripeId } from '../state/ids.ts'
import { cardByTestId } from './cards.ts'
import { addBalanceTransaction } from './charges.ts'
import { nowSeconds, type StripeCall, type StripeWorld, textOf } from './context.ts'
import { isDisputeOpenOrLost } from './disputes.ts'
import { badParameter, missing, refused } from './errors.ts'
import { emit } from './events.ts'
import { mergeMetadata } from './parameters.ts'
import { idOf } from './references.ts'

const laterMs = 1500

/** Gives money back, at most what is left of the charge; several partial refunds are allowed. */
export function createRefund(call: StripeCall): Stripe.Refund {
  return refundCharge(call.world, chargeToRefund(call), {
    amountCents: call.parameters.amount as number | undefined,
    reason: textOf(call, 'reason') ?? null,
    metadata: mergeMetadata({}, call.parameters.metadata),
    cause: call,
  })
}

/** Somebody refunds by hand at the dashboard: the product learns of it by events alone. */
export function refundAtDashboard(
  world: StripeWorld,
  chargeId: string,
  amountCents: number | undefined,
): Stripe.Refund {
  const charge = world.books.charges.get(chargeId)
  if (charge?.status !== 'succeeded') throw missing('charge', chargeId, 'charge', false)
  const cause = { requestId: 'req_dashboard', idempotencyKey: null }
  return refundCharge(world, charge, { amountCents, reason: 'requested_by_customer', metadata: {}, cause })
}

type Refunding = {
  amountCents: number | undefined
  reason: string | null
  metadata: Record<string, string>
  cause: Pick<StripeCall, 'requestId' | 'idempotencyKey'>
}

function refundCharge(world: StripeWorld, charge: Stripe.Charge, input: Refunding): Stripe.Refund {
  if (charge.refunded) {
    throw refused(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  }
  if (isDisputeOpenOrLost(world, charge.id)) {
    throw refused(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    })
  }
  const rest = charge.amount - charge.amount_refunded
  const amount = input.amountCents ?? rest
  if (amount > rest) {
    throw refused(
      `Refund amount ($${(amount / 100).toFixed(2)}) is greater than unrefunded amount on charge ($${(rest / 100).toFixed(2)})`,
      { param: 'amount' },
    )
  }
  const later = laterFateOf(world, charge)
  const refund = addRefund(world, charge, {
    amountCents: amount,
    status: later === 'refund_pending' ? 'pending' : 'succeeded',
    reason: input.reason,
    metadata: input.metadata,
  })
  const before = { amount_refunded: charge.amount_refunded, refunded: charge.refunded }
  emit(world, 'refund.created', refund, { cause: input.cause })
  const charged = world.books.charges.get(charge.id) ?? charge
  emit(world, 'charge.refunded', charged, { cause: input.cause, previous: before })
  if (later) setTimeout(() => finishRefund(world, refund.id, later), laterMs).unref()
  return refund
}

function laterFateOf(world: StripeWorld, charge: Stripe.Charge) {
  const method = world.books.paymentMethods.get(charge.payment_method ?? '')
  const later = cardByTestId(method?.sandbox.card ?? '')?.later
  return later === 'dispute' ? undefined : later
}

/** Stores a refund and takes it off the charge; `id` and `created` are given for past ones. */
export function addRefund(
  world: StripeWorld,
  charge: Stripe.Charge,
  input: {
    amountCents: number
    status: string
    reason: string | null
    metadata: Record<string, string>
    id?: string
    created?: number
  },
): Stripe.Refund {
  const id = input.id ?? newStripeId('re')
  const refundedCents = charge.amount_refunded + input.amountCents
  const transaction = addBalanceTransaction(world, {
    type: 'refund',
    source: id,
    amountCents: -input.amountCents,
    feeCents: 0,
  })
  world.books.charges.put({
    ...charge,
    amount_refunded: refundedCents,
    refunded: refundedCents >= charge.amount,
  })
  return world.books.refunds.put({
    id,
    object: 'refund',
    amount: input.amountCents,
    balance_transaction: transaction,
    charge: charge.id,
    created: input.created ?? nowSeconds(),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: {
      type: 'card',
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
    },
    metadata: input.metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: input.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: input.status,
    transfer_reversal: null,
  } as unknown as Stripe.Refund)
}

/** What the bank reports later: a pending refund arrives, or a refund comes back and its money with it. */
export function finishRefund(
  world: StripeWorld,
  refundId: string,
  how: 'refund_fails' | 'refund_pending',
): Stripe.Refund | undefined {
  const refund = world.books.refunds.get(refundId)
  if (!refund || ['failed', 'canceled'].includes(refund.status ?? '')) return refund
  if (how === 'refund_pending') {
    const arrived = world.books.refunds.put({ ...refund, status: 'succeeded' })
    emit(world, 'refund.updated', arrived, { previous: { status: refund.status } })
    return arrived
  }
  const charge = world.books.charges.get(idOf(refund.charge) ?? '')
  const failed = world.books.refunds.put({
    ...refund,
    status: 'failed',
    failure_reason: 'lost_or_stolen_card',
    failure_balance_transaction: addBalanceTransaction(world, {
      type: 'refund',
      source: refund.id,
      amountCents: refund.amount,
      feeCents: 0,
    }),
  })
  if (charge) {
    const refundedCents = charge.amount_refunded - refund.amount
    world.books.charges.put({ ...charge, amount_refunded: refundedCents, refunded: false })
  }
  emit(world, 'refund.updated', failed, { previous: { status: refund.status } })
  emit(world, 'refund.failed', failed)
  return failed
}

function chargeToRefund(call: StripeCall): Stripe.Charge {
  const { books } = call.world
  const chargeId = textOf(call, 'charge')
  const intentId = textOf(call, 'payment_intent')
  if (chargeId === undefined && intentId === undefined) {
    throw badParameter(
      'charge',
      'One of the following params should be provided for this request: payment_intent or charge.',
      'parameter_missing',
    )
  }
  if (chargeId !== undefined) {
    const charge = books.charges.get(chargeId)
    if (!charge) throw missing('charge', chargeId, 'charge', false)
    if (charge.status !== 'succeeded') {
      throw refused(`Charge ${chargeId} has not succeeded and cannot be refunded.`, {
        code: 'charge_not_refundable',
      })
    }
    return charge
  }
  const intent = books.paymentIntents.get(intentId ?? '')
  if (!intent) throw missing('payment_intent', intentId ?? '', 'payment_intent', false)
  const charge = books.charges.get(idOf(intent.latest_charge) ?? '')
  if (intent.status !== 'succeeded' || !charge) {
    throw refused(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, {
      param: 'payment_intent',
    })
  }
  return charge
}

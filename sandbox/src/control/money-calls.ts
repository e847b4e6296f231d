import type { World } from '../context.ts'
import { finishCapture } from '../paypal/captures.ts'
import { decidePaypalDispute, openPaypalDispute, updatePaypalDispute } from '../paypal/disputes.ts'
import { endToken, findPaymentToken, finishVault } from '../paypal/payment-tokens.ts'
import { finishRefund as finishPaypalRefund, refundAtDashboard as refundAtPaypal } from '../paypal/refunds.ts'
import { closeDispute, openDispute } from '../stripe/disputes.ts'
import { detachAtDashboard } from '../stripe/payment-methods.ts'
import { idOf } from '../stripe/references.ts'
import { finishRefund, refundAtDashboard } from '../stripe/refunds.ts'
import type { Call } from './call.ts'
import { BadControl, readBody } from './input.ts'

type Fields = ReturnType<typeof readBody>
type Params = { params: unknown }
const idIn = (request: Params) => (request.params as { id: string }).id

/** Mounts what banks, payers and people at the providers' dashboards do to money. */
export function moneyCalls(call: Call, world: World): void {
  call('POST', '/disputes', (request) => dispute(world, readBody(request.body)))
  call('POST', '/disputes/:id/update', (request) => {
    const input = readBody(request.body)
    input.only('stage', 'status')
    const stage = input.oneOf('stage', ['INQUIRY', 'CHARGEBACK'])
    const status = input.oneOf('status', ['OPEN', 'WAITING_FOR_SELLER_RESPONSE', 'UNDER_REVIEW'])
    return updatePaypalDispute(world.paypal, idIn(request), {
      ...(stage && { stage }),
      ...(status && { status }),
    })
  })
  call('POST', '/disputes/:id/close', (request) => {
    const input = readBody(request.body)
    input.only('status', 'amountCents')
    const status = input.oneOf('status', ['won', 'lost'])
    if (!status) throw new BadControl("'status' must be won or lost.")
    return decide(world, idIn(request), status, input.whole('amountCents', 1))
  })
  call('POST', '/refunds', (request) => refund(world, readBody(request.body)))
  call('POST', '/refunds/:id/finish', (request) => {
    const input = readBody(request.body)
    input.only('outcome')
    const outcome = input.oneOf('outcome', ['succeeded', 'failed'])
    if (!outcome) throw new BadControl("'outcome' must be succeeded or failed.")
    return finish(world, idIn(request), outcome)
  })
  call('POST', '/payment-methods/:id/detach', (request) => detachAtDashboard(world.stripe, idIn(request)))
  call('POST', '/paypal/captures/:id/finish', (request) => {
    const input = readBody(request.body)
    input.only('outcome')
    const outcome = input.oneOf('outcome', ['completed', 'denied'])
    if (!outcome) throw new BadControl("'outcome' must be completed or denied.")
    return finishCapture(world.paypal, idIn(request), outcome)
  })
  call('POST', '/paypal/captures/:id/vault', (request) => finishVault(world.paypal, idIn(request)))
  call('POST', '/paypal/tokens/:id/revoke', (request) => {
    const { paypal } = world
    return endToken(paypal, findPaymentToken(paypal, idIn(request)), 'revoked')
  })
}

/** The charge or capture that a call means by one of its names, or by the payment's id at either provider. */
function paymentOf(world: World, input: Fields): { charge: string } | { capture: string } {
  const paymentIntent = input.text('paymentIntent') ?? ''
  const intent = world.books.paymentIntents.get(paymentIntent)
  const charge = input.text('charge') ?? idOf(intent?.latest_charge)
  if (charge) return { charge }
  const order = world.books.paypalOrders.get(input.text('order') ?? '')
  const capture = input.text('capture') ?? order?.captureId
  if (capture) return { capture }
  throw new BadControl("'charge', the 'paymentIntent' of a payment, 'capture' or its 'order' is needed.")
}

/** A cardholder or payer disputes a payment. @throws when it can't be */
export function dispute(world: World, input: Fields) {
  input.only('charge', 'paymentIntent', 'capture', 'order', 'stage', 'reason', 'amountCents')
  const payment = paymentOf(world, input)
  const amountCents = input.whole('amountCents', 1)
  const reason = input.text('reason')
  const stage = input.oneOf('stage', ['INQUIRY', 'CHARGEBACK'])
  const more = { ...(reason && { reason }), ...(amountCents && { amountCents }) }
  return 'charge' in payment
    ? openDispute(world.stripe, payment.charge, more)
    : openPaypalDispute(world.paypal, payment.capture, { ...more, ...(stage && { stage }) })
}

/** The bank or PayPal decides a dispute; a lost one may cost a part of it. @throws when there is none */
export function decide(world: World, id: string, status: 'won' | 'lost', partCents?: number) {
  return world.books.paypalDisputes.get(id)
    ? decidePaypalDispute(world.paypal, id, status, partCents)
    : closeDispute(world.stripe, id, status, partCents)
}

/** Somebody refunds a payment by hand, without the product. @throws when it can't be */
export function refund(world: World, input: Fields) {
  input.only('charge', 'paymentIntent', 'capture', 'order', 'amountCents')
  const payment = paymentOf(world, input)
  const amountCents = input.whole('amountCents', 1)
  return 'charge' in payment
    ? refundAtDashboard(world.stripe, payment.charge, amountCents)
    : refundAtPaypal(world.paypal, payment.capture, amountCents)
}

/** A refund arrives, or comes back. @throws when there is none */
export function finish(world: World, id: string, outcome: 'succeeded' | 'failed') {
  if (world.books.paypalRefunds.get(id)) {
    return finishPaypalRefund(world.paypal, id, outcome === 'failed' ? 'failed' : 'completed')
  }
  const how = outcome === 'failed' ? 'refund_fails' : 'refund_pending'
  const refund = finishRefund(world.stripe, id, how)
  if (!refund) throw new BadControl('There is no such refund.')
  return refund
}

import type Stripe from 'stripe'
import { type Decline, declineFor } from './cards.ts'
import { challengeAction } from './challenge-action.ts'
import { addCharge, settleLater } from './charges.ts'
import type { StripeCall, StripeWorld } from './context.ts'
import { openDisputeLater } from './disputes.ts'
import { refused, StripeFailure } from './errors.ts'
import { emit } from './events.ts'
import {
  checkUsable,
  findPaymentMethod,
  type PaymentMethodRow,
  showPaymentMethod,
  testCardOf,
} from './payment-method-rows.ts'
import { attachPaymentMethod } from './payment-methods.ts'
import { idOf } from './references.ts'

export type Confirmation = {
  paymentMethod: string | undefined
  offSession: boolean
  returnUrl: string | undefined
  useStripeSdk: boolean
  errorOnAction: boolean
}
type Cause = Pick<StripeCall, 'requestId' | 'idempotencyKey'>

const confirmable = ['requires_payment_method', 'requires_confirmation', 'requires_action']

/**
 * Confirms a payment: charges, asks for a challenge, or refuses with 402.
 * @throws a card error with the payment intent in it; unexpected_state when it can't be confirmed any more
 */
export function confirmPayment(
  call: StripeCall,
  intent: Stripe.PaymentIntent,
  input: Confirmation,
): Stripe.PaymentIntent {
  const { world } = call
  checkState(intent)
  const chosen = input.paymentMethod ?? idOf(intent.payment_method)
  if (chosen === null) throw withoutMethod(intent)
  checkReturnUrl(intent, input)
  const method = findPaymentMethod(world, chosen)
  checkUsable(method, idOf(intent.customer))
  const card = testCardOf(method)
  const fault = world.faults.strikeDecline('stripe', '/v1/payment_intents')
  const asks =
    !fault &&
    (card?.challenge === 'always' ||
      (card?.challenge === 'unless_set_up' && !(input.offSession && method.sandbox.authenticated)))
  const ready = world.books.paymentIntents.put({ ...intent, payment_method: method.id, next_action: null })
  if (asks && (input.offSession || input.errorOnAction)) {
    throw failPayment(world, ready, method, declineFor('authentication_required'), call)
  }
  if (asks) return askForChallenge(world, ready, input, call)
  const decline = fault ? declineFor(fault.code) : (card?.decline ?? null)
  if (decline) throw failPayment(world, ready, method, decline, call)
  return completePayment(world, ready, method, { challenged: false, cause: call })
}

function askForChallenge(
  world: StripeWorld,
  intent: Stripe.PaymentIntent,
  input: Confirmation,
  cause: Cause,
): Stripe.PaymentIntent {
  const next = world.books.paymentIntents.put({
    ...intent,
    status: 'requires_action',
    next_action: challengeAction(world, intent.client_secret ?? '', input),
  } as unknown as Stripe.PaymentIntent)
  emit(world, 'payment_intent.requires_action', next, { cause })
  return next
}

/** The money moved: charge, intent and events. */
export function completePayment(
  world: StripeWorld,
  intent: Stripe.PaymentIntent,
  method: PaymentMethodRow,
  more: { challenged: boolean; cause: Cause },
): Stripe.PaymentIntent {
  const charge = addCharge(world, intent, method, {
    decline: null,
    challenged: more.challenged,
    settlesLater: true,
  })
  settleLater(world, charge.id)
  const next = world.books.paymentIntents.put({
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge.id,
    last_payment_error: null,
    next_action: null,
  })
  keepOrUseUp(world, next, method, more)
  emit(world, 'charge.succeeded', charge, { cause: more.cause })
  emit(world, 'payment_intent.succeeded', next, { cause: more.cause })
  if (testCardOf(method)?.later === 'dispute') openDisputeLater(world, charge.id)
  return next
}

/** Saves the method for later when that was asked for; a method without a customer is used up otherwise. */
function keepOrUseUp(
  world: StripeWorld,
  intent: Stripe.PaymentIntent,
  method: PaymentMethodRow,
  more: { challenged: boolean; cause: Cause },
): void {
  const customer = idOf(intent.customer)
  const saves = intent.setup_future_usage !== null && customer !== null
  if (saves) {
    const kept = attachPaymentMethod(world, method, customer, more.cause)
    const authenticated = kept.sandbox.authenticated || more.challenged
    world.books.paymentMethods.put({ ...kept, sandbox: { ...kept.sandbox, authenticated } })
  } else if (method.customer === null) {
    world.books.paymentMethods.put({ ...method, sandbox: { ...method.sandbox, consumed: true } })
  }
}

/** The issuer said no: failed charge, intent back at the start, events; returns the 402 to throw. */
export function failPayment(
  world: StripeWorld,
  intent: Stripe.PaymentIntent,
  method: PaymentMethodRow,
  decline: Decline,
  cause: Cause,
): StripeFailure {
  const charge = addCharge(world, intent, method, { decline, challenged: false })
  const error = {
    type: 'card_error' as const,
    code: decline.code,
    decline_code: decline.declineCode,
    advice_code: decline.advice,
    message: decline.message,
    charge: charge.id,
    payment_method: showPaymentMethod(method),
  }
  const next = world.books.paymentIntents.put({
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    latest_charge: charge.id,
    next_action: null,
    last_payment_error: error as unknown as Stripe.PaymentIntent.LastPaymentError,
  })
  emit(world, 'charge.failed', charge, { cause })
  emit(world, 'payment_intent.payment_failed', next, { cause })
  return new StripeFailure(402, { ...error, payment_intent: next })
}

function checkState(intent: Stripe.PaymentIntent): void {
  if (confirmable.includes(intent.status)) return
  const message =
    intent.status === 'succeeded'
      ? 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
      : `You cannot confirm this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.`
  throw refused(message, { code: 'payment_intent_unexpected_state', payment_intent: intent })
}

function withoutMethod(intent: Stripe.PaymentIntent): StripeFailure {
  return refused(
    "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
    { code: 'payment_intent_unexpected_state', payment_intent: intent },
  )
}

/** Methods chosen by the dashboard might redirect; then a confirmation in person needs somewhere to return to. */
function checkReturnUrl(intent: Stripe.PaymentIntent, input: Confirmation): void {
  const automatic = intent.automatic_payment_methods
  if (!automatic?.enabled || automatic.allow_redirects === 'never') return
  if (input.offSession || input.returnUrl !== undefined || input.useStripeSdk) return
  throw refused(
    "This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don't want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.",
    { payment_intent: intent },
  )
}

import type Stripe from 'stripe'
import { completePayment, failPayment } from './confirm-payment.ts'
import type { StripeWorld } from './context.ts'
import { emit } from './events.ts'
import { findPaymentMethod, showPaymentMethod, testCardOf } from './payment-method-rows.ts'
import { idOf } from './references.ts'
import { completeSetup } from './setup-intents.ts'

const noCause = { requestId: 'req_challenge', idempotencyKey: null }

/** What waits for the cardholder's answer. */
export type PendingChallenge =
  | { kind: 'payment'; intent: Stripe.PaymentIntent }
  | { kind: 'setup'; intent: Stripe.SetupIntent }

/** Finds the intent of a client secret, whatever its state. */
export function findBySecret(world: StripeWorld, clientSecret: string): PendingChallenge | undefined {
  const id = clientSecret.split('_secret_')[0] ?? ''
  const payment = world.books.paymentIntents.get(id)
  if (payment && payment.client_secret === clientSecret) return { kind: 'payment', intent: payment }
  const setup = world.books.setupIntents.get(id)
  if (setup && setup.client_secret === clientSecret) return { kind: 'setup', intent: setup }
  return undefined
}

/** Where the cardholder goes afterwards; null when the page was opened by the browser's SDK. */
export function returnAddress(pending: PendingChallenge, approved: boolean): string | null {
  const target = pending.intent.next_action?.redirect_to_url?.return_url
  if (!target) return null
  const noun = pending.kind === 'payment' ? 'payment_intent' : 'setup_intent'
  const url = new URL(target)
  url.searchParams.set(noun, pending.intent.id)
  url.searchParams.set(`${noun}_client_secret`, pending.intent.client_secret ?? '')
  url.searchParams.set('redirect_status', approved ? 'succeeded' : 'failed')
  return url.href
}

/** Settles a challenge by the cardholder's answer; without effect when nothing waits for one. */
export function answerChallenge(world: StripeWorld, pending: PendingChallenge, approved: boolean): void {
  if (pending.intent.status !== 'requires_action') return
  if (pending.kind === 'payment') answerPayment(world, pending.intent, approved)
  else answerSetup(world, pending.intent, approved)
}

function answerPayment(world: StripeWorld, intent: Stripe.PaymentIntent, approved: boolean): void {
  const method = findPaymentMethod(world, idOf(intent.payment_method) ?? '')
  if (!approved) {
    const next = world.books.paymentIntents.put({
      ...intent,
      status: 'requires_payment_method',
      payment_method: null,
      next_action: null,
      last_payment_error: {
        ...authenticationFailure('payment_intent_authentication_failure'),
        payment_method: showPaymentMethod(method),
      } as unknown as Stripe.PaymentIntent.LastPaymentError,
    })
    emit(world, 'payment_intent.payment_failed', next)
    return
  }
  if (intent.confirmation_method === 'manual') {
    world.books.paymentIntents.put({ ...intent, status: 'requires_confirmation', next_action: null })
    return
  }
  const decline = testCardOf(method)?.decline
  if (decline) failPayment(world, intent, method, decline, noCause)
  else completePayment(world, intent, method, { challenged: true, cause: noCause })
}

function answerSetup(world: StripeWorld, intent: Stripe.SetupIntent, approved: boolean): void {
  const method = findPaymentMethod(world, idOf(intent.payment_method) ?? '')
  if (approved) {
    completeSetup(world, intent, method, { challenged: true, cause: noCause })
    return
  }
  const next = world.books.setupIntents.put({
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_setup_error: {
      ...authenticationFailure('setup_intent_authentication_failure'),
      payment_method: showPaymentMethod(method),
    } as unknown as Stripe.SetupIntent.LastSetupError,
  })
  emit(world, 'setup_intent.setup_failed', next)
}

function authenticationFailure(code: string) {
  return {
    type: 'invalid_request_error',
    code,
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  }
}

import type Stripe from 'stripe'
import { newStripeId } from '../state/ids.ts'
import { checkReturnOfNew, checkReturnUrl } from './addresses.ts'
import { type Decline, declineFor } from './cards.ts'
import { challengeAction } from './challenge-action.ts'
import { nowSeconds, type StripeCall, type StripeWorld, textOf } from './context.ts'
import { findCustomer } from './customer-rows.ts'
import { missing, refused, StripeFailure } from './errors.ts'
import { emit } from './events.ts'
import { mergeMetadata } from './parameters.ts'
import { checkTypes } from './payment-intents.ts'
import {
  checkUsable,
  findPaymentMethod,
  type PaymentMethodRow,
  showPaymentMethod,
  testCardOf,
} from './payment-method-rows.ts'
import { attachPaymentMethod } from './payment-methods.ts'
import { idOf } from './references.ts'

type Cause = Pick<StripeCall, 'requestId' | 'idempotencyKey'>

export function createSetupIntent(call: StripeCall): Stripe.SetupIntent {
  const { world, parameters } = call
  checkTypes(parameters)
  checkReturnOfNew(call)
  const customer = textOf(call, 'customer')
  if (customer !== undefined) findCustomer(call, customer)
  const chosen = textOf(call, 'payment_method')
  const method = chosen === undefined ? undefined : findPaymentMethod(world, chosen)
  if (method) checkUsable(method, customer ?? null)
  const id = newStripeId('seti')
  const allowed = (parameters.allowed_payment_method_types as string[] | undefined) ?? null
  const intent = {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: allowed,
    application: null,
    automatic_payment_methods: allowed
      ? null
      : {
          allow_redirects: 'always',
          enabled: true,
          ...(parameters.automatic_payment_methods as object | undefined),
        },
    cancellation_reason: null,
    client_secret: `${id}_secret_${newStripeId('x', 25).slice(2)}`,
    created: nowSeconds(),
    customer: customer ?? null,
    customer_account: null,
    description: textOf(call, 'description') ?? null,
    excluded_payment_method_types: parameters.excluded_payment_method_types ?? null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: mergeMetadata({}, parameters.metadata),
    next_action: null,
    on_behalf_of: null,
    payment_method: method?.id ?? null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: method ? 'requires_confirmation' : 'requires_payment_method',
    usage: textOf(call, 'usage') ?? 'off_session',
  } as unknown as Stripe.SetupIntent
  world.books.setupIntents.put(intent)
  emit(world, 'setup_intent.created', intent, { cause: call })
  return parameters.confirm === true ? confirmSetup(call, intent, method?.id) : intent
}

export function findSetupIntent(call: StripeCall): Stripe.SetupIntent {
  const id = call.path.id ?? ''
  const intent = call.world.books.setupIntents.get(id)
  const secret = textOf(call, 'client_secret')
  if (!intent || (secret !== undefined && secret !== intent.client_secret)) {
    throw missing('setupintent', id, 'intent', true)
  }
  return intent
}

export function confirmSetupByCall(call: StripeCall): Stripe.SetupIntent {
  const intent = findSetupIntent(call)
  checkReturnUrl(call)
  return confirmSetup(call, intent, textOf(call, 'payment_method'))
}

/** Asks the issuer whether the card may be kept. @throws a card error with the setup intent in it */
function confirmSetup(
  call: StripeCall,
  intent: Stripe.SetupIntent,
  paymentMethod: string | undefined,
): Stripe.SetupIntent {
  const { world } = call
  if (['succeeded', 'canceled', 'processing'].includes(intent.status)) {
    throw unexpected(
      intent,
      `You cannot confirm this SetupIntent because it has a status of ${intent.status}.`,
    )
  }
  const chosen = paymentMethod ?? idOf(intent.payment_method)
  if (chosen === null) {
    throw unexpected(intent, "You cannot confirm this SetupIntent because it's missing a payment method.")
  }
  const method = findPaymentMethod(world, chosen)
  checkUsable(method, idOf(intent.customer))
  const card = testCardOf(method)
  const ready = { ...intent, payment_method: method.id, next_action: null }
  const fault = world.faults.strikeDecline('stripe', '/v1/setup_intents')
  const decline = fault ? declineFor(fault.code) : card?.decline?.atSetup ? card.decline : null
  if (decline) throw failSetup(world, ready, method, decline, call)
  if (!card?.challenge) return completeSetup(world, ready, method, { challenged: false, cause: call })
  const action = challengeAction(world, intent.client_secret ?? '', {
    returnUrl: textOf(call, 'return_url'),
    useStripeSdk: call.parameters.use_stripe_sdk === true,
  })
  const next = { ...ready, status: 'requires_action', next_action: action } as unknown as Stripe.SetupIntent
  emit(world, 'setup_intent.requires_action', next, { cause: call })
  return world.books.setupIntents.put(next)
}

/** The card may be kept: it belongs to the customer from now on. */
export function completeSetup(
  world: StripeWorld,
  intent: Stripe.SetupIntent,
  method: PaymentMethodRow,
  more: { challenged: boolean; cause: Cause },
): Stripe.SetupIntent {
  const customer = idOf(intent.customer)
  const kept = customer === null ? method : attachPaymentMethod(world, method, customer, more.cause)
  world.books.paymentMethods.put({ ...kept, sandbox: { ...kept.sandbox, authenticated: true } })
  const next = world.books.setupIntents.put({
    ...intent,
    status: 'succeeded',
    next_action: null,
    last_setup_error: null,
  })
  emit(world, 'setup_intent.succeeded', next, { cause: more.cause })
  return next
}

function failSetup(
  world: StripeWorld,
  intent: Stripe.SetupIntent,
  method: PaymentMethodRow,
  decline: Decline,
  cause: Cause,
): StripeFailure {
  const error = {
    type: 'card_error' as const,
    code: decline.code,
    decline_code: decline.declineCode,
    advice_code: decline.advice,
    message: decline.message,
    payment_method: showPaymentMethod(method),
  }
  const next = world.books.setupIntents.put({
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    last_setup_error: error as unknown as Stripe.SetupIntent.LastSetupError,
  })
  emit(world, 'setup_intent.setup_failed', next, { cause })
  return new StripeFailure(402, { ...error, setup_intent: next })
}

export function cancelSetupIntent(call: StripeCall): Stripe.SetupIntent {
  const intent = findSetupIntent(call)
  if (['succeeded', 'canceled', 'processing'].includes(intent.status)) {
    throw unexpected(
      intent,
      `You cannot cancel this SetupIntent because it has a status of ${intent.status}.`,
    )
  }
  const reason = textOf(call, 'cancellation_reason') ?? null
  const next = { ...intent, status: 'canceled', cancellation_reason: reason, next_action: null }
  emit(call.world, 'setup_intent.canceled', next, { cause: call })
  return call.world.books.setupIntents.put(next as Stripe.SetupIntent)
}

function unexpected(intent: Stripe.SetupIntent, message: string): StripeFailure {
  return refused(message, { code: 'setup_intent_unexpected_state', setup_intent: intent })
}

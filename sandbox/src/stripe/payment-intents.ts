import type Stripe from 'stripe'
import { newStripeId } from '../state/ids.ts'
import { checkEmail, checkReturnOfNew, checkReturnUrl } from './addresses.ts'
import { confirmPayment } from './confirm-payment.ts'
import { nowSeconds, type StripeCall, textOf } from './context.ts'
import { findCustomer } from './customer-rows.ts'
import { badParameter, missing, refused } from './errors.ts'
import { emit } from './events.ts'
import { mergeMetadata, type Parameters } from './parameters.ts'
import { checkUsable, findPaymentMethod } from './payment-method-rows.ts'
import { idOf } from './references.ts'

const largestCents = 99_999_999

export function createPaymentIntent(call: StripeCall): Stripe.PaymentIntent {
  const { world, parameters } = call
  checkAmount(parameters.amount as number)
  checkCurrency(textOf(call, 'currency') ?? '')
  checkTypes(parameters)
  checkDescriptor(call)
  checkEmail(call, 'receipt_email')
  checkReturnOfNew(call)
  const offSession = isOffSession(parameters.off_session)
  if (offSession && parameters.confirm !== true) {
    throw badParameter('off_session', 'You may only set `off_session` when `confirm` is true.')
  }
  const customer = textOf(call, 'customer')
  if (customer !== undefined) findCustomer(call, customer)
  const paymentMethod = textOf(call, 'payment_method')
  const method = paymentMethod === undefined ? undefined : findPaymentMethod(world, paymentMethod)
  if (method) checkUsable(method, customer ?? null)
  const intent = world.books.paymentIntents.put(newIntent(call, method?.id ?? null))
  emit(world, 'payment_intent.created', intent, { cause: call })
  if (parameters.confirm !== true) return intent
  return confirmPayment(call, intent, confirmationOf(call, method?.id))
}

function newIntent(call: StripeCall, paymentMethod: string | null): Stripe.PaymentIntent {
  const { parameters } = call
  const id = newStripeId('pi')
  const allowed = (parameters.allowed_payment_method_types as string[] | undefined) ?? null
  const automatic = parameters.automatic_payment_methods as
    | { enabled: boolean; allow_redirects?: string }
    | undefined
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: allowed,
    amount: parameters.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods:
      automatic || !allowed
        ? { allow_redirects: 'always', ...automatic, enabled: automatic?.enabled ?? true }
        : null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: textOf(call, 'capture_method') ?? 'automatic_async',
    client_secret: `${id}_secret_${newStripeId('x', 25).slice(2)}`,
    confirmation_method: textOf(call, 'confirmation_method') ?? 'automatic',
    created: nowSeconds(),
    currency: 'usd',
    customer: textOf(call, 'customer') ?? null,
    customer_account: null,
    description: textOf(call, 'description') ?? null,
    excluded_payment_method_types: parameters.excluded_payment_method_types ?? null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: mergeMetadata({}, parameters.metadata),
    next_action: null,
    on_behalf_of: null,
    payment_method: paymentMethod,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: textOf(call, 'receipt_email') ?? null,
    review: null,
    setup_future_usage: textOf(call, 'setup_future_usage') ?? null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: textOf(call, 'statement_descriptor_suffix') ?? null,
    status: paymentMethod === null ? 'requires_payment_method' : 'requires_confirmation',
    transfer_data: null,
    transfer_group: null,
  } as unknown as Stripe.PaymentIntent
}

export function findIntent(call: StripeCall): Stripe.PaymentIntent {
  const id = call.path.id ?? ''
  const intent = call.world.books.paymentIntents.get(id)
  const secret = textOf(call, 'client_secret')
  if (!intent || (secret !== undefined && secret !== intent.client_secret)) {
    throw missing('payment_intent', id, 'intent', true)
  }
  return intent
}

export function updatePaymentIntent(call: StripeCall): Stripe.PaymentIntent {
  const { parameters, world } = call
  const before = findIntent(call)
  if (!['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(before.status)) {
    const onlyNotes = Object.keys(parameters).every((name) =>
      ['metadata', 'description', 'expand', 'receipt_email'].includes(name),
    )
    if (!onlyNotes)
      throw unexpected(before, 'This PaymentIntent could not be updated because it has a status of')
  }
  if (parameters.amount !== undefined) checkAmount(parameters.amount as number)
  if (parameters.currency !== undefined) checkCurrency(textOf(call, 'currency') ?? '')
  checkDescriptor(call)
  checkEmail(call, 'receipt_email')
  const change: Record<string, unknown> = { metadata: mergeMetadata(before.metadata, parameters.metadata) }
  for (const name of [
    'amount',
    'description',
    'receipt_email',
    'setup_future_usage',
    'statement_descriptor_suffix',
    'allowed_payment_method_types',
  ]) {
    if (name in parameters) change[name] = parameters[name]
  }
  const customer = textOf(call, 'customer')
  if (customer !== undefined) change.customer = findCustomer(call, customer).id
  const chosen = textOf(call, 'payment_method')
  if (chosen !== undefined) {
    const method = findPaymentMethod(world, chosen)
    checkUsable(method, customer ?? idOf(before.customer))
    Object.assign(change, { payment_method: method.id, status: 'requires_confirmation', next_action: null })
  }
  return world.books.paymentIntents.put({ ...before, ...change } as Stripe.PaymentIntent)
}

export function confirmByCall(call: StripeCall): Stripe.PaymentIntent {
  const intent = findIntent(call)
  checkEmail(call, 'receipt_email')
  checkReturnUrl(call)
  const usage = textOf(call, 'setup_future_usage')
  const next =
    usage === undefined ? intent : ({ ...intent, setup_future_usage: usage } as Stripe.PaymentIntent)
  return confirmPayment(call, next, confirmationOf(call, textOf(call, 'payment_method')))
}

export function cancelPaymentIntent(call: StripeCall): Stripe.PaymentIntent {
  const intent = findIntent(call)
  if (['succeeded', 'canceled', 'processing'].includes(intent.status)) {
    throw unexpected(intent, 'You cannot cancel this PaymentIntent because it has a status of')
  }
  const next = call.world.books.paymentIntents.put({
    ...intent,
    status: 'canceled',
    canceled_at: nowSeconds(),
    cancellation_reason: textOf(call, 'cancellation_reason') ?? null,
    next_action: null,
  } as Stripe.PaymentIntent)
  emit(call.world, 'payment_intent.canceled', next, { cause: call })
  return next
}

function unexpected(intent: Stripe.PaymentIntent, start: string) {
  return refused(`${start} ${intent.status}.`, {
    code: 'payment_intent_unexpected_state',
    payment_intent: intent,
  })
}

function confirmationOf(call: StripeCall, paymentMethod: string | undefined) {
  return {
    paymentMethod,
    offSession: isOffSession(call.parameters.off_session),
    returnUrl: textOf(call, 'return_url'),
    useStripeSdk: call.parameters.use_stripe_sdk === true,
    errorOnAction: call.parameters.error_on_requires_action === true,
  }
}

function isOffSession(value: unknown): boolean {
  return value === true || value === 'one_off' || value === 'recurring'
}

function checkAmount(amountCents: number): void {
  if (amountCents < 50) {
    throw badParameter('amount', 'Amount must be at least $0.50 usd', 'amount_too_small')
  }
  if (amountCents > largestCents) {
    throw badParameter('amount', 'Amount must be no more than $999,999.99', 'amount_too_large')
  }
}

function checkCurrency(currency: string): void {
  if (currency.toLowerCase() === 'usd') return
  throw badParameter('currency', `Invalid currency: ${currency}. The sandbox's account takes usd only.`)
}

const typeParameters = [
  'allowed_payment_method_types',
  'automatic_payment_methods',
  'excluded_payment_method_types',
] as const

/** The sandbox's account takes cards; a list without them leaves nothing to pay with. */
export function checkTypes(parameters: Parameters): void {
  const { allowed_payment_method_types: allowed, excluded_payment_method_types: excluded } = parameters
  const given = typeParameters.filter((name) => parameters[name] !== undefined)
  if (given[1]) {
    throw badParameter(given[1], `You may only specify one of these parameters: ${given.join(', ')}.`)
  }
  if (Array.isArray(allowed) && allowed.some((type) => type !== 'card')) {
    throw badParameter(
      'allowed_payment_method_types',
      'The sandbox plays the payment method type `card` only.',
    )
  }
  if (Array.isArray(excluded) && excluded.includes('card')) {
    throw badParameter('excluded_payment_method_types', 'No valid payment method types for this intent.')
  }
}

/** The suffix of the statement line: Latin, a letter in it, none of `< > \ ' " *`. Too long a line is cut, not refused. */
function checkDescriptor(call: StripeCall): void {
  if (typeof call.parameters.statement_descriptor === 'string') {
    throw badParameter(
      'statement_descriptor',
      'The `statement_descriptor` parameter is not supported for card charges. Use `statement_descriptor_suffix` instead.',
    )
  }
  const suffix = textOf(call, 'statement_descriptor_suffix')
  if (suffix === undefined) return
  const param = 'statement_descriptor_suffix'
  if (/[<>\\'"*]/.test(suffix)) {
    throw badParameter(param, 'The statement descriptor suffix must not contain any of < > \\ \' " *.')
  }
  if (!/[A-Za-z]/.test(suffix) || !/^[\x20-\x7e]+$/.test(suffix)) {
    throw badParameter(
      param,
      'The statement descriptor suffix must be Latin characters with at least one letter.',
    )
  }
}

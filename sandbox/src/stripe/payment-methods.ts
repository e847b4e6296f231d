import type Stripe from 'stripe'
import { brandOf, cvcProblem, passesLuhn } from '../frame/assets/card-rules.js'
import type { Decline } from './cards.ts'
import { type StripeCall, type StripeWorld, textOf } from './context.ts'
import { findCustomer } from './customer-rows.ts'
import { badParameter, missing, refused, StripeFailure } from './errors.ts'
import { emit } from './events.ts'
import { mergeMetadata } from './parameters.ts'
import {
  addPaymentMethod,
  findPaymentMethod,
  ownerOf,
  type PaymentMethodRow,
  showPaymentMethod,
  testCardOf,
} from './payment-method-rows.ts'

type CardParameters = { number?: string; exp_month?: number; exp_year?: number; cvc?: string; token?: string }
type BillingParameters = {
  name?: string | null
  email?: string | null
  phone?: string | null
  address?: Stripe.Address | null
}

/** Card numbers come with a publishable key, from the card frame; a server's key is refused here (P9). */
export function createPaymentMethod(call: StripeCall): Stripe.PaymentMethod {
  const { world, parameters } = call
  if (parameters.type !== 'card') {
    throw badParameter('type', `The sandbox plays cards only, not '${String(parameters.type)}'.`)
  }
  const card = (parameters.card ?? {}) as CardParameters
  const billing = (parameters.billing_details ?? {}) as BillingParameters
  if (card.token !== undefined) return createFromToken(call, card.token)
  if (call.key === 'secret') {
    throw new StripeFailure(402, {
      type: 'invalid_request_error',
      message:
        'Sending credit card numbers directly to the Stripe API is generally unsafe. We suggest you use test tokens that map to the test card you are using, see https://stripe.com/docs/testing.',
    })
  }
  const number = checkCard(card)
  const row = addPaymentMethod(world, {
    number,
    expMonth: card.exp_month ?? 0,
    expYear: card.exp_year ?? 0,
    hasCvc: card.cvc !== undefined,
    billing: {
      name: billing.name ?? null,
      email: billing.email ?? null,
      phone: billing.phone ?? null,
      address: billing.address ?? null,
    },
    metadata: mergeMetadata({}, parameters.metadata),
  })
  return showPaymentMethod(row)
}

/** `card[token]=tok_visa` and its kin, the server-safe way to make a test card. */
function createFromToken(call: StripeCall, token: string): Stripe.PaymentMethod {
  const id = token.replace(/^tok_/, 'pm_card_')
  if (id === token) throw missing('token', token, 'card[token]', false)
  try {
    return showPaymentMethod(findPaymentMethod(call.world, id))
  } catch {
    throw missing('token', token, 'card[token]', false)
  }
}

function checkCard(card: CardParameters): string {
  for (const name of ['number', 'exp_month', 'exp_year'] as const) {
    if (card[name] === undefined) {
      throw badParameter(`card[${name}]`, `Missing required param: card[${name}].`, 'parameter_missing')
    }
  }
  const number = (card.number ?? '').replace(/[\s-]/g, '')
  const wrong = (code: string, param: string, message: string) =>
    new StripeFailure(402, { type: 'card_error', code, param, message })
  if (!/^\d{13,19}$/.test(number)) throw wrong('invalid_number', 'number', 'Your card number is invalid.')
  if (!passesLuhn(number)) throw wrong('incorrect_number', 'number', 'Your card number is incorrect.')
  const month = card.exp_month ?? 0
  const year = card.exp_year ?? 0
  if (month < 1 || month > 12) {
    throw wrong('invalid_expiry_month', 'exp_month', "Your card's expiration month is invalid.")
  }
  const today = new Date()
  const thisMonth = today.getUTCFullYear() * 12 + today.getUTCMonth()
  if (year * 12 + month - 1 < thisMonth || year > today.getUTCFullYear() + 50) {
    throw wrong('invalid_expiry_year', 'exp_year', "Your card's expiration year is invalid.")
  }
  if (card.cvc !== undefined && cvcProblem(card.cvc, brandOf(number))) {
    throw wrong('invalid_cvc', 'cvc', "Your card's security code is invalid.")
  }
  return number
}

export function updatePaymentMethod(call: StripeCall): Stripe.PaymentMethod {
  const row = findPaymentMethod(call.world, call.path.id ?? '', { param: 'payment_method', inPath: true })
  if (ownerOf(row) === null) {
    throw refused('You must save this PaymentMethod to a customer before you can update it.')
  }
  const billing = (call.parameters.billing_details ?? {}) as BillingParameters
  const card = (call.parameters.card ?? {}) as CardParameters
  const next = {
    ...row,
    billing_details: { ...row.billing_details, ...billing },
    card: { ...row.card, ...card },
    metadata: mergeMetadata(row.metadata ?? {}, call.parameters.metadata),
  } as PaymentMethodRow
  emit(call.world, 'payment_method.updated', showPaymentMethod(next), { cause: call })
  return showPaymentMethod(call.world.books.paymentMethods.put(next))
}

export function attachByCall(call: StripeCall): Stripe.PaymentMethod {
  const row = findPaymentMethod(call.world, call.path.id ?? '', { param: 'payment_method', inPath: true })
  const customer = findCustomer(call, textOf(call, 'customer') ?? '')
  const decline = testCardOf(row)?.decline
  if (decline?.atSetup) throw attachDeclined(decline)
  return showPaymentMethod(attachPaymentMethod(call.world, row, customer.id, call))
}

function attachDeclined(decline: Decline): StripeFailure {
  return new StripeFailure(402, {
    type: 'card_error',
    code: decline.code,
    decline_code: decline.declineCode,
    message: decline.message,
  })
}

/** Attaches without asking the issuer; setup intents and payments have asked already. */
export function attachPaymentMethod(
  world: StripeWorld,
  row: PaymentMethodRow,
  customer: string,
  cause: Pick<StripeCall, 'requestId' | 'idempotencyKey'>,
): PaymentMethodRow {
  const owner = ownerOf(row)
  if (owner === customer) return row
  if (owner !== null) {
    throw refused('The payment method you provided has already been attached to a customer.')
  }
  if (row.sandbox.consumed) {
    throw refused(
      'This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and may not be used again.',
    )
  }
  const next = world.books.paymentMethods.put({ ...row, customer })
  emit(world, 'payment_method.attached', showPaymentMethod(next), { cause })
  return next
}

/** A detached payment method can never be used again. */
export function detachPaymentMethod(call: StripeCall): Stripe.PaymentMethod {
  const { world } = call
  const row = findPaymentMethod(world, call.path.id ?? '', { param: 'payment_method', inPath: true })
  return detach(world, row, call)
}

/** Somebody detaches a card at the dashboard: the product learns of it by the event alone. */
export function detachAtDashboard(world: StripeWorld, id: string): Stripe.PaymentMethod {
  const row = findPaymentMethod(world, id, { param: 'payment_method', inPath: true })
  return detach(world, row, { requestId: 'req_dashboard', idempotencyKey: null })
}

function detach(
  world: StripeWorld,
  row: PaymentMethodRow,
  cause: Pick<StripeCall, 'requestId' | 'idempotencyKey'>,
): Stripe.PaymentMethod {
  const owner = ownerOf(row)
  if (owner === null) {
    throw refused(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
    )
  }
  const next = world.books.paymentMethods.put({
    ...row,
    customer: null,
    sandbox: { ...row.sandbox, consumed: true },
  })
  const customer = world.books.customers.get(owner)
  if (customer?.invoice_settings.default_payment_method === row.id) {
    world.books.customers.put({
      ...customer,
      invoice_settings: { ...customer.invoice_settings, default_payment_method: null },
    })
  }
  emit(world, 'payment_method.detached', showPaymentMethod(next), {
    cause,
    previous: { customer: owner },
  })
  return showPaymentMethod(next)
}

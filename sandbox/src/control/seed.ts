import type Stripe from 'stripe'
import type { World } from '../context.ts'
import { cardByTestId } from '../stripe/cards.ts'
import { addCharge } from '../stripe/charges.ts'
import type { StripeCall } from '../stripe/context.ts'
import { createCustomer } from '../stripe/customers.ts'
import { createPaymentIntent } from '../stripe/payment-intents.ts'
import { findPaymentMethod, type PaymentMethodRow } from '../stripe/payment-method-rows.ts'
import { addRefund } from '../stripe/refunds.ts'
import { BadControl, readBody } from './input.ts'
import { seedPaypal } from './seed-paypal.ts'

/**
 * Enters past business into the books without a webhook: customers, saved cards, payments with their refunds, and
 * the same at PayPal.
 * What is there already is left alone, so that seeding twice changes nothing.
 */
export function seed(world: World, body: unknown) {
  const input = readBody(body)
  input.only('customers', 'paymentMethods', 'payments', 'paypalTokens', 'paypalPayments')
  const quiet = quietWorld(world)
  const added = { customers: 0, paymentMethods: 0, payments: 0, refunds: 0 }
  for (const item of input.list('customers')) added.customers += seedCustomer(quiet, item)
  for (const item of input.list('paymentMethods')) added.paymentMethods += seedPaymentMethod(quiet, item)
  const payments = input
    .list('payments')
    .map((item) => ({ item, at: readBody(item).instant('createdAt') ?? '' }))
  // Lists show the newest row first by the order of entry.
  for (const { item } of payments.sort((left, right) => Date.parse(left.at) - Date.parse(right.at))) {
    const refunds = seedPayment(quiet, item)
    if (refunds === null) continue
    added.payments += 1
    added.refunds += refunds
  }
  return { ...added, ...seedPaypal(world, input.list('paypalTokens'), input.list('paypalPayments')) }
}

/** The same books, with nobody to tell. */
function quietWorld(world: World): World['stripe'] {
  const { stripe } = world
  const events = { ...stripe.books.events, put: <Row>(row: Row) => row }
  return {
    ...stripe,
    books: { ...stripe.books, events },
    options: { ...stripe.options, stripe: { ...stripe.options.stripe, webhookUrl: '' } },
  }
}

function quietCall(world: World['stripe'], parameters: Record<string, unknown>): StripeCall {
  return { world, parameters, path: {}, key: 'secret', requestId: 'req_seed', idempotencyKey: null }
}

function seconds(instant: string | undefined): number {
  return Math.floor((instant === undefined ? Date.now() : Date.parse(instant)) / 1000)
}

function idWith(prefix: string, id: string): string {
  if (!new RegExp(`^${prefix}_[A-Za-z0-9_]+$`).test(id)) {
    throw new BadControl(`'${id}' must begin with ${prefix}_ and go on in letters and digits.`)
  }
  return id
}

function seedCustomer(world: World['stripe'], item: unknown): number {
  const input = readBody(item)
  input.only('id', 'email', 'name', 'createdAt', 'defaultPaymentMethod', 'metadata')
  const id = idWith('cus', input.needText('id'))
  if (world.books.customers.get(id)) return 0
  const parameters = Object.fromEntries(
    Object.entries({
      email: input.text('email'),
      name: input.text('name'),
      metadata: input.object('metadata'),
    }).filter(([, value]) => value !== undefined),
  )
  const made = createCustomer(quietCall(world, parameters))
  world.books.customers.remove(made.id)
  world.books.customers.put({
    ...made,
    id,
    created: seconds(input.instant('createdAt')),
    invoice_settings: {
      ...made.invoice_settings,
      default_payment_method: input.text('defaultPaymentMethod') ?? null,
    },
  })
  return 1
}

function seedPaymentMethod(world: World['stripe'], item: unknown): number {
  const input = readBody(item)
  input.only('id', 'customer', 'card', 'expMonth', 'expYear', 'name', 'createdAt')
  const id = idWith('pm', input.needText('id'))
  if (world.books.paymentMethods.get(id)) return 0
  const made = seedCard(world, input.text('card') ?? 'pm_card_visa')
  world.books.paymentMethods.remove(made.id)
  world.books.paymentMethods.put({
    ...made,
    id,
    created: seconds(input.instant('createdAt')),
    customer: input.text('customer') ?? null,
    billing_details: { ...made.billing_details, name: input.text('name') ?? null },
    card: made.card && {
      ...made.card,
      exp_month: input.whole('expMonth', 1) ?? made.card.exp_month,
      exp_year: input.whole('expYear', 2000) ?? made.card.exp_year,
    },
    sandbox: { ...made.sandbox, authenticated: true },
  } as PaymentMethodRow)
  return 1
}

function seedCard(world: World['stripe'], card: string): PaymentMethodRow {
  if (!cardByTestId(card)) throw new BadControl(`'${card}' is not one of the test cards.`)
  return findPaymentMethod(world, card)
}

/** Returns the number of refunds entered with it, or null when the payment is there already. */
function seedPayment(world: World['stripe'], item: unknown): number | null {
  const input = readBody(item)
  input.only(
    'id',
    'charge',
    'amountCents',
    'createdAt',
    'customer',
    'paymentMethod',
    'description',
    'metadata',
    'statementDescriptorSuffix',
    'refunds',
  )
  const id = idWith('pi', input.needText('id'))
  if (world.books.paymentIntents.get(id)) return null
  const amount = input.whole('amountCents', 50)
  if (amount === undefined) throw new BadControl(`'amountCents' of ${id} is missing.`)
  const saved = input.text('paymentMethod')
  const method = (saved && world.books.paymentMethods.get(saved)) || seedCard(world, saved ?? 'pm_card_visa')
  const created = seconds(input.instant('createdAt'))
  const made = createPaymentIntent(
    quietCall(world, { amount, currency: 'usd', metadata: input.object('metadata') ?? {} }),
  )
  world.books.paymentIntents.remove(made.id)
  const intent = {
    ...made,
    id,
    created,
    client_secret: made.client_secret?.replace(made.id, id) ?? null,
    customer: input.text('customer') ?? null,
    description: input.text('description') ?? null,
    payment_method: method.id,
    statement_descriptor_suffix: input.text('statementDescriptorSuffix') ?? null,
    status: 'succeeded',
    amount_received: amount,
  } as Stripe.PaymentIntent
  const chargeId = input.text('charge') ?? `ch_${id.slice(3)}`
  const charge = addCharge(world, intent, method, {
    decline: null,
    challenged: false,
    id: idWith('ch', chargeId),
    created,
  })
  world.books.paymentIntents.put({ ...intent, latest_charge: charge.id })
  const refunds = input.list('refunds')
  for (const refund of refunds) seedRefund(world, charge.id, refund)
  return refunds.length
}

function seedRefund(world: World['stripe'], chargeId: string, item: unknown): void {
  const input = readBody(item)
  input.only('id', 'amountCents', 'createdAt', 'metadata')
  const charge = world.books.charges.get(chargeId)
  const amountCents = input.whole('amountCents', 1)
  if (!charge || amountCents === undefined || charge.amount_refunded + amountCents > charge.amount) {
    throw new BadControl(`A refund of ${chargeId} is missing its 'amountCents' or exceeds the charge.`)
  }
  addRefund(world, charge, {
    id: idWith('re', input.needText('id')),
    created: seconds(input.instant('createdAt')),
    amountCents,
    status: 'succeeded',
    reason: 'requested_by_customer',
    metadata: (input.object('metadata') ?? {}) as Record<string, string>,
  })
}

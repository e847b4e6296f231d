import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { brandOf } from '../frame/assets/card-rules.js'
import { newStripeId } from '../state/ids.ts'
import { cardByNumber, cardByTestId, type TestCard } from './cards.ts'
import { nowSeconds, type StripeWorld } from './context.ts'
import { missing, refused } from './errors.ts'

export type PaymentMethodRow = Stripe.PaymentMethod & {
  sandbox: { card: string; consumed: boolean; authenticated: boolean }
}

export type CardInput = {
  number: string
  expMonth: number
  expYear: number
  hasCvc: boolean
  billing: { name: string | null; email: string | null; phone: string | null; address: Stripe.Address | null }
  metadata: Record<string, string>
}

/** The row as the API shows it. */
export function showPaymentMethod(row: PaymentMethodRow): Stripe.PaymentMethod {
  const { sandbox: _hidden, ...shown } = row
  return shown
}

/** Makes and stores a payment method. Only brand, last four digits, expiry and a fingerprint are kept. */
export function addPaymentMethod(world: StripeWorld, input: CardInput): PaymentMethodRow {
  const known = cardByNumber(input.number)
  const brand = known?.brand ?? brandOf(input.number)
  const noAddress = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null }
  return world.books.paymentMethods.put({
    id: newStripeId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: { ...input.billing, address: input.billing.address ?? noAddress, tax_id: null },
    card: {
      brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: null,
        cvc_check: input.hasCvc ? 'unchecked' : null,
      },
      country: 'US',
      display_brand: brand,
      exp_month: input.expMonth,
      exp_year: input.expYear,
      fingerprint: createHash('sha256').update(`fingerprint ${input.number}`).digest('hex').slice(0, 16),
      funding: known?.funding ?? 'credit',
      generated_from: null,
      last4: input.number.slice(-4),
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: nowSeconds(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: input.metadata,
    type: 'card',
    sandbox: { card: known?.paymentMethod ?? '', consumed: false, authenticated: false },
  } as PaymentMethodRow)
}

/**
 * Finds a payment method. A test id such as `pm_card_visa` makes a new one each time, as the test API does.
 * @throws resource_missing, 404 when the id stood in the path, else 400
 */
export function findPaymentMethod(
  world: StripeWorld,
  id: string,
  where: { param: string; inPath: boolean } = { param: 'payment_method', inPath: false },
): PaymentMethodRow {
  const row = world.books.paymentMethods.get(id)
  if (row) return row
  const card = cardByTestId(id)
  if (!card) throw missing('PaymentMethod', id, where.param, where.inPath)
  return addPaymentMethod(world, {
    number: card.number,
    expMonth: 12,
    expYear: new Date().getUTCFullYear() + 4,
    hasCvc: true,
    billing: { name: null, email: null, phone: null, address: null },
    metadata: {},
  })
}

/** The well-known test card behind a payment method; undefined for one that always succeeds. */
export function testCardOf(row: PaymentMethodRow): TestCard | undefined {
  return cardByTestId(row.sandbox.card)
}

/** The customer's id that a row belongs to. */
export function ownerOf(row: Pick<Stripe.PaymentMethod, 'customer'>): string | null {
  return typeof row.customer === 'string' ? row.customer : (row.customer?.id ?? null)
}

/** Refuses a payment method that can't be used with this customer (null: a payment without one). */
export function checkUsable(row: PaymentMethodRow, customer: string | null): void {
  const owner = ownerOf(row)
  if (row.sandbox.consumed) {
    throw refused(
      'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
    )
  }
  if (owner === null || owner === customer) return
  if (customer === null) {
    throw refused(
      `The payment method you provided is attached to a customer. In order to reuse it, you must pass the customer in the \`customer\` parameter.`,
      { param: 'payment_method' },
    )
  }
  throw refused(
    `The customer does not have a payment method with the ID ${row.id}. The payment method must be attached to the customer.`,
    { param: 'payment_method', code: 'resource_missing' },
  )
}

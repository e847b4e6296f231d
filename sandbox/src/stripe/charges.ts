import type Stripe from 'stripe'
import { newStripeId } from '../state/ids.ts'
import type { Decline } from './cards.ts'
import { nowSeconds, type StripeWorld } from './context.ts'
import type { PaymentMethodRow } from './payment-method-rows.ts'

/** The provider's fee on a captured amount: 2.9 % and 30 cents. */
export function feeCents(amountCents: number): number {
  return Math.round(amountCents * 0.029) + 30
}

/** Books money in or out of the account's balance. Amounts are signed cents. */
export function addBalanceTransaction(
  world: StripeWorld,
  input: { type: 'charge' | 'refund' | 'adjustment'; source: string; amountCents: number; feeCents: number },
): string {
  const created = nowSeconds()
  const category = { charge: 'charge', refund: 'refund', adjustment: 'dispute' }[input.type]
  const row = {
    id: newStripeId('txn'),
    object: 'balance_transaction',
    amount: input.amountCents,
    available_on: created + 2 * 86_400,
    balance_type: 'payments',
    created,
    currency: 'usd',
    description: null,
    exchange_rate: null,
    fee: input.feeCents,
    fee_details:
      input.feeCents === 0
        ? []
        : [
            {
              amount: input.feeCents,
              application: null,
              currency: 'usd',
              description: 'Stripe processing fees',
              type: 'stripe_fee',
            },
          ],
    net: input.amountCents - input.feeCents,
    reporting_category: category,
    source: input.source,
    status: 'pending',
    type: input.type,
  }
  return world.books.balanceTransactions.put(row as unknown as Stripe.BalanceTransaction).id
}

/** Makes and stores the charge of one attempt at a payment; `decline` is the issuer's refusal. Past ones are settled. */
export function addCharge(
  world: StripeWorld,
  intent: Stripe.PaymentIntent,
  method: PaymentMethodRow,
  more: {
    decline: Decline | null
    challenged: boolean
    id?: string
    created?: number
    settlesLater?: boolean
  },
): Stripe.Charge {
  const { decline } = more
  const id = more.id ?? newStripeId('ch')
  const settled = !decline && !more.settlesLater
  const balanceTransaction = !settled
    ? null
    : addBalanceTransaction(world, {
        type: 'charge',
        source: id,
        amountCents: intent.amount,
        feeCents: feeCents(intent.amount),
      })
  const prefix = world.options.stripe.statementPrefix
  const suffix = intent.statement_descriptor_suffix
  const row = {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: decline ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: balanceTransaction,
    billing_details: method.billing_details,
    calculated_statement_descriptor: (suffix ? `${prefix}* ${suffix}` : prefix).slice(0, 22),
    captured: !decline,
    created: more.created ?? nowSeconds(),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: { ...intent.metadata },
    on_behalf_of: null,
    outcome: outcomeOf(decline),
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { type: 'card', card: cardDetails(intent, method, more.challenged) },
    radar_options: {},
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: suffix,
    status: decline ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: null,
  }
  return world.books.charges.put(row as unknown as Stripe.Charge)
}

const settlesAfterMs = 100

/** A captured charge reaches the balance a moment after it was answered, as at the real API. */
export function settleLater(world: StripeWorld, chargeId: string): void {
  setTimeout(() => settle(world, chargeId), settlesAfterMs).unref()
}

/** Takes up the charges that an earlier process left unsettled. */
export function settleAll(world: StripeWorld): void {
  for (const charge of world.books.charges.all()) settle(world, charge.id)
}

function settle(world: StripeWorld, chargeId: string): void {
  const charge = world.books.charges.get(chargeId)
  if (charge?.status !== 'succeeded' || charge.balance_transaction !== null) return
  const { id, amount } = charge
  const input = { type: 'charge', source: id, amountCents: amount, feeCents: feeCents(amount) } as const
  world.books.charges.put({ ...charge, balance_transaction: addBalanceTransaction(world, input) })
}

function outcomeOf(decline: Decline | null) {
  return {
    advice_code: decline?.advice ?? null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: decline ? 'declined_by_network' : 'approved_by_network',
    reason: decline?.declineCode ?? null,
    risk_level: 'normal',
    risk_score: 20,
    seller_message: decline
      ? 'The bank did not return any further details with this decline.'
      : 'Payment complete.',
    type: decline ? 'issuer_declined' : 'authorized',
  }
}

function cardDetails(intent: Stripe.PaymentIntent, method: PaymentMethodRow, challenged: boolean) {
  const { card } = method
  return {
    amount_authorized: intent.amount,
    authorization_code: null,
    brand: card?.brand,
    checks: card?.checks,
    country: card?.country,
    electronic_commerce_indicator: null,
    exp_month: card?.exp_month,
    exp_year: card?.exp_year,
    fingerprint: card?.fingerprint,
    funding: card?.funding,
    installments: null,
    last4: card?.last4,
    mandate: null,
    network: card?.brand,
    network_transaction_id: null,
    regulated_status: 'unregulated',
    three_d_secure: challenged
      ? {
          authentication_flow: 'challenge',
          electronic_commerce_indicator: '05',
          exemption_indicator: null,
          result: 'authenticated',
          result_reason: null,
          transaction_id: null,
          version: '2.2.0',
        }
      : null,
    transaction_link_id: null,
    wallet: null,
  }
}

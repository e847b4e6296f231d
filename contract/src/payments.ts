import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { customerUrl, id, idText, instant, money, paged, pageQuery, tokenCount } from './primitives.ts'

/** The ways to pay: who moves the money, and what lists and receipts call it. */
export const waysToPay = {
  card: { provider: 'stripe', paymentMethod: 'Stripe' },
  paypal: { provider: 'paypal', paymentMethod: 'PayPal' },
  venmo: { provider: 'paypal', paymentMethod: 'Venmo' },
} as const
/** The ways that can be kept as the default payment, by what is kept. */
export const keptWays = { card: waysToPay.card, wallet: waysToPay.paypal } as const
export type WayToPay = (typeof waysToPay)[keyof typeof waysToPay]
/** Of what was paid. */
export const isPaidByCard = ({ paymentMethod }: { paymentMethod: string }): boolean =>
  paymentMethod === waysToPay.card.paymentMethod
export type ProviderName = WayToPay['provider']
/** What each is called where admins read of it. */
export const providerWords: Readonly<Record<ProviderName, string>> = {
  [waysToPay.card.provider]: 'Stripe',
  [waysToPay.paypal.provider]: 'PayPal',
}
export type PaymentMethod = WayToPay['paymentMethod']
/** What of a consumer's a provider keeps to be paid with later. */
export type InstrumentKind = 'card' | 'wallet'
/** The wallets that a package is paid with, as the wire names them. */
export const walletSources = ['paypal', 'venmo'] as const
export type WalletSource = (typeof walletSources)[number]

/** The card provider's id of a payment method, made in the browser. */
const paymentId = z
  .string()
  .regex(/^pm_[A-Za-z0-9_]{1,200}$/, 'The card could not be read. Please enter it again.')

const consumerParams = z.object({ customerUrl, consumerId: idText })

/** What the browser needs to draw the provider's card fields. */
export const cardFields = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('sandbox'), frameOrigin: z.string() }),
  z.object({ mode: z.literal('live'), publishableKey: z.string() }),
])

export const getPaymentSettings = endpoint({
  method: 'GET',
  path: '/v1/customers/:customerUrl/payment-settings',
  summary: 'How cards are entered, and what a card statement will show',
  actor: ['consumer'],
  params: z.object({ customerUrl }),
  response: z.object({
    card: cardFields,
    /** The wallets that can be paid with here, in the order of their tabs. */
    wallets: z.array(z.enum(walletSources)),
    statementDescriptor: z.string(),
  }),
  errors: [],
})

/** What a consumer reads once a payment went through, whichever way it was made. */
export const PAYMENT_SUCCESS = 'Payment is successful'

export const purchaseAnswer = z.union([
  z.object({ purchaseId: z.number().int(), tokenBalance: z.number().int(), message: z.string() }),
  z.object({ requiresAction: z.literal(true), clientSecret: z.string(), purchaseId: z.number().int() }),
])
export type PurchaseAnswer = z.output<typeof purchaseAnswer>

/**
 * What the client showed, so that nobody is charged anything else (decision P11). A new purchase of a package that costs
 * or holds something else now is `price_changed`, with `price` and `numberOfTokens` of now beside message and code.
 */
export const expectedOffer = {
  /** Dollars. */
  expectedPrice: money.optional(),
  expectedTokens: tokenCount.optional(),
}

/** How a purchase may fail. */
export const purchaseErrors = [
  'package_not_on_sale',
  'price_changed',
  'purchase_open',
  'earlier_purchase_paid',
  'balance_full',
  'card_declined',
  'payment_failed',
  'payment_pending',
  'idempotency_mismatch',
  'provider_unavailable',
] as const

export const purchaseWithCard = endpoint({
  method: 'POST',
  path: '/v1/customers/:customerUrl/consumers/:consumerId/package/purchase/stripe',
  summary: 'Buy a package with a card; repeat with purchaseId after a challenge',
  actor: ['consumer'],
  params: consumerParams,
  body: z.object({
    paymentId,
    packageId: id,
    saveCardAsDefault: z.boolean().default(false),
    purchaseId: id.optional(),
    ...expectedOffer,
  }),
  response: purchaseAnswer,
  status: 201,
  errors: purchaseErrors,
  idempotent: true,
})

export const purchaseWithDefaultCard = endpoint({
  method: 'POST',
  path: '/v1/customers/:customerUrl/package/purchase/default-payment/stripe',
  summary: 'Buy a package with the default card; repeat with purchaseId after a challenge',
  actor: ['consumer'],
  params: z.object({ customerUrl }),
  body: z.object({ packageId: id, purchaseId: id.optional(), ...expectedOffer }),
  response: purchaseAnswer,
  status: 201,
  errors: [...purchaseErrors, 'no_default_payment'],
  idempotent: true,
})

/**
 * A purchase that is neither paid nor failed yet. `purchase_open` and `earlier_purchase_paid` carry the same fields of
 * the purchase that they name.
 */
export const openPurchase = z.object({
  purchaseId: z.number().int(),
  packageId: z.number().int(),
  packageName: z.string(),
  /** Dollars, as agreed when it was made. */
  price: money,
  numberOfTokens: z.number().int(),
  /** `started`: how it ended is being found out; `requires_action`: bank or wallet wait for the consumer's word. */
  state: z.enum(['started', 'requires_action']),
  /** What it is paid with: `Stripe`, `PayPal`, `Venmo`. */
  paymentMethod: z.string(),
  /** Of a wallet's order that waits: where it is approved. */
  approveUrl: z.string().nullable(),
  createdAt: instant,
})
export type OpenPurchase = z.output<typeof openPurchase>

export const listOpenPurchases = endpoint({
  method: 'GET',
  path: '/v1/customers/:customerUrl/consumers/:consumerId/purchases/open',
  summary: 'Purchases of the consumer that are neither paid nor failed yet, oldest first',
  actor: ['consumer'],
  params: consumerParams,
  response: z.object({ purchases: z.array(openPurchase) }),
  errors: [],
})

/** How a purchase ended that was to be cancelled: it may have been paid after all. */
export const cancelAnswer = z.discriminatedUnion('isPaid', [
  z.object({ isPaid: z.literal(false), purchaseId: z.number().int(), message: z.string() }),
  z.object({
    isPaid: z.literal(true),
    purchaseId: z.number().int(),
    tokenBalance: z.number().int(),
    message: z.string(),
  }),
])
export type CancelAnswer = z.output<typeof cancelAnswer>

export const cancelPurchase = endpoint({
  method: 'PUT',
  path: '/v1/customers/:customerUrl/consumers/:consumerId/purchases/:purchaseId/cancel',
  summary: 'Cancel a purchase that waits for the bank’s confirmation',
  actor: ['consumer'],
  params: z.object({ customerUrl, consumerId: idText, purchaseId: idText }),
  response: cancelAnswer,
  errors: ['payment_pending', 'provider_unavailable'],
})

export const defaultPayment = z.object({
  noDefaultPayment: z.boolean(),
  isStripePayment: z.boolean(),
  isPaypalPayment: z.boolean(),
  expMonth: z.number().int().nullable(),
  expYear: z.number().int().nullable(),
  lastFourDigit: z.string().nullable(),
  cardBrand: z.string().nullable(),
  fullName: z.string().nullable(),
  email: z.string().nullable(),
})
export type DefaultPayment = z.output<typeof defaultPayment>

export const getDefaultPayment = endpoint({
  method: 'GET',
  path: '/v1/customers/:customerUrl/consumers/:consumerId/default-payment',
  summary: 'The default payment method',
  actor: ['consumer'],
  params: consumerParams,
  response: defaultPayment,
  errors: [],
})

/** The default payment as it is now, or the bank's challenge that stands before it. */
export const saveCardAnswer = z.union([
  defaultPayment.extend({ message: z.string() }),
  z.object({ requiresAction: z.literal(true), clientSecret: z.string(), setupId: z.string() }),
])
export type SaveCardAnswer = z.output<typeof saveCardAnswer>

const saveCardBody = z.object({
  paymentId,
  setupId: z
    .string()
    .regex(/^seti_[A-Za-z0-9]{1,200}$/, 'The card could not be read. Please enter it again.')
    .optional(),
})
const saveCardErrors = ['card_declined', 'payment_failed', 'provider_unavailable'] as const

export const addDefaultCard = endpoint({
  method: 'POST',
  path: '/v1/customers/:customerUrl/default-payment/stripe',
  summary: 'Save a card as the default payment; repeat with setupId after a challenge',
  actor: ['consumer'],
  params: z.object({ customerUrl }),
  body: saveCardBody,
  response: saveCardAnswer,
  status: 201,
  errors: saveCardErrors,
  idempotent: true,
})

export const updateDefaultCard = endpoint({
  method: 'PUT',
  path: '/v1/customers/:customerUrl/default-payment/stripe',
  summary: 'Replace the default payment by a card; repeat with setupId after a challenge',
  actor: ['consumer'],
  params: z.object({ customerUrl }),
  body: saveCardBody,
  response: saveCardAnswer,
  errors: saveCardErrors,
  idempotent: true,
})

export const deleteDefaultPayment = endpoint({
  method: 'DELETE',
  path: '/v1/customers/:customerUrl/consumers/:consumerId/default-payment',
  summary: 'Delete the default payment method',
  actor: ['consumer'],
  params: consumerParams,
  response: defaultPayment.extend({ message: z.string() }),
  errors: [],
})

/** How a payment stands. An open dispute says more than a lost one, and either more than a refund. */
export const paymentStates = ['paid', 'partly_refunded', 'refunded', 'disputed', 'lost'] as const
export type PaymentState = (typeof paymentStates)[number]

export const purchase = z.object({
  id: z.number().int(),
  packageName: z.string(),
  numberOfTokens: z.number().int(),
  /** Dollars. */
  amount: money,
  /** Dollars, 0 or negative. */
  refundedAmount: money,
  /** Dollars, 0 or negative: what lost disputes took. */
  lostAmount: money,
  state: z.enum(paymentStates),
  paymentMethod: z.string(),
  cardBrand: z.string().nullable(),
  lastFourDigit: z.string().nullable(),
  isAutoPurchase: z.boolean(),
  createdAt: instant,
})

export const listPurchases = endpoint({
  method: 'GET',
  path: '/v1/customers/:customerUrl/consumers/:consumerId/purchases',
  summary: 'Completed purchases of the consumer, newest first',
  actor: ['consumer'],
  params: consumerParams,
  query: z.object(pageQuery),
  response: paged(purchase),
  errors: [],
})

export const getReceipt = endpoint({
  method: 'GET',
  path: '/v1/customers/:customerUrl/consumers/:consumerId/purchases/:purchaseId',
  summary: 'The receipt of one purchase',
  actor: ['consumer'],
  params: z.object({ customerUrl, consumerId: idText, purchaseId: idText }),
  response: purchase.extend({
    companyName: z.string(),
    supportEmail: z.string(),
    statementDescriptor: z.string(),
    consumerName: z.string(),
    email: z.string(),
    paymentReference: z.string(),
  }),
  errors: ['purchase_failed'],
})

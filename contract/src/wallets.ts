import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { defaultPayment, expectedOffer, purchaseAnswer, purchaseErrors, walletSources } from './payments.ts'
import { customerUrl, id } from './primitives.ts'

const paymentSource = z.enum(walletSources).default('paypal')

/** The wallet provider's id of an order. */
const orderId = z.string().regex(/^[A-Z0-9]{1,36}$/, 'The payment could not be read. Please try again.')

/**
 * An order that waits for its consumer at `approveUrl`; they come back to the screen `walletReturn`, or to the purchase
 * screen where they cancel there.
 */
export const walletOrder = z.object({
  /** The provider's. */
  id: z.string(),
  status: z.string(),
  approveUrl: z.url(),
  purchaseId: z.number().int(),
})
export type WalletOrder = z.output<typeof walletOrder>

export const orderWithWallet = endpoint({
  method: 'POST',
  path: '/v1/customers/:customerUrl/package/paypal/order',
  summary: 'Begin to buy a package with PayPal or Venmo: an order for the consumer to approve',
  actor: ['consumer'],
  params: z.object({ customerUrl }),
  body: z.object({
    packageId: id,
    /** PayPal only: Venmo pays once and is not kept. */
    saveCardAsDefault: z.boolean().default(false),
    paymentSource,
    ...expectedOffer,
  }),
  response: walletOrder,
  status: 201,
  errors: purchaseErrors,
  idempotent: true,
})

/** Package and amount are the order's own, whatever this call says of them. */
export const checkoutWallet = endpoint({
  method: 'POST',
  path: '/v1/customers/:customerUrl/package/paypal/checkout',
  summary: 'Take the money of an order that its consumer has approved',
  actor: ['consumer'],
  params: z.object({ customerUrl }),
  body: z.object({ packageId: id, saveCardAsDefault: z.boolean().default(false), orderId, paymentSource }),
  response: purchaseAnswer,
  status: 201,
  errors: [...purchaseErrors, 'approval_missing'],
  idempotent: true,
})

export const purchaseWithDefaultWallet = endpoint({
  method: 'POST',
  path: '/v1/customers/:customerUrl/package/purchase/default-payment/paypal',
  summary: 'Buy a package with the wallet that is the default payment',
  actor: ['consumer'],
  params: z.object({ customerUrl }),
  body: z.object({ packageId: id, ...expectedOffer }),
  response: purchaseAnswer,
  status: 201,
  errors: [...purchaseErrors, 'no_default_payment'],
  idempotent: true,
})

export const startDefaultWallet = endpoint({
  method: 'GET',
  path: '/v1/customers/:customerUrl/default-payment/paypal',
  summary: 'Where the consumer agrees to a wallet as the default payment',
  actor: ['consumer'],
  params: z.object({ customerUrl }),
  /** Spelled so. */
  response: z.object({ redrictUrl: z.url() }),
  errors: ['payment_failed', 'provider_unavailable'],
  changesState: true,
})

/** Takes the approval that `startDefaultWallet` asked this consumer for, and no other. */
export const confirmDefaultWallet = endpoint({
  method: 'POST',
  path: '/v1/customers/:customerUrl/default-payment/paypal/confirm',
  summary: 'Make the wallet that was agreed to the default payment',
  actor: ['consumer'],
  params: z.object({ customerUrl }),
  body: z.object({ approvalToken: z.string().min(1).max(255) }),
  response: defaultPayment.extend({ message: z.string() }),
  status: 201,
  errors: ['approval_missing', 'payment_failed', 'provider_unavailable'],
})

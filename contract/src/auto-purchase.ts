import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { expectedOffer } from './payments.ts'
import { customerUrl, id, idText, instant, money, tokenCount } from './primitives.ts'

/**
 * Why an automatic purchase waits for its consumer: `declined` after the last try (decision L4), `bank` where the bank
 * wants to ask them, `price` after a rise of the price they agreed to or another number of tokens (L5), `dispute` while
 * a payment of theirs is disputed, `stopped` while the operator of the platform has stopped all of them.
 */
export const pauseReasons = ['declined', 'bank', 'price', 'dispute', 'stopped'] as const
export type PauseReason = (typeof pauseReasons)[number]

/**
 * Why an active rule with a low balance does not buy yet: `limit` after the most automatic purchases of 24 hours,
 * `declined` after a decline, `unanswered` after a try that never reached the provider. It continues by itself.
 */
export const waitReasons = ['limit', 'declined', 'unanswered'] as const
export type WaitReason = (typeof waitReasons)[number]

/** What blocks every automatic purchase of a consumer, and until when, if that is known. */
export const autoPurchaseBlock = z.object({
  reason: z.enum(['limit', 'dispute', 'stopped']),
  until: instant.nullable(),
})

/** The package that is bought when the balance is low, as its consumer agreed to it. */
export const autoPurchaseRule = z.object({
  packageId: z.number().int(),
  packageName: z.string(),
  /** Dollars, as agreed. */
  price: money,
  numberOfTokens: tokenCount,
  /** The balance at which it is bought: the tenant's threshold, but no higher than agreed. */
  thresholdToken: tokenCount,
  state: z.enum(['active', 'paused']),
  pauseReason: z.enum(pauseReasons).nullable(),
  /** What a person is told of the last try that came to nothing; null after one that was paid. */
  failureMessage: z.string().nullable(),
  /** The next purchase is made no earlier than this; null if nothing delays it. */
  nextTryAt: instant.nullable(),
  /** Set while the balance is low and the purchase waits for `nextTryAt`. */
  waitReason: z.enum(waitReasons).nullable(),
  /** Dollars of the next purchase: the agreed price, or the package's lower one. */
  nextPrice: money,
  /** What the package costs and holds now, where that is not what was agreed; the consumer is asked again. */
  offerNow: z.object({ price: money, numberOfTokens: tokenCount }).nullable(),
})
export type AutoPurchaseRule = z.output<typeof autoPurchaseRule>

/**
 * `rule` is null where no package is bought automatically. At or below `thresholdToken` it is, unless `blockedBy` says why
 * nothing can be bought.
 */
export const autoPurchase = z.object({
  rule: autoPurchaseRule.nullable(),
  thresholdToken: tokenCount,
  blockedBy: autoPurchaseBlock.nullable(),
})
export type AutoPurchase = z.output<typeof autoPurchase>

/** What was shown when the consumer agreed. A threshold higher than shown is not agreed to. */
const expectedTerms = { ...expectedOffer, expectedThreshold: tokenCount.optional() }

const consumerParams = z.object({ customerUrl, consumerId: idText })

export const getAutoPurchase = endpoint({
  method: 'GET',
  path: '/v1/customers/:customerUrl/consumers/:consumerId/auto-purchase',
  summary: 'The package that is bought when the balance is low',
  actor: ['consumer'],
  params: consumerParams,
  response: autoPurchase,
  errors: [],
})

/** Turning it on takes the price that was shown (P11) as what the consumer agrees to; one rule replaces another. */
export const toggleAutoPurchase = endpoint({
  method: 'PUT',
  path: '/v1/customers/:customerUrl/consumers/:consumerId/package/toggleAutoRenewable',
  summary: 'Buy a package when the balance is low, or no longer',
  actor: ['consumer'],
  params: consumerParams,
  body: z.object({ isAutoPaymentChecked: z.boolean(), packageId: id, ...expectedTerms }),
  response: autoPurchase.extend({ message: z.string() }),
  errors: [
    'package_not_on_sale',
    'not_auto_purchasable',
    'price_changed',
    'no_default_payment',
    'payment_method_barred',
  ],
})

/** Goes on with a paused rule: its tries are counted anew, and the present price is agreed to where it was shown. */
export const resumeAutoPurchase = endpoint({
  method: 'PUT',
  path: '/v1/customers/:customerUrl/consumers/:consumerId/auto-purchase/resume',
  summary: 'Go on buying automatically after a pause',
  actor: ['consumer'],
  params: consumerParams,
  body: z.object(expectedTerms),
  response: autoPurchase.extend({ message: z.string() }),
  errors: [
    'package_not_on_sale',
    'not_auto_purchasable',
    'price_changed',
    'no_default_payment',
    'payment_method_barred',
    'dispute_open',
  ],
})

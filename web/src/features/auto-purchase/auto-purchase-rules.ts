import type { AutoPurchase, AutoPurchaseRule, PauseReason } from '@almanac/contract/auto-purchase'
import type { ConsumerPackage } from '@almanac/contract/packages'
import type { ApiError } from '../../api/api-error.ts'

/** What is agreed to: dollars and tokens of each automatic purchase. */
export interface Terms {
  price: number
  numberOfTokens: number
}

/** Why nothing is bought: `retrying` after a failed try, `limit` until the daily limit has room. Both continue by themselves. */
export type Trouble = PauseReason | 'retrying' | 'limit'

/** What stands in the way of a rule; null where nothing does. */
export function troubleOf(rule: AutoPurchaseRule): Trouble | null {
  if (rule.state === 'paused') return rule.pauseReason ?? 'declined'
  if (rule.offerNow) return 'price'
  if (rule.waitReason === 'limit') return 'limit'
  return rule.failureMessage === null ? null : 'retrying'
}

/** Whether an automatic purchase follows at once when a debit leaves this balance. */
export const isBoughtAt = ({ rule, blockedBy }: AutoPurchase, balanceTokens: number): boolean =>
  rule?.state === 'active' &&
  !rule.offerNow &&
  !rule.nextTryAt &&
  !blockedBy &&
  balanceTokens <= rule.thresholdToken

/** One trouble as it stands now: what was put away of it stays so until it is another. */
export function signatureOf(
  { packageId, failureMessage, nextTryAt, offerNow }: AutoPurchaseRule,
  trouble: Trouble,
) {
  return JSON.stringify([packageId, trouble, failureMessage, nextTryAt, offerNow])
}

/** Whether the consumer chose a package for automatic purchase. */
export const isChosen = (offer: ConsumerPackage): boolean => offer.consumerAutoRenewablePackages.length > 0

/**
 * Whether a package can be bought automatically: with no more tokens than the threshold it would be bought without end.
 * The threshold is undefined until it is known.
 */
export const isAutoPurchasable = (
  { isAutoRenewable, autoRenewPrice, numberOfTokens }: ConsumerPackage,
  thresholdTokens: number | undefined,
): boolean => isAutoRenewable && autoRenewPrice > 0 && numberOfTokens > (thresholdTokens ?? 0)

/** At which price a package is bought automatically. */
export const termsOf = ({ autoRenewPrice, numberOfTokens }: ConsumerPackage): Terms => ({
  price: autoRenewPrice,
  numberOfTokens,
})

/** Whether the tenant's threshold is higher than the one that the consumer agreed to. */
export const isThresholdRaised = ({ rule, thresholdToken }: AutoPurchase): boolean =>
  rule !== null && thresholdToken > rule.thresholdToken

/** What a call says was shown (decision P11). */
export const expected = ({ price, numberOfTokens }: Terms) => ({
  expectedPrice: price,
  expectedTokens: numberOfTokens,
})

/** The terms of now, where a call was refused because others had been shown; else null. */
export function termsInstead({ code, extra }: ApiError): Terms | null {
  const { price, numberOfTokens } = extra
  const isThere = typeof price === 'number' && typeof numberOfTokens === 'number'
  return code === 'price_changed' && isThere ? { price, numberOfTokens } : null
}

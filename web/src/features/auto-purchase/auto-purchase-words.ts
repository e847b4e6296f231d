import type { AutoPurchase, AutoPurchaseRule } from '@almanac/contract/auto-purchase'
import {
  deviceZone,
  formatCount,
  formatDate,
  formatMoney,
  formatTime,
  formatTokens,
} from '../../ui/format.ts'
import type { Terms, Trouble } from './auto-purchase-rules.ts'

/** `28 Tokens for $22.40`. */
export const sayTerms = ({ price, numberOfTokens }: Terms): string =>
  `${formatTokens(numberOfTokens)} for ${formatMoney(price)}`

/** What a package is bought at: `your token balance falls to 2 tokens or below`. */
export const balanceFalls = (thresholdTokens: number): string =>
  `your token balance falls to ${countTokens(thresholdTokens)} or below`

/** `1 token`, in a sentence. */
export const countTokens = (tokens: number): string =>
  `${formatCount(tokens)} token${tokens === 1 ? '' : 's'}`

/** What happened, in one sentence. */
export function headOf(trouble: Trouble, { packageName, price, offerNow }: AutoPurchaseRule): string {
  switch (trouble) {
    case 'retrying':
      return 'Your automatic purchase did not go through.'
    case 'limit':
      return 'Your automatic purchase waits: the limit for 24 hours is reached.'
    case 'declined':
      return 'Automatic purchase is paused: your payment was declined.'
    case 'bank':
      return 'Automatic purchase is paused: your bank wants you to confirm the payment.'
    case 'price':
      return offerNow && offerNow.price === price
        ? `${packageName} now holds another number of tokens.`
        : `The price of ${packageName} has changed.`
    case 'dispute':
      return 'Automatic purchase is paused: one of your payments is disputed.'
    case 'stopped':
      return 'Automatic purchases are stopped for now.'
  }
}

/** What it means, and the way on. */
export function meaningOf(trouble: Trouble, rule: AutoPurchaseRule, timeZone: string | null): string {
  switch (trouble) {
    case 'retrying':
      return `${unlessSaid(rule)}${nextTry(rule, timeZone)}`
    case 'limit':
      return `${nextTry(rule, timeZone)} You can purchase tokens yourself meanwhile.`
    case 'declined':
      return `${unlessSaid(rule)}Change your default payment, and ${rule.packageName} is bought with that one, or resume to try the same one again.`
    case 'bank':
      return `Nothing was charged. Purchase ${rule.packageName} yourself, where your bank can ask you, then resume.`
    case 'price':
      return 'Nothing is bought automatically until you agree to it.'
    case 'dispute':
      return 'Nothing is bought automatically until that is decided, then it goes on by itself. You can purchase tokens yourself meanwhile.'
    case 'stopped':
      return 'We are checking our payment records, then it goes on by itself. You can purchase tokens yourself meanwhile.'
  }
}

/** Some sentences of a decline say it themselves. */
function unlessSaid({ packageName, failureMessage }: AutoPurchaseRule): string {
  return failureMessage?.includes('Nothing was charged') ? '' : `Nothing was charged for ${packageName}. `
}

/** When the next purchase is made, and on which condition. */
function nextTry(
  { packageName, nextTryAt, waitReason, thresholdToken }: AutoPurchaseRule,
  timeZone: string | null,
): string {
  const at = nextTryAt && formatMoment(nextTryAt, timeZone)
  if (waitReason === null) {
    const after = at ? ` after ${at}` : ''
    return `${packageName} is bought the next time ${balanceFalls(thresholdToken)}${after}.`
  }
  const condition = `if your balance is still at ${countTokens(thresholdToken)} or below then`
  if (waitReason === 'limit') return `${packageName} is bought on ${at}, ${condition}.`
  return `We try again on ${at}, ${condition}, or once you have changed your default payment.`
}

/** When a package is bought that is wanted now: `now`, or once nothing blocks it. */
export function whenBought(blockedBy: AutoPurchase['blockedBy'], timeZone: string | null): string {
  if (!blockedBy) return 'now'
  if (blockedBy.reason === 'dispute') return 'once the dispute about your payment is decided'
  if (blockedBy.reason === 'stopped' || !blockedBy.until) return 'once automatic purchases continue'
  return `on ${formatMoment(blockedBy.until, timeZone)} (the limit for 24 hours is reached)`
}

/** `Nov 22, 2026 at 7:05 AM`, in the consumer's zone. */
export function formatMoment(instant: string, timeZone: string | null): string {
  const zone = timeZone ?? deviceZone
  return `${formatDate(instant, zone)} at ${formatTime(instant, zone)}`
}

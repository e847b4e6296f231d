import type { AutoPurchaseRule } from '@almanac/contract/auto-purchase'
import { deviceZone, formatCount, formatDateTime, formatMoney, formatTokens } from '../../ui/format.ts'
import type { Terms, Trouble } from './auto-purchase-rules.ts'

/** `28 Tokens for $22.40`. */
export const sayTerms = ({ price, numberOfTokens }: Terms): string =>
  `${formatTokens(numberOfTokens)} for ${formatMoney(price)}`

/** What a package is bought at: `your token balance falls to 2 tokens or below`. */
export function balanceFalls(thresholdTokens: number): string {
  const tokens = `${formatCount(thresholdTokens)} token${thresholdTokens === 1 ? '' : 's'}`
  return `your token balance falls to ${tokens} or below`
}

/** What happened, in one sentence. */
export function headOf(trouble: Trouble, { packageName, price, offerNow }: AutoPurchaseRule): string {
  switch (trouble) {
    case 'retrying':
      return 'Your automatic purchase did not go through.'
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

function nextTry({ nextTryAt }: AutoPurchaseRule, timeZone: string | null): string {
  if (!nextTryAt) return 'We try again shortly.'
  const at = formatDateTime(nextTryAt, timeZone ?? deviceZone)
  return `We try again the next time your tokens are used after ${at}, or once you have changed your default payment.`
}

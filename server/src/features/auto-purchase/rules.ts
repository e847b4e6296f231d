import { limits } from '@almanac/contract/limits'
import type { PackageOnSale } from '../packages/index.ts'
import { countTokens, formatCents } from '../payments/index.ts'

/** Decision L4: at most so many purchases that were not refused in `daySeconds`; tries that were refused have more room. */
export const dailyLimits = {
  purchases: limits.automaticPurchasesPerDay,
  tries: 8,
  daySeconds: 24 * 3_600,
} as const

/** When each retry follows its decline; after the last one the rule is paused (decision L4). */
const secondsAfterDecline = [3_600, 6 * 3_600, 24 * 3_600] as const

/** Seconds until the retry after so many declines in a row; null if the rule is paused instead. */
export function secondsUntilNextTry(declines: number): number | null {
  return secondsAfterDecline[declines - 1] ?? null
}

/** Seconds until a try that nobody declined is made again by itself: ten minutes, doubling to six hours. */
export function secondsUntilRetry(failures: number): number {
  return Math.min(6 * 3_600, 600 * 2 ** Math.min(failures - 1, 10))
}

/**
 * What follows of a try that came to nothing: the bank wants its cardholder; never again by this instrument; given up
 * before anybody declined it, so once more; withdrawn; not sent because something had changed, so as soon as it is wanted
 * again; or declined, so later.
 */
export type Refusal = 'bank' | 'final' | 'unheard' | 'withdrawn' | 'unwanted' | 'declined'

const bankAsks = new Set([
  'authentication_required',
  'authentication_not_handled',
  'payment_intent_authentication_failure',
  'wallet_confirmation',
])

/** What the issuers' rules forbid to try again, or what can't come to anything else: as in the payments' `declines.ts`. */
const neverAgain = new Set([
  'lost_card',
  'stolen_card',
  'pickup_card',
  'restricted_card',
  'fraudulent',
  'merchant_blacklist',
  'security_violation',
  'stop_payment_order',
  'revocation_of_authorization',
  'revocation_of_all_authorizations',
  'invalid_account',
  'account_closed',
  'expired_card',
  'incorrect_number',
  'invalid_number',
  'card_not_supported',
  'currency_not_supported',
  'amount_mismatch',
  'amount_too_small',
  'resource_missing',
  'customer_missing',
  'customer_refused',
  'method_missing',
  'wallet_blocked',
  'wallet_source_expired',
  'email_invalid',
  'refused',
])

/** Sorts a failed purchase by its code and by what the issuer advised. */
export function refusalOf(failed: { failureCode: string | null; isRetryRefused: boolean }): Refusal {
  const code = failed.failureCode ?? ''
  if (bankAsks.has(code)) return 'bank'
  if (failed.isRetryRefused || neverAgain.has(code)) return 'final'
  if (code === 'abandoned') return 'unheard'
  if (code === 'no_longer_wanted') return 'unwanted'
  return code === 'canceled' ? 'withdrawn' : 'declined'
}

/** What was agreed to: cents and tokens of each purchase. */
export interface Terms {
  priceCents: number
  numberOfTokens: number
}

type Offer = Pick<PackageOnSale, 'isAutoRenewable' | 'autoRenewPriceCents' | 'numberOfTokens'>

/** Whether a package can be bought automatically: with no more tokens than the threshold it would be bought without end. */
export function isAutoPurchasable(offer: Offer, thresholdToken: number): boolean {
  return offer.isAutoRenewable && offer.autoRenewPriceCents > 0 && offer.numberOfTokens > thresholdToken
}

/** Whether an offer needs a new word of the consumer: a rise, or another number of tokens (decision L5). */
export function isBeyond(agreed: Terms, offer: Offer): boolean {
  return offer.autoRenewPriceCents > agreed.priceCents || offer.numberOfTokens !== agreed.numberOfTokens
}

/** Both as a person reads them: `28 tokens for $22.40`. */
export function sayTerms({ priceCents, numberOfTokens }: Terms): string {
  return `${countTokens(numberOfTokens)} for ${formatCents(priceCents)}`
}

/** What a consumer agrees to, as it is stored and mailed. */
export function sayConsent(packageName: string, terms: Terms, thresholdToken: number): string {
  return (
    `${packageName}, ${sayTerms(terms)}, is bought with your default payment whenever your balance falls to ` +
    `${countTokens(thresholdToken)} or below, at most ${dailyLimits.purchases} times a day, until you turn it off.`
  )
}

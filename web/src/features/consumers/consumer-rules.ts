import { type ConsumerDetails, consumerEditBody } from '@almanac/contract/consumers'
import { errorCatalogue } from '@almanac/contract/errors'
import { SMS_NUMBER_REFUSAL } from '@almanac/contract/fields'
import { limits } from '@almanac/contract/limits'
import { z } from 'zod'
import { isNorthAmerican, type ParsePhone } from '../../api/phone-rules.ts'
import { formatCount } from '../../ui/format.ts'
import { formatPhone } from '../../ui/phone-number.ts'

const MEDIUMS: Readonly<Record<string, string>> = { audio: 'Audio', sms: 'SMS', email: 'Email' }

/** How texts of a sign come: `SMS and Email`. */
export function mediumWords(names: readonly string[]): string {
  return names.map((name) => MEDIUMS[name] ?? name).join(' and ')
}

/** What a consumer pays with, as far as it is told: never which one it is. */
export function defaultPaymentWords({
  stripeId,
  paypalPaymentToken,
}: Pick<ConsumerDetails, 'stripeId' | 'paypalPaymentToken'>): string {
  if (stripeId) return 'Card'
  return paypalPaymentToken ? 'PayPal' : 'none'
}

type Consent = ConsumerDetails['consents'][number]

/** What somebody agreed to or withdrew: `Agreed to Leo by SMS, (617) 555-0123`. */
export function consentTitle({ act, medium, categoryName, recipient }: Consent): string {
  const verb = act === 'given' ? 'Agreed to' : 'Withdrew'
  const to = medium === 'sms' ? `SMS, ${formatPhone(recipient)}` : `email, ${recipient}`
  return `${verb} ${categoryName ?? 'all signs'} by ${to}`
}

const ORIGINS: Readonly<Record<Exclude<Consent['source'], 'provider-report'>, string>> = {
  screen: 'on the screen',
  'letter-link': 'by the link in an email',
  'text-message': 'by text message',
}

/** How and from where it came. */
export function consentOrigin({
  source,
  medium,
  ipAddress,
}: Pick<Consent, 'source' | 'medium' | 'ipAddress'>): string {
  if (source === 'provider-report')
    return medium === 'sms' ? 'reported by the SMS provider' : 'reported by the mail host'
  return ipAddress ? `${ORIGINS[source]} from ${ipAddress}` : ORIGINS[source]
}

export const TOKENS_MAX_CHARACTERS = String(limits.tokenEditMax).length

/** Whether it can stand in a field of tokens: digits only, and not too many. */
export function isTokenText(text: string): boolean {
  return /^\d*$/.test(text) && text.length <= TOKENS_MAX_CHARACTERS
}

export type TokenWay = 'add' | 'subtract'

const TOKEN_WORDS = {
  add: {
    empty: '* Add token value can not be empty.',
    zero: '* Add token value must be at least 1.',
  },
  subtract: {
    empty: '* Substract token value can not be empty.',
    zero: '* Substract token value must be at least 1.',
  },
} as const
const TOO_MANY = errorCatalogue.subtraction_too_large.message

/** What is wrong with the tokens to add to a balance or to subtract from it; null where nothing is. */
export function tokensError(way: TokenWay, typed: string, balance: number): string | null {
  if (typed === '') return TOKEN_WORDS[way].empty
  if (Number(typed) === 0) return TOKEN_WORDS[way].zero
  return way === 'subtract' && Number(typed) > balance ? TOO_MANY : null
}

/** What a balance would come to; null while that can not be done. */
export function balanceAfter(way: TokenWay, typed: string, balance: number): number | null {
  if (tokensError(way, typed, balance)) return null
  return balance + (way === 'add' ? Number(typed) : -Number(typed))
}

/** What the form asks about. */
export type EditKind = 'profile' | 'tokens'

export interface EditValues {
  email: string
  smsPhoneNumber: string
  addTokens: string
  subtractTokens: string
  reason: string
}

export const NOTHING_YET: EditValues = {
  email: '',
  smsPhoneNumber: '',
  addTokens: '',
  subtractTokens: '',
  reason: '',
}

/** The form as it opens: an address that waits for its code stands in place of the old one, so that saving keeps it. */
export function valuesOf(details: ConsumerDetails): EditValues {
  const { email, unverifiedEmail, smsPhoneNumber, unverifiedSmsPhoneNumber } = details
  return {
    ...NOTHING_YET,
    email: unverifiedEmail ?? email ?? '',
    smsPhoneNumber: formatPhone(unverifiedSmsPhoneNumber ?? smsPhoneNumber ?? ''),
  }
}

const typed = z.object({
  email: z.string(),
  smsPhoneNumber: z.string(),
  addTokens: z.string(),
  subtractTokens: z.string(),
  reason: z.string().trim().max(limits.reasonMaxCharacters),
})

/** The rules of the address and number, the contract's own. `parse` is null until it is loaded. */
export function profileRules(parse: ParsePhone | null) {
  return typed.extend({
    email: consumerEditBody.shape.email,
    smsPhoneNumber: consumerEditBody.shape.smsPhoneNumber
      .unwrap()
      .refine((number) => number === '' || !parse || isNorthAmerican(number, parse), SMS_NUMBER_REFUSAL),
  })
}

/** The field of a way. */
export function fieldOf(way: TokenWay): 'addTokens' | 'subtractTokens' {
  return way === 'add' ? 'addTokens' : 'subtractTokens'
}

export const otherWay = (way: TokenWay): TokenWay => (way === 'add' ? 'subtract' : 'add')

/** The rules of a token edit of a balance; the field of the other way is not looked at. */
export function tokenRules(way: TokenWay, balance: number) {
  return typed.superRefine((values, context) => {
    const field = fieldOf(way)
    const message = tokensError(way, values[field], balance)
    if (message) context.addIssue({ code: 'custom', path: [field], message })
  })
}

/** That another balance is shown now than the edit was made for. */
export function balanceChanged(before: number, now: number): string {
  return `The balance has changed from ${formatCount(before)} to ${formatCount(now)} meanwhile. Nothing was edited. Save again if you still want this edit.`
}

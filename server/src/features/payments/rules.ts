import type { PaymentState } from '@almanac/contract/payments'
import { toDollars } from '../../platform/dollars.ts'

/** The platform sells in US dollars only. */
export const currency = 'usd'

/** Cents as a person reads them: `$1,234.50`. */
export function formatCents(cents: number): string {
  const [whole = '0', fraction = '00'] = toDollars(cents).toFixed(2).split('.')
  return `$${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`
}

/** `1 token`, `28 tokens`. */
export function countTokens(tokens: number): string {
  return tokens === 1 ? '1 token' : `${tokens.toLocaleString('en-US')} tokens`
}

/** How a payment stands, from what went back of it in cents. */
export function paymentStateOf(payment: {
  amountCents: number
  refundedCents: number
  lostCents: number
  isDisputed: boolean
}): PaymentState {
  const { amountCents, refundedCents, lostCents, isDisputed } = payment
  if (isDisputed) return 'disputed'
  if (lostCents > 0) return 'lost'
  if (refundedCents === 0) return 'paid'
  return refundedCents < amountCents ? 'partly_refunded' : 'refunded'
}

const descriptorMaxLength = 22
const joint = '* '

/**
 * What a card statement shows after the prefix, from a tenant's name: Latin letters of any accent made plain, none of
 * `< > \ ' " *`, at least one letter, 22 characters with prefix and joint, as the card networks want it.
 */
export function descriptorSuffix(companyName: string, prefix: string): string {
  const room = descriptorMaxLength - prefix.length - joint.length
  const plain = companyName
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/[<>\\'"*]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toUpperCase()
    .slice(0, room)
    .trim()
  return /[A-Z]/.test(plain) ? plain : 'TOKENS'.slice(0, room)
}

/** The whole line of a card statement. */
export function statementDescriptor(companyName: string, prefix: string): string {
  return `${prefix}${joint}${descriptorSuffix(companyName, prefix)}`
}

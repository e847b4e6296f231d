import type { DefaultPayment } from '@almanac/contract/payments'

const BRANDS: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}

/** A saved card in words: `Visa ending 4242`. */
export function nameOfDefault({ cardBrand, lastFourDigit }: DefaultPayment): string {
  const brand = BRANDS[cardBrand ?? ''] ?? 'Card'
  return lastFourDigit ? `${brand} ending ${lastFourDigit}` : brand
}

/** `Expires 04/2030`; empty where the provider doesn't say. */
export function expiryOf({ expMonth, expYear }: DefaultPayment): string {
  return expMonth && expYear ? `Expires ${String(expMonth).padStart(2, '0')}/${expYear}` : ''
}

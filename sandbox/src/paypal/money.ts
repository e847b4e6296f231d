import type { Money } from './rows.ts'

/** The one currency of the sandbox's account. */
export const currency = 'USD'

export function money(cents: number): Money {
  return { currency_code: currency, value: (cents / 100).toFixed(2) }
}

/** Cents of an amount that was checked before. */
export function centsOf(value: Money): number {
  return Math.round(Number(value.value) * 100)
}

/** PayPal's fee on a captured amount: 3.49 % and 49 cents. */
export function feeCents(amountCents: number): number {
  return Math.min(amountCents, Math.round(amountCents * 0.0349) + 49)
}

/** The issue that PayPal has with an amount to be paid or given back, or null. */
export function amountIssue(value: Money): { issue: string; field: string } | null {
  if (value.currency_code !== currency) return { issue: 'INVALID_CURRENCY_CODE', field: 'currency_code' }
  if (/[.]\d{3,}$/.test(value.value)) return { issue: 'DECIMAL_PRECISION', field: 'value' }
  if (!(Number(value.value) > 0)) return { issue: 'CANNOT_BE_ZERO_OR_NEGATIVE', field: 'value' }
  if (Number(value.value) >= 1e15) return { issue: 'MAX_VALUE_EXCEEDED', field: 'value' }
  return null
}

import { currency } from '../payments/index.ts'

/**
 * Amounts of two currencies are never added up (decision P13): what is in another one is left to a person.
 * @throws Error, which the health page shows beside the event.
 */
export function refuseCurrency(what: string, told: { currency: string }): void {
  if (told.currency === currency) return
  throw new Error(`${what} is in ${told.currency.toUpperCase()}, its purchase in ${currency.toUpperCase()}`)
}

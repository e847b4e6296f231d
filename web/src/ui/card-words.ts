import { brandName } from '@almanac/contract/card-brands'

interface CardFacts {
  /** The provider's word: `visa`. */
  cardBrand: string | null
  lastFourDigit: string | null
}

/** A card in words: `Visa ending 4242`. */
export function cardName({ cardBrand, lastFourDigit }: CardFacts): string {
  const brand = brandName(cardBrand) ?? 'Card'
  return lastFourDigit ? `${brand} ending ${lastFourDigit}` : brand
}

/** `Expires 04/2030`; empty where the provider doesn't say. */
export function cardExpiry({
  expMonth,
  expYear,
}: {
  expMonth: number | null
  expYear: number | null
}): string {
  return expMonth && expYear ? `Expires ${String(expMonth).padStart(2, '0')}/${expYear}` : ''
}

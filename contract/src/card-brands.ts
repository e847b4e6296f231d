/** What people call the cards that the provider names in one word. */
const brands: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}

/** `Visa` for the provider's `visa`; null for a brand that is unknown. */
export function brandName(cardBrand: string | null): string | null {
  return brands[cardBrand ?? ''] ?? null
}

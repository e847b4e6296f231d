import { cardName } from './card-words.ts'

interface PaidWith {
  /** What the way to pay is called. */
  paymentMethod: string
  cardBrand: string | null
  lastFourDigit: string | null
}

/** What a purchase was paid with: the card where it is known, else the provider. */
export function paidWith(purchase: PaidWith): string {
  return purchase.lastFourDigit ? cardName(purchase) : purchase.paymentMethod
}

interface Amounts {
  /** Dollars. */
  amount: number
  /** Dollars, 0 or negative. */
  refundedAmount: number
}

/** How much of a purchase came back, in words; null where nothing did. */
export function refundState({ amount, refundedAmount }: Amounts): 'Refunded' | 'Partly refunded' | null {
  if (refundedAmount === 0) return null
  return amount + refundedAmount <= 0 ? 'Refunded' : 'Partly refunded'
}

/** How a completed purchase stands: the word of its receipt. */
export function paymentState(amounts: Amounts): 'Paid' | 'Refunded' | 'Partly refunded' {
  return refundState(amounts) ?? 'Paid'
}

/** What was kept of an amount after refunds, in dollars, to the cent. */
export function keptAmount({ amount, refundedAmount }: Amounts): number {
  return Math.round((amount + refundedAmount) * 100) / 100
}

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
  /** Dollars, 0 or negative. */
  lostAmount: number
}

/** How a payment stands, in words. */
export const paymentStateWords = {
  paid: 'Paid',
  partly_refunded: 'Partly refunded',
  refunded: 'Refunded',
  disputed: 'Disputed',
  lost: 'Lost to a dispute',
} as const

/** How much of a purchase was refunded, in words; null where nothing was. */
export function refundState({ amount, refundedAmount }: Omit<Amounts, 'lostAmount'>): string | null {
  if (refundedAmount === 0) return null
  return amount + refundedAmount <= 0 ? paymentStateWords.refunded : paymentStateWords.partly_refunded
}

/** What was kept of an amount after refunds and lost disputes, in dollars, to the cent. */
export function keptAmount({ amount, refundedAmount, lostAmount }: Amounts): number {
  return Math.round(Math.max(0, amount + refundedAmount + lostAmount) * 100) / 100
}

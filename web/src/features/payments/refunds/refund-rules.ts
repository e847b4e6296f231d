import type { PaymentHistory, RefundState } from '@almanac/contract/refunds'
import { z } from 'zod'

/** What a row is called: the provider's id of the refund, else of the payment, else of the money taken. */
export function paymentIdOf({ refundId, paymentIntentId, captureId }: PaymentHistory): string {
  return refundId ?? paymentIntentId ?? captureId ?? ''
}

export const isRefund = ({ amount }: Pick<PaymentHistory, 'amount'>): boolean => amount < 0

/** What can still be refunded of a payment, in cents. */
export function availableCentsOf({
  amount,
  refundedAmount,
  lostAmount,
}: Pick<PaymentHistory, 'amount' | 'refundedAmount' | 'lostAmount'>) {
  return Math.max(0, Math.round((amount + refundedAmount + lostAmount) * 100))
}

export const NOTHING_LEFT = 'The available amount is insufficient to refund.'
export const IS_REFUND = 'This is a refunded payment.'
export const IS_DISPUTED = 'This payment is disputed. It cannot be refunded until that is decided.'

/** Why a payment can't be refunded now; null where it can. */
export function hindrance(payment: PaymentHistory): string | null {
  if (payment.isDisputed) return IS_DISPUTED
  return availableCentsOf(payment) === 0 ? NOTHING_LEFT : null
}

export const AMOUNT_MAX_CHARACTERS = 7

/** Dollars as they are typed, in cents; null of what is no amount. */
export function readCents(typed: string): number | null {
  const text = typed.trim()
  const found = text.length <= AMOUNT_MAX_CHARACTERS && /^(\d*)(?:\.(\d{1,2}))?$/.exec(text)
  if (!found || text === '') return null
  const [, whole = '', part = ''] = found
  const cents = Number(whole) * 100 + Number(part.padEnd(2, '0'))
  return cents > 0 ? cents : null
}

/** What is wrong with the amount of a partial refund; null where nothing is. */
export function amountError(typed: string, availableCents: number): string | null {
  if (typed.trim() === '') return '* Partial refund amount can not be empty.'
  const cents = readCents(typed)
  if (cents === null) return '* Invalid amount.'
  return cents > availableCents ? '* Partial refund amount can not be greater than available amount.' : null
}

export type RefundKind = 'full' | 'partial'

/** The refund's form; an amount is asked for of a partial one alone. */
export function refundSchema(availableCents: number) {
  return z
    .object({ kind: z.enum(['full', 'partial']), amount: z.string(), reason: z.string().trim().max(500) })
    .superRefine(({ kind, amount }, context) => {
      const message = kind === 'partial' ? amountError(amount, availableCents) : null
      if (message) context.addIssue({ code: 'custom', path: ['amount'], message })
    })
}

/** How a refund stands, in a word; nothing of one that has been made. */
export const refundStateWords: Record<RefundState, string | null> = {
  started: 'Pending',
  pending: 'Pending',
  refunded: null,
  failed: 'Failed',
}

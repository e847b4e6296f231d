import type { PurchaseAnswer } from '@almanac/contract/payments'
import type { ApiError } from '../../api/api-error.ts'

export type PayWith =
  | { method: 'card'; paymentId: string; saveCardAsDefault: boolean }
  | { method: 'default-card' }

export type PayMethod = PayWith['method']

/** One try to pay. Repeated as it is, it charges nothing more: the key makes it one purchase. */
export interface Attempt {
  packageId: number
  payWith: PayWith
  idempotencyKey: string
  /** Known once the bank has asked its question. */
  purchaseId?: number
}

export type PurchaseState =
  /** The form is open; `refusal` says why the last try with `refused` ended, nothing was charged by it. */
  | { step: 'entering'; refusal: string | null; refused: PayMethod | null }
  /** The provider reads the card. */
  | { step: 'reading' }
  | { step: 'sending'; attempt: Attempt }
  /** The bank asks the cardholder. */
  | { step: 'challenge'; attempt: Attempt; clientSecret: string }
  /** The server will know the outcome, but does not yet. */
  | { step: 'waiting'; attempt: Attempt; message: string; tries: number }
  /** No answer came: whether the server has begun is not known, so that only the same try may be repeated. */
  | { step: 'unanswered'; attempt: Attempt; message: string }
  | { step: 'paid'; tokenBalance: number; message: string }

export const OPEN: PurchaseState = { step: 'entering', refusal: null, refused: null }

export const UNCONFIRMED =
  'Your bank has not confirmed the payment, so nothing was charged. Please try again or use another card.'

const STILL_WAITING = 'Your payment is still being confirmed. Your tokens appear as soon as it is.'

/** Where an answer leads. */
export function afterAnswer(attempt: Attempt, answer: PurchaseAnswer): PurchaseState {
  if (!('requiresAction' in answer)) {
    return { step: 'paid', tokenBalance: answer.tokenBalance, message: answer.message }
  }
  const { clientSecret, purchaseId } = answer
  // Asked a second time: the question was put away without an answer.
  if (attempt.purchaseId !== undefined) return refuse(attempt, UNCONFIRMED)
  return { step: 'challenge', attempt: { ...attempt, purchaseId }, clientSecret }
}

type Failure = Pick<ApiError, 'status' | 'code' | 'message' | 'list'>

/** Where a failed call leads. `tries` counts how often the outcome was asked for already. */
export function afterFailure(attempt: Attempt, failure: Failure, tries = 0): PurchaseState {
  const { code, message } = failure
  if (code === 'payment_pending') return { step: 'waiting', attempt, message, tries: tries + 1 }
  if (!isDefinitive(failure)) {
    return tries > 0
      ? { step: 'waiting', attempt, message: STILL_WAITING, tries: tries + 1 }
      : { step: 'unanswered', attempt, message }
  }
  return refuse(attempt, failure.list[0] ?? message)
}

/** Whether the server has decided. Without an answer, or when it had no time, the payment may still be made. */
function isDefinitive({ status }: Failure): boolean {
  return status !== 0 && status !== 429 && status < 500
}

function refuse(attempt: Attempt, refusal: string): PurchaseState {
  return { step: 'entering', refusal, refused: attempt.payWith.method }
}

/** The way of paying that is under way, or was refused. */
export function methodOf(state: PurchaseState): PayMethod | null {
  if (state.step === 'entering') return state.refused
  if (state.step === 'reading') return 'card'
  return state.step === 'paid' ? null : state.attempt.payWith.method
}

/** Whether nothing may be pressed because a payment is under way. */
export function isBusy({ step }: PurchaseState): boolean {
  return step !== 'entering' && step !== 'unanswered'
}

const FIRST_ASK_MS = 2_000
const LONGEST_ASK_MS = 30_000

/** How long to wait before the outcome is asked for the `tries`-th time, should no event come first. */
export function askAgainAfterMs(tries: number): number {
  return Math.min(LONGEST_ASK_MS, FIRST_ASK_MS * 2 ** Math.max(0, tries - 1))
}

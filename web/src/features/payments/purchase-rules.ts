import {
  type DefaultPayment,
  type OpenPurchase,
  type PurchaseAnswer,
  type WalletSource,
  waysToPay,
} from '@almanac/contract/payments'
import type { WalletOrder } from '@almanac/contract/wallets'
import { type ApiError, isDecided } from '../../api/api-error.ts'
import { cardName } from '../../ui/card-words.ts'
import { formatMoney, formatTokens } from '../../ui/format.ts'

export type PayWith =
  | { method: 'card'; paymentId: string; saveCardAsDefault: boolean }
  | SavedWay
  | WalletWay
  /** Takes the money of an order whose consumer comes back from the wallet. */
  | { method: 'checkout'; orderId: string; source: WalletSource }
  /** Goes on with a purchase that waits for the bank, whatever it was begun with. */
  | { method: 'finish' }

/** With what is the default payment: a card or a wallet. */
export type SavedWay = { method: 'default-card' | 'default-wallet' }
/** With a wallet, which is approved at the wallet's own page. */
export type WalletWay = { method: WalletSource; saveAsDefault: boolean }
export type PayMethod = PayWith['method']

/** What a package costs and holds, as it is shown and agreed to. */
export interface Offer {
  /** Dollars. */
  price: number
  numberOfTokens: number
}

/** One try to pay. Repeated as it is, it charges nothing more: the key makes it one purchase. */
export interface Attempt {
  packageId: number
  payWith: PayWith
  /** What was on screen; null where the purchase was agreed to before. */
  expected: Offer | null
  idempotencyKey: string
  /** Known once the bank has asked its question. */
  purchaseId?: number
  /** The question was put. */
  isAsked?: true
}

/** What a person reads of the last try, beside the way of paying it was made with. Nothing was charged by it. */
export interface Outcome {
  kind: 'refused' | 'price-changed' | 'paid-before'
  text: string
  method: PayMethod
  /** What was paid before, where that is it. */
  paidId?: number
  /** It comes by itself and answers no press, so it takes no focus: the person may be typing. */
  isUnasked?: true
}

/** A purchase that went through. */
export interface Paid {
  purchaseId: number
  tokenBalance: number
  /** The word of success. */
  message: string
}

export type PurchaseState =
  /** The form is open. */
  | { step: 'entering'; outcome: Outcome | null; offer?: Offer }
  /** What else is open is asked for. */
  | { step: 'checking'; method: PayMethod }
  /** Purchases whose fate nobody knows yet stand before this one: the person is asked. */
  | { step: 'asking'; method: PayMethod; pending: readonly OpenPurchase[] }
  /** The provider reads the card. */
  | { step: 'reading' }
  | { step: 'sending'; attempt: Attempt }
  /** The bank asks the cardholder. */
  | { step: 'challenge'; attempt: Attempt; clientSecret: string }
  /** The consumer is on the way to the wallet's page, and approves the order there. */
  | { step: 'leaving'; attempt: Attempt; approveUrl: string }
  /** The server will know the outcome, but does not yet. */
  | { step: 'waiting'; attempt: Attempt; message: string; tries: number }
  /** No answer came: whether the server has begun is not known, so that only the same try may be repeated. */
  | { step: 'unanswered'; attempt: Attempt; message: string }
  | ({ step: 'paid'; method: PayMethod } & Paid)

export const OPEN: PurchaseState = { step: 'entering', outcome: null }

export const UNCONFIRMED =
  'Your bank has not confirmed the payment, so nothing was charged. You can still confirm it above; a new purchase cancels it.'

/** Of a wallet that asks for its owner where it has been agreed to already. */
export const unapproved = (wallet: string): string =>
  `${wallet} asks you to approve this payment, so nothing was charged. You can still approve it above; a new purchase cancels it.`

/** Said while a payment is under way, on its button too. */
export const PROCESSING = 'Processing payment …'
export const goingTo = (wallet: string): string => `Going to ${wallet} …`

/** What a wallet calls itself. */
export const walletName = (source: WalletSource): string => waysToPay[source].paymentMethod

/** The state of the history entry that shows the packages with the confirmation of a purchase. */
export const paidState = (paidId: number) => ({ paidId })

/** The purchase to be confirmed, as the state of a history entry names it; null where there is none. */
export function readPaidId(state: unknown): number | null {
  const { paidId } = (state ?? {}) as { paidId?: unknown }
  return typeof paidId === 'number' ? paidId : null
}

/** Whether something is kept to be paid with; unknown is no. */
export function hasDefault(payment: DefaultPayment | undefined): payment is DefaultPayment {
  return payment !== undefined && !payment.noDefaultPayment
}

/** How the default payment pays; null where there is none. */
export function savedWay(payment: DefaultPayment | undefined): SavedWay['method'] | null {
  if (!hasDefault(payment)) return null
  return payment.isPaypalPayment ? 'default-wallet' : 'default-card'
}

/** Of what a purchase saves beside. */
export const DELETED_AT_ANY_TIME = 'You can delete it on your profile at any time.'

const WHEN_CHARGED =
  'It is charged only when you make a purchase with it, or auto-purchase makes one for you.'

/** Said before anything is kept to be paid with later: when it is charged, and what it takes the place of. */
export function savingTerms(before: DefaultPayment | undefined): string {
  if (!hasDefault(before)) return WHEN_CHARGED
  const replaced = before.isStripePayment ? cardName(before) : 'saved PayPal account'
  return `${WHEN_CHARGED} It replaces your ${replaced}.`
}

const STILL_WAITING = 'Your payment is still being confirmed. Your tokens appear as soon as it is.'

/** Where an answer leads. */
export function afterAnswer(attempt: Attempt, answer: PurchaseAnswer | WalletOrder): PurchaseState {
  if ('approveUrl' in answer) {
    const { purchaseId, approveUrl } = answer
    return { step: 'leaving', attempt: { ...attempt, purchaseId }, approveUrl }
  }
  if (!('requiresAction' in answer)) {
    const { purchaseId, tokenBalance, message } = answer
    return { step: 'paid', method: methodIn(attempt), purchaseId, tokenBalance, message }
  }
  if (isByWallet(attempt)) return refuse(attempt, unapproved(walletIn(attempt)))
  const { clientSecret, purchaseId } = answer
  // Asked a second time: the question was put away without an answer.
  if (attempt.isAsked) return methodIn(attempt) === 'finish' ? OPEN : refuse(attempt, UNCONFIRMED)
  return { step: 'challenge', attempt: { ...attempt, purchaseId, isAsked: true }, clientSecret }
}

type Failure = Pick<ApiError, 'status' | 'code' | 'message' | 'list' | 'extra'>

/** Where a failed call leads. `tries` counts how often the outcome was asked for already. */
export function afterFailure(attempt: Attempt, failure: Failure, tries = 0): PurchaseState {
  const { code, message } = failure
  if (isPending(failure)) return { step: 'waiting', attempt, message, tries: tries + 1 }
  if (!isDecided(failure)) {
    if (tries > 0) return { step: 'waiting', attempt, message: STILL_WAITING, tries: tries + 1 }
    // It was agreed to before, and stays in the list of what is open.
    if (attempt.payWith.method === 'finish') return refuse(attempt, message)
    return { step: 'unanswered', attempt, message }
  }
  const offer = code === 'price_changed' ? readOffer(failure.extra) : null
  if (offer && attempt.expected) {
    const text = priceChange(attempt.expected, offer)
    return { step: 'entering', outcome: { kind: 'price-changed', text, method: methodIn(attempt) }, offer }
  }
  if (code === 'earlier_purchase_paid') {
    const { purchaseId } = failure.extra
    const paid = typeof purchaseId === 'number' ? { paidId: purchaseId } : {}
    return {
      step: 'entering',
      outcome: { kind: 'paid-before', text: message, method: methodIn(attempt), ...paid },
    }
  }
  return refuse(attempt, failure.list[0] ?? message)
}

/** Whether the outcome is being found out, which is no failure yet. */
export function isPending({ code }: Pick<Failure, 'code'>): boolean {
  return code === 'payment_pending'
}

function readOffer({ price, numberOfTokens }: Failure['extra']): Offer | null {
  return typeof price === 'number' && typeof numberOfTokens === 'number' ? { price, numberOfTokens } : null
}

function priceChange(before: Offer, now: Offer): string {
  return `The price has changed from ${sayOffer(before)} to ${sayOffer(now)}. Nothing was charged. Purchase only if you agree to the new price.`
}

/**
 * The form after the package has changed in the list while nothing was being paid: says so beside what the last try came
 * to, where that is a refusal, or else beside `method`. What was paid before keeps its words and its receipt.
 */
export function afterPriceChange(
  state: PurchaseState,
  { before, now, method }: { before: Offer; now: Offer; method: PayMethod },
): PurchaseState {
  if (state.step !== 'entering' || state.outcome?.kind === 'paid-before') return state
  const refusal = state.outcome?.kind === 'refused' ? state.outcome : null
  const text = priceChange(before, now)
  return {
    step: 'entering',
    outcome: {
      kind: 'price-changed',
      text: refusal ? `${refusal.text} ${text}` : text,
      method: refusal?.method ?? method,
      isUnasked: true,
    },
  }
}

export const isSameOffer = (one: Offer, other: Offer): boolean =>
  one.price === other.price && one.numberOfTokens === other.numberOfTokens

function sayOffer({ price, numberOfTokens }: Offer): string {
  return `${formatMoney(price)} for ${formatTokens(numberOfTokens)}`
}

/** Whether it is a wallet that asks, and no bank. */
const isByWallet = ({ payWith: { method } }: Attempt) => method === 'checkout' || method === 'default-wallet'

const methodIn = ({ payWith }: Attempt): PayMethod => payWith.method

function refuse(attempt: Attempt, text: string): PurchaseState {
  return { step: 'entering', outcome: { kind: 'refused', text, method: methodIn(attempt) } }
}

/** The way of paying that is under way, or was tried last. */
export function methodOf(state: PurchaseState): PayMethod | null {
  switch (state.step) {
    case 'entering':
      return state.outcome?.method ?? null
    case 'checking':
    case 'asking':
    case 'paid':
      return state.method
    case 'reading':
      return 'card'
    default:
      return methodIn(state.attempt)
  }
}

/** Whether nothing may be pressed because a payment is under way. */
export function isBusy({ step }: PurchaseState): boolean {
  return step !== 'entering' && step !== 'unanswered'
}

/**
 * Whether the screen may be left: with nothing under way, and while the provider has yet to confirm a payment, which may
 * take days and is told of wherever one goes.
 */
export function mayLeave(state: PurchaseState): boolean {
  return !isBusy(state) || state.step === 'waiting'
}

/** Whether the person waits for the payment, and not it for the person. */
export function isProcessing({ step }: PurchaseState): boolean {
  return step !== 'entering' && step !== 'unanswered' && step !== 'asking' && step !== 'challenge'
}

/** What a button says in its label's place meanwhile; nothing while it waits for the person. */
export function pendingWord(state: PurchaseState): string | undefined {
  if (!isProcessing(state)) return undefined
  const isLeaving = state.step === 'leaving'
  return isLeaving ? goingTo(walletIn(state.attempt)) : PROCESSING
}

function walletIn({ payWith }: Attempt): string {
  const source = payWith.method === 'checkout' ? payWith.source : payWith.method
  return walletName(source === 'venmo' ? 'venmo' : 'paypal')
}

/** Whether the card may still be read: its fields must be open for that. */
export function isBeforeSending({ step }: PurchaseState): boolean {
  return step === 'entering' || step === 'checking' || step === 'asking' || step === 'reading'
}

const FIRST_ASK_MS = 2_000
const LONGEST_ASK_MS = 30_000

/** How long to wait before the outcome is asked for the `tries`-th time, should no event come first. */
export function askAgainAfterMs(tries: number): number {
  return Math.min(LONGEST_ASK_MS, FIRST_ASK_MS * 2 ** Math.max(0, tries - 1))
}

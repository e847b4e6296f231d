import { listConsumerPackages } from '@almanac/contract/packages'
import {
  listOpenPurchases,
  type OpenPurchase,
  purchaseWithCard,
  purchaseWithDefaultCard,
} from '@almanac/contract/payments'
import { useEffect, useRef, useState } from 'react'
import { type ApiError, isApiError } from '../../api/api-error.ts'
import { call, newIdempotencyKey } from '../../api/call.ts'
import { queryClient, readOf, refresh } from '../../api/query-client.ts'
import { useConsumerParams, useUser } from '../../api/session.ts'
import { showToast } from '../../ui/toast-store.ts'
import type { CardReader } from './card-provider.ts'
import {
  type Attempt,
  afterAnswer,
  afterFailure,
  askAgainAfterMs,
  isDefinitive,
  isPending,
  type Offer,
  OPEN,
  type Outcome,
  type Paid,
  type PayMethod,
  type PayWith,
  type PurchaseState,
} from './purchase-rules.ts'

export interface Purchase {
  state: PurchaseState
  /** Reads the card and pays with it what is shown. */
  payWithCard: (reader: CardReader, saveCardAsDefault: boolean, shown: ShownPackage) => Promise<void>
  payWithDefaultCard: (shown: ShownPackage) => Promise<void>
  /** Puts the bank's question of an earlier purchase. */
  finish: (open: OpenPurchase) => Promise<void>
  /** Takes back what is said of the last try. */
  forget: () => void
  /** Answers whether to purchase although an earlier payment may go through. */
  decide: (isAgreed: boolean) => void
  /** Repeats a try that got no answer. */
  retry: () => Promise<void>
  /** The bank's question is over, however it ended. */
  endChallenge: () => Promise<void>
}

/** A package as the person sees it: nothing else is agreed to (decision P11). */
export interface ShownPackage extends Offer {
  id: number
}

type Params = ReturnType<typeof useConsumerParams>

/** What to ask for anew after a try that charged nothing. */
function changedBy({ kind }: Outcome) {
  if (kind === 'price-changed') return [listConsumerPackages]
  return kind === 'paid-before' ? (['balance'] as const) : [listOpenPurchases]
}

/** `isAgain` asks for an outcome that is not known yet: having no answer again is nothing new. */
function pay(params: Params, attempt: Attempt, isAgain: boolean) {
  const { payWith, packageId, purchaseId, expected, idempotencyKey } = attempt
  const isTold = (error: ApiError) => isPending(error) || (isAgain && !isDefinitive(error))
  const agreed = expected && { expectedPrice: expected.price, expectedTokens: expected.numberOfTokens }
  if (payWith.method !== 'card') {
    const { customerUrl } = params
    const body = { packageId, purchaseId, ...agreed }
    return call(purchaseWithDefaultCard, { params: { customerUrl }, body, idempotencyKey, isTold })
  }
  const { paymentId, saveCardAsDefault } = payWith
  const body = { paymentId, packageId, saveCardAsDefault, purchaseId, ...agreed }
  return call(purchaseWithCard, { params, body, idempotencyKey, isTold })
}

interface PurchaseListener {
  /** Called once, also when the form was left meanwhile. */
  onPaid: (paid: Paid) => void
  /** The package is sold for this now: it has to be shown before the next try. */
  onPriceChange?: (offer: Offer) => void
}

/**
 * The course of one purchase. The idempotency key is made when the form opens and kept until the server has decided
 * (decision W9).
 */
export function usePurchase({ onPaid, onPriceChange }: PurchaseListener): Purchase {
  const params = useConsumerParams()
  const [state, setState] = useState<PurchaseState>(OPEN)
  const idempotencyKey = useRef('')
  idempotencyKey.current ||= newIdempotencyKey()
  const isSending = useRef(false)
  const { mayBegin, decide } = useDoubleChargeCheck(params, setState)

  function settle(next: PurchaseState) {
    if (next.step === 'entering' && next.outcome) {
      idempotencyKey.current = newIdempotencyKey()
      void refresh(...changedBy(next.outcome))
      if (next.offer) onPriceChange?.(next.offer)
    }
    setState(next)
    if (next.step === 'paid') onPaid(next)
  }

  async function send(attempt: Attempt, tries = 0) {
    if (isSending.current) return
    isSending.current = true
    try {
      settle(afterAnswer(attempt, await pay(params, attempt, tries > 0)))
    } catch (thrown) {
      if (!isApiError(thrown)) throw thrown
      settle(afterFailure(attempt, thrown, tries))
    } finally {
      isSending.current = false
    }
  }

  function begin(payWith: PayWith, { id, price, numberOfTokens }: ShownPackage) {
    const expected = { price, numberOfTokens }
    const attempt = { packageId: id, payWith, expected, idempotencyKey: idempotencyKey.current }
    setState({ step: 'sending', attempt })
    return send(attempt)
  }

  async function readAndPay(reader: CardReader, saveCardAsDefault: boolean, shown: ShownPackage) {
    if (!(await mayBegin('card'))) return
    setState({ step: 'reading' })
    const read = await reader.createPaymentMethod()
    if ('id' in read) return begin({ method: 'card', paymentId: read.id, saveCardAsDefault }, shown)
    if (!read.isIncomplete) showToast('error', 'Error while purchasing packages')
    const outcome = read.error ? ({ kind: 'refused', text: read.error, method: 'card' } as const) : null
    setState({ step: 'entering', outcome })
  }

  useAskAgain(state, send)
  const alone = useOneAtATime()
  return {
    state,
    decide,
    forget: () => setState((now) => (now.step === 'entering' ? OPEN : now)),
    payWithCard: (...given) => alone(() => readAndPay(...given)),
    payWithDefaultCard: (shown) =>
      alone(async () => {
        if (await mayBegin('default-card')) await begin({ method: 'default-card' }, shown)
      }),
    finish({ packageId, purchaseId }) {
      const payWith = { method: 'finish' } as const
      const attempt = { packageId, payWith, expected: null, idempotencyKey: newIdempotencyKey(), purchaseId }
      setState({ step: 'sending', attempt })
      return send(attempt)
    },
    async retry() {
      if (state.step !== 'unanswered') return
      setState({ step: 'sending', attempt: state.attempt })
      await send(state.attempt)
    },
    async endChallenge() {
      if (state.step !== 'challenge') return
      const { attempt } = state
      setState({ step: 'sending', attempt })
      await send(attempt)
    },
  }
}

/** Drops what is begun before the last is over: two presses may come before the screen shows the first. */
function useOneAtATime() {
  const isUnderWay = useRef(false)
  return async (act: () => Promise<void>) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    try {
      await act()
    } finally {
      isUnderWay.current = false
    }
  }
}

/** Before anything is sent: what nobody knows the fate of may be charged beside the new purchase, so the person decides. */
function useDoubleChargeCheck(params: Params, setState: (state: PurchaseState) => void) {
  const answer = useRef<((isAgreed: boolean) => void) | null>(null)

  async function findPending(): Promise<OpenPurchase[]> {
    const { purchases } = await queryClient.fetchQuery({
      ...readOf(listOpenPurchases, { params }),
      staleTime: 0,
    })
    return purchases.filter((open) => open.state === 'started')
  }

  return {
    decide(isAgreed: boolean) {
      answer.current?.(isAgreed)
      answer.current = null
    },
    /** Whether to go on; where not, the form is open again. */
    async mayBegin(method: PayMethod): Promise<boolean> {
      setState({ step: 'checking', method })
      try {
        const pending = await findPending()
        if (pending.length === 0) return true
        setState({ step: 'asking', method, pending })
        const isAgreed = await new Promise<boolean>((resolve) => {
          answer.current = resolve
        })
        if (!isAgreed) setState(OPEN)
        return isAgreed
      } catch (thrown) {
        if (!isApiError(thrown)) throw thrown
        setState({ step: 'entering', outcome: { kind: 'refused', text: thrown.message, method } })
        return false
      }
    },
  }
}

/** Asks for a pending outcome when the balance has changed, and else from time to time: asking makes the server look. */
function useAskAgain(state: PurchaseState, ask: (attempt: Attempt, tries: number) => void) {
  const { tokenBalance } = useUser()
  const asked = useRef(ask)
  asked.current = ask
  const waiting = state.step === 'waiting' ? state : null

  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(
      () => asked.current(waiting.attempt, waiting.tries),
      askAgainAfterMs(waiting.tries),
    )
    return () => clearTimeout(timer)
  }, [waiting])

  const lastBalance = useRef(tokenBalance)
  useEffect(() => {
    if (waiting && lastBalance.current !== tokenBalance) asked.current(waiting.attempt, waiting.tries)
    lastBalance.current = tokenBalance
  }, [waiting, tokenBalance])
}

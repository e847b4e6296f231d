import { listConsumerPackages } from '@almanac/contract/packages'
import { listOpenPurchases, type OpenPurchase } from '@almanac/contract/payments'
import { useRef, useState } from 'react'
import { isApiError } from '../../api/api-error.ts'
import { newIdempotencyKey } from '../../api/call.ts'
import { refresh } from '../../api/query-client.ts'
import { useConsumerParams } from '../../api/session.ts'
import { showToast } from '../../ui/toast-store.ts'
import type { CardReader } from './card-provider.ts'
import { leaveFor, useBroughtBack } from './leave-page.ts'
import {
  type Attempt,
  afterAnswer,
  afterFailure,
  afterPriceChange,
  type Offer,
  OPEN,
  type Outcome,
  type Paid,
  type PayWith,
  type PurchaseState,
  type SavedWay,
  type WalletWay,
} from './purchase-rules.ts'
import { sendAttempt } from './send-attempt.ts'
import { useAskAgain } from './use-ask-again.ts'
import { useDoubleChargeCheck } from './use-double-charge-check.ts'
import { useIsShown } from './use-is-shown.ts'

export interface Purchase {
  state: PurchaseState
  /** Reads the card and pays with it what is shown. */
  payWithCard: (reader: CardReader, saveCardAsDefault: boolean, shown: ShownPackage) => Promise<void>
  /** Pays what is shown with the default payment, or leaves for the wallet's page where it is approved. */
  payBy: (way: SavedWay | WalletWay, shown: ShownPackage) => Promise<void>
  /** Goes on with an earlier purchase: puts the bank's question of it, or takes the money of its approved order. */
  resume: (open: OpenPurchase, payWith: Resumption) => Promise<void>
  /** Says that the package has changed while nothing was being paid. */
  tellPriceChange: (change: Parameters<typeof afterPriceChange>[1]) => void
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

type Resumption = Extract<PayWith, { method: 'finish' | 'checkout' }>

/** What to ask for anew after a try that charged nothing. */
function changedBy({ kind }: Outcome) {
  if (kind === 'price-changed') return [listConsumerPackages]
  return kind === 'paid-before' ? (['balance'] as const) : [listOpenPurchases]
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
  const isShown = useIsShown()
  const { mayBegin, decide } = useDoubleChargeCheck(setState)

  function settle(next: PurchaseState) {
    if (next.step === 'entering' && next.outcome) {
      idempotencyKey.current = newIdempotencyKey()
      void refresh(...changedBy(next.outcome))
      if (next.offer) onPriceChange?.(next.offer)
    }
    setState(next)
    if (next.step === 'paid') onPaid(next)
    // Who has gone elsewhere meanwhile stays there: the order waits in the list of what is open.
    if (next.step === 'leaving' && isShown.current) leaveFor(next.approveUrl)
  }

  async function send(attempt: Attempt, tries = 0) {
    if (isSending.current) return
    isSending.current = true
    try {
      settle(afterAnswer(attempt, await sendAttempt(params, attempt, tries > 0)))
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
  // What the order was made for waits in the list of what is open; the next press is a purchase of its own.
  useBroughtBack(() => {
    if (state.step !== 'leaving') return
    idempotencyKey.current = newIdempotencyKey()
    setState(OPEN)
    void refresh(listOpenPurchases)
  })
  const alone = useOneAtATime()
  return {
    state,
    decide,
    tellPriceChange: (change) => setState((now) => afterPriceChange(now, change)),
    forget: () => setState((now) => (now.step === 'entering' ? OPEN : now)),
    payWithCard: (...given) => alone(() => readAndPay(...given)),
    payBy: (way, shown) =>
      alone(async () => {
        if (await mayBegin(way.method)) await begin(way, shown)
      }),
    resume({ packageId, purchaseId }, payWith) {
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

import { purchaseWithCard, purchaseWithDefaultCard } from '@almanac/contract/payments'
import { useEffect, useRef, useState } from 'react'
import { isApiError } from '../../api/api-error.ts'
import { call, newIdempotencyKey } from '../../api/call.ts'
import { useConsumerParams, useUser } from '../../api/session.ts'
import { showToast } from '../../ui/toast-store.ts'
import type { CardReader } from './card-provider.ts'
import {
  type Attempt,
  afterAnswer,
  afterFailure,
  askAgainAfterMs,
  OPEN,
  type PayWith,
  type PurchaseState,
} from './purchase-rules.ts'

export interface Purchase {
  state: PurchaseState
  /** Reads the card and pays with it. */
  payWithCard: (reader: CardReader, saveCardAsDefault: boolean) => Promise<void>
  payWithDefaultCard: () => Promise<void>
  /** Repeats a try that got no answer. */
  retry: () => Promise<void>
  /** The bank's question is over, however it ended. */
  endChallenge: () => Promise<void>
}

type Params = ReturnType<typeof useConsumerParams>

function pay(params: Params, { payWith, packageId, purchaseId, idempotencyKey }: Attempt) {
  if (payWith.method === 'default-card') {
    const { customerUrl } = params
    const body = { packageId, purchaseId }
    return call(purchaseWithDefaultCard, { params: { customerUrl }, body, idempotencyKey })
  }
  const { paymentId, saveCardAsDefault } = payWith
  const body = { paymentId, packageId, saveCardAsDefault, purchaseId }
  return call(purchaseWithCard, { params, body, idempotencyKey })
}

/**
 * The course of one purchase. The idempotency key is made when the form opens and kept until the server has decided
 * (decision W9); `onPaid` is called once, also when the form was left meanwhile.
 */
export function usePurchase(
  packageId: number,
  onPaid: (paid: { tokenBalance: number; message: string }) => void,
): Purchase {
  const params = useConsumerParams()
  const [state, setState] = useState<PurchaseState>(OPEN)
  const idempotencyKey = useRef('')
  idempotencyKey.current ||= newIdempotencyKey()
  const isSending = useRef(false)

  function settle(next: PurchaseState) {
    if (next.step === 'entering' && next.refusal !== null) idempotencyKey.current = newIdempotencyKey()
    setState(next)
    if (next.step === 'paid') onPaid(next)
  }

  async function send(attempt: Attempt, tries = 0) {
    if (isSending.current) return
    isSending.current = true
    try {
      settle(afterAnswer(attempt, await pay(params, attempt)))
    } catch (thrown) {
      if (!isApiError(thrown)) throw thrown
      settle(afterFailure(attempt, thrown, tries))
    } finally {
      isSending.current = false
    }
  }

  function begin(payWith: PayWith) {
    const attempt = { packageId, payWith, idempotencyKey: idempotencyKey.current }
    setState({ step: 'sending', attempt })
    return send(attempt)
  }

  useAskAgain(state, send)
  return {
    state,
    async payWithCard(reader, saveCardAsDefault) {
      setState({ step: 'reading' })
      const read = await reader.createPaymentMethod()
      if ('id' in read) return begin({ method: 'card', paymentId: read.id, saveCardAsDefault })
      if (!read.isIncomplete) showToast('error', 'Error while purchasing packages')
      setState({ step: 'entering', refusal: read.error, refused: 'card' })
    },
    payWithDefaultCard: () => begin({ method: 'default-card' }),
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

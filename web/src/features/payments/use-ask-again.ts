import { useEffect, useRef } from 'react'
import { useUser } from '../../api/session.ts'
import { type Attempt, askAgainAfterMs, type PurchaseState } from './purchase-rules.ts'

/** Asks for a pending outcome when the balance has changed, and else from time to time: asking makes the server look. */
export function useAskAgain(state: PurchaseState, ask: (attempt: Attempt, tries: number) => void): void {
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

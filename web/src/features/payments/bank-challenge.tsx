import { useEffect, useRef } from 'react'
import type { CardSettings } from './card-provider.ts'
import { useCardProvider } from './use-card-provider.ts'
import type { Purchase } from './use-purchase.ts'

/** Puts the bank's question while the purchase waits for it, whichever card it is paid with. */
export function BankChallenge({ card, purchase }: { card: CardSettings; purchase: Purchase }) {
  const { data: provider, isError } = useCardProvider(card)
  const clientSecret = purchase.state.step === 'challenge' ? purchase.state.clientSecret : null

  // Where the question can't be put, the purchase goes on as one that was not confirmed.
  const end = useRef(purchase.endChallenge)
  end.current = purchase.endChallenge
  useEffect(() => {
    if (clientSecret && isError) void end.current()
  }, [clientSecret, isError])

  if (!clientSecret || !provider) return null
  return provider.renderChallenge({ clientSecret, onEnd: () => void purchase.endChallenge() })
}

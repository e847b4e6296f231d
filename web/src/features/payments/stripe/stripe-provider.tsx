import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { useEffect, useRef } from 'react'
import type { CardProvider, ChallengeProps } from '../card-provider.ts'
import { StripeCardFields } from './stripe-card-fields.tsx'

/** Stripe's own fields and its own window for the bank's question. @throws Error when Stripe.js can't be loaded. */
export async function openStripe(publishableKey: string): Promise<CardProvider> {
  const stripe = await loadStripe(publishableKey)
  if (!stripe) throw new Error('Stripe.js needs a browser')
  return {
    renderFields: (props) => <StripeCardFields stripe={stripe} {...props} />,
    renderChallenge: (props) => <StripeChallenge stripe={stripe} {...props} />,
  }
}

/** Stripe.js draws the question itself; how it ended the server asks Stripe. */
function StripeChallenge({ stripe, clientSecret, onEnd }: ChallengeProps & { stripe: Stripe }) {
  const asked = useRef<string | null>(null)
  const end = useRef(onEnd)
  end.current = onEnd
  useEffect(() => {
    if (asked.current === clientSecret) return
    asked.current = clientSecret
    const ended = () => end.current()
    stripe.handleNextAction({ clientSecret }).then(ended, ended)
  }, [stripe, clientSecret])
  return null
}

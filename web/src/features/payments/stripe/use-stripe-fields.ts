import type {
  Stripe,
  StripeCardCvcElement,
  StripeCardExpiryElement,
  StripeCardNumberElement,
  StripeElementChangeEvent,
  StripeElementStyle,
} from '@stripe/stripe-js'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useShownScheme } from '../use-shown-scheme.ts'

export const STRIPE_FIELDS = ['cardNumber', 'cardExpiry', 'cardCvc'] as const
export type StripeFieldName = (typeof STRIPE_FIELDS)[number]

interface Elements {
  cardNumber: StripeCardNumberElement
  cardExpiry: StripeCardExpiryElement
  cardCvc: StripeCardCvcElement
}

interface FieldState {
  isComplete: boolean
  error: string | null
}

const UNTOUCHED: FieldState = { isComplete: false, error: null }
const ALL_UNTOUCHED = { cardNumber: UNTOUCHED, cardExpiry: UNTOUCHED, cardCvc: UNTOUCHED }

/** A theme's colour as Stripe's frame, which knows none of our properties, can take it. */
function resolveColour(within: HTMLElement, token: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(--${token})`
  within.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

function readStyle(within: HTMLElement): StripeElementStyle {
  const { fontSize } = getComputedStyle(within)
  return {
    base: {
      color: resolveColour(within, 'ink'),
      fontFamily: 'system-ui, sans-serif',
      fontSize,
      '::placeholder': { color: resolveColour(within, 'ink-3') },
    },
    invalid: { color: resolveColour(within, 'bad') },
  }
}

function listen(
  element: Elements[StripeFieldName],
  { onReady, onChange }: { onReady: () => void; onChange: (change: StripeElementChangeEvent) => void },
) {
  // Each kind of element declares the same two events in its own words.
  const one = element as StripeCardNumberElement
  one.on('ready', onReady)
  one.on('change', (change) => onChange(change as StripeElementChangeEvent))
}

/** Stripe's three fields on this page, for as long as they are shown. */
export function useStripeFields(
  stripe: Stripe,
  { disabled, onReady }: { disabled: boolean; onReady: () => void },
) {
  const mount: Record<StripeFieldName, RefObject<HTMLDivElement | null>> = {
    cardNumber: useRef<HTMLDivElement>(null),
    cardExpiry: useRef<HTMLDivElement>(null),
    cardCvc: useRef<HTMLDivElement>(null),
  }
  const elements = useRef<Elements | null>(null)
  const [states, setStates] = useState<Record<StripeFieldName, FieldState>>(ALL_UNTOUCHED)
  const scheme = useShownScheme()
  const ready = useRef(onReady)
  ready.current = onReady

  // biome-ignore lint/correctness/useExhaustiveDependencies: the places to mount in never change
  useEffect(() => {
    const group = stripe.elements()
    const made: Elements = {
      cardNumber: group.create('cardNumber', { showIcon: true }),
      cardExpiry: group.create('cardExpiry'),
      cardCvc: group.create('cardCvc'),
    }
    elements.current = made
    const awaited = new Set<StripeFieldName>(STRIPE_FIELDS)
    for (const field of STRIPE_FIELDS) {
      const place = mount[field].current
      if (!place) continue
      listen(made[field], {
        onReady: () => {
          if (awaited.delete(field) && awaited.size === 0) ready.current()
        },
        onChange: ({ complete, ...change }) => {
          const error = 'error' in change ? (change.error as { message: string } | undefined) : undefined
          setStates((all) => ({ ...all, [field]: { isComplete: complete, error: error?.message ?? null } }))
        },
      })
      made[field].mount(place)
    }
    return () => {
      elements.current = null
      setStates(ALL_UNTOUCHED)
      for (const field of STRIPE_FIELDS) made[field].destroy()
    }
  }, [stripe])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the scheme changes what the style reads
  useEffect(() => {
    const place = mount.cardNumber.current
    if (!elements.current || !place) return
    const style = readStyle(place)
    for (const field of STRIPE_FIELDS) elements.current[field].update({ style, disabled })
  }, [stripe, scheme, disabled])

  return {
    mount,
    states,
    numberElement: () => elements.current?.cardNumber ?? null,
    /** Leads to the first field that isn't whole; false where all are. */
    focusFirstOpen(): boolean {
      const open = STRIPE_FIELDS.find((field) => !states[field].isComplete)
      if (open) elements.current?.[open].focus()
      return open !== undefined
    },
  }
}

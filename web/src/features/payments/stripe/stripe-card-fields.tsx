import type { Stripe } from '@stripe/stripe-js'
import { useEffect, useId, useImperativeHandle, useRef, useState } from 'react'
import { ErrorState } from '../../../ui/error-state.tsx'
import fieldStyles from '../../../ui/field.module.css'
import { FieldNote } from '../../../ui/field.tsx'
import { NameField } from '../../../ui/name-field.tsx'
import { nameOnCardProblem } from '../card-name.ts'
import type { CardFieldsProps } from '../card-provider.ts'
import { useIsLate } from '../use-is-late.ts'
import styles from './stripe-card-fields.module.css'
import { STRIPE_FIELDS, type StripeFieldName, useStripeFields } from './use-stripe-fields.ts'

const NOT_READ = 'The card could not be checked. Check your connection and try again.'

/** Stripe's fields, or that they do not come: a frame that is blocked says nothing itself. */
export function StripeCardFields(props: CardFieldsProps & { stripe: Stripe }) {
  const [attempt, setAttempt] = useState(0)
  const [isReady, setIsReady] = useState(false)
  const isLate = useIsLate(!isReady, attempt)
  if (isLate) {
    return (
      <ErrorState message="The card fields could not be loaded." onRetry={() => setAttempt(attempt + 1)} />
    )
  }
  function tellReady() {
    setIsReady(true)
    props.onReady()
  }
  return <Fields key={attempt} {...props} onReady={tellReady} />
}

/** Card number, expiry and CVC are Stripe's own frames; the name is ours. */
function Fields(props: CardFieldsProps & { stripe: Stripe }) {
  const { stripe, ref, disabled, onReady, onChange } = props
  const id = useId()
  const [name, setName] = useState('')
  const [isNameLeft, setIsNameLeft] = useState(false)
  const nameField = useRef<HTMLInputElement>(null)
  const { mount, states, numberElement, focusFirstOpen } = useStripeFields(stripe, { disabled, onReady })

  const nameProblem = nameOnCardProblem(name)
  const shownNameProblem = isNameLeft ? nameProblem : null
  const isComplete = STRIPE_FIELDS.every((field) => states[field].isComplete) && nameProblem === null
  const shownError =
    STRIPE_FIELDS.map((field) => states[field].error).find((error) => error !== null) ?? shownNameProblem

  const tell = useRef(onChange)
  tell.current = onChange
  useEffect(() => tell.current(isComplete, shownError), [isComplete, shownError])

  useImperativeHandle(ref, () => ({
    async createPaymentMethod() {
      setIsNameLeft(true)
      const card = numberElement()
      if (!card || !isComplete) {
        if (!focusFirstOpen()) nameField.current?.focus()
        return { isIncomplete: true, error: null }
      }
      const { paymentMethod, error } = await stripe
        .createPaymentMethod({ type: 'card', card, billing_details: { name: name.trim() } })
        .catch(() => ({ paymentMethod: undefined, error: { message: NOT_READ } }))
      return paymentMethod
        ? { id: paymentMethod.id }
        : { isIncomplete: false, error: error.message ?? NOT_READ }
    },
  }))

  function frame(field: StripeFieldName, label: string) {
    const { error } = states[field]
    return (
      <div className={field === 'cardNumber' ? styles.wide : undefined}>
        <div className={fieldStyles.field}>
          <label className={fieldStyles.label} htmlFor={`${id}-${field}`}>
            {label}
          </label>
          <div id={`${id}-${field}`} className={styles.control} ref={mount[field]} />
          {error && <FieldNote id={`${id}-${field}-note`} error={error} />}
        </div>
      </div>
    )
  }

  return (
    <div className={styles.fields}>
      {frame('cardNumber', 'Card number')}
      {frame('cardExpiry', 'Expiry')}
      {frame('cardCvc', 'CVC')}
      <NameField
        ref={nameField}
        className={styles.wide}
        label="Name on card"
        autoComplete="cc-name"
        disabled={disabled}
        value={name}
        error={shownNameProblem}
        onChange={(event) => setName(event.target.value)}
        onBlur={() => setIsNameLeft(name !== '' || isNameLeft)}
      />
    </div>
  )
}

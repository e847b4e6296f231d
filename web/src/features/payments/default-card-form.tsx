import type { DefaultPayment } from '@almanac/contract/payments'
import { IconAlertCircle } from '@tabler/icons-react'
import { type FormEvent, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { CardProvider, CardReader } from './card-provider.ts'
import styles from './payment-form.module.css'
import { savingTerms } from './purchase-rules.ts'
import { isSaving, type SaveCardState } from './save-card-rules.ts'
import { useSaveCard } from './use-save-card.ts'

interface DefaultCardFormProps {
  provider: CardProvider
  /** What there was when the form opened. */
  payment: DefaultPayment
  onSaved: (payment: Extract<SaveCardState, { step: 'saved' }>['payment']) => void
}

/** Saves a card as the default payment, and puts the bank's question where it has one. */
export function DefaultCardForm({ provider, payment, onSaved }: DefaultCardFormProps) {
  const { state, save, endChallenge } = useSaveCard(!payment.noDefaultPayment, onSaved)
  const reader = useRef<CardReader>(null)
  const [isReady, setIsReady] = useState(false)
  const [fieldError, setFieldError] = useState<string | null>(null)
  const isHeld = isSaving(state)
  const canSubmit = isReady && !isHeld && fieldError === null

  function submit(event?: FormEvent) {
    event?.preventDefault()
    if (canSubmit && reader.current) void save(reader.current)
  }

  return (
    <>
      <form className={styles.form} noValidate onSubmit={submit}>
        {provider.renderFields({
          ref: reader,
          disabled: isHeld && state.step !== 'reading',
          onReady: () => setIsReady(true),
          onChange: (_isComplete, error) => setFieldError(error),
          onSubmit: submit,
        })}
        <p className={styles.fine}>
          The payment provider keeps the card; its number is never stored here. {savingTerms(payment)}
        </p>
        {state.step === 'entering' && state.refusal && (
          <div className={styles.refused} role="alert">
            <Icon of={IconAlertCircle} />
            <p>{state.refusal}</p>
          </div>
        )}
        <Button
          kind="prime"
          wide
          type="submit"
          pending={isHeld && state.step !== 'saved'}
          disabled={!canSubmit && !isHeld}
        >
          {payment.noDefaultPayment ? 'Add Card' : 'Update Card'}
        </Button>
      </form>
      {state.step === 'challenge' &&
        provider.renderChallenge({ clientSecret: state.clientSecret, onEnd: () => void endChallenge() })}
    </>
  )
}

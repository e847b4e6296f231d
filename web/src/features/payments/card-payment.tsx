import { type FormEvent, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { formatMoney } from '../../ui/format.ts'
import type { CardProvider, CardReader } from './card-provider.ts'
import styles from './payment-form.module.css'
import type { PaymentPanelProps } from './payment-panel.ts'
import { PurchaseNotice } from './purchase-notice.tsx'
import {
  DELETED_AT_ANY_TIME,
  hasDefault,
  isBeforeSending,
  isBusy,
  methodOf,
  pendingWord,
  savingTerms,
} from './purchase-rules.ts'
import { WithCardProvider } from './with-card-provider.tsx'

/** Pays with a card that is entered now. */
export function CardPayment(props: PaymentPanelProps) {
  return (
    <WithCardProvider card={props.settings.card}>
      {(provider) => <CardForm {...props} provider={provider} />}
    </WithCardProvider>
  )
}

function CardForm(props: PaymentPanelProps & { provider: CardProvider }) {
  const { provider, purchase, shown, defaultPayment } = props
  const { state } = purchase
  const reader = useRef<CardReader>(null)
  const [isReady, setIsReady] = useState(false)
  const [fieldError, setFieldError] = useState<string | null>(null)
  const [saveCardAsDefault, setSaveCardAsDefault] = useState(false)

  const isOurs = methodOf(state) === 'card'
  const isUnanswered = state.step === 'unanswered'
  const isHeld = !isBeforeSending(state)
  const canSubmit = isReady && !isBusy(state) && (isUnanswered ? isOurs : fieldError === null)

  function submit(event?: FormEvent) {
    event?.preventDefault()
    if (!canSubmit || !reader.current) return
    void (isUnanswered ? purchase.retry() : purchase.payWithCard(reader.current, saveCardAsDefault, shown))
  }

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {provider.renderFields({
        ref: reader,
        disabled: isHeld,
        onReady: () => setIsReady(true),
        onChange: (_isComplete, error) => setFieldError(error),
        onSubmit: submit,
      })}
      <PurchaseNotice state={state} method="card" />
      <Checkbox
        label="Save card as default"
        detail={`The payment provider keeps it. ${savingTerms(defaultPayment)} ${DELETED_AT_ANY_TIME}`}
        checked={saveCardAsDefault}
        disabled={isUnanswered || isBusy(state)}
        onChange={(event) => setSaveCardAsDefault(event.target.checked)}
      />
      <Button
        kind={hasDefault(defaultPayment) ? 'outline' : 'prime'}
        wide
        type="submit"
        pending={isOurs && isBusy(state)}
        pendingWord={pendingWord(state)}
        disabled={!canSubmit && !(isOurs && isBusy(state))}
      >
        {isOurs && isUnanswered ? 'Try again' : `Purchase for ${formatMoney(shown.price)}`}
      </Button>
    </form>
  )
}

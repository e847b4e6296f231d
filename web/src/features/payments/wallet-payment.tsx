import type { DefaultPayment, WalletSource } from '@almanac/contract/payments'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { cardName } from '../../ui/card-words.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { formatMoney } from '../../ui/format.ts'
import styles from './payment-form.module.css'
import type { PaymentPanelProps } from './payment-panel.ts'
import { PurchaseNotice } from './purchase-notice.tsx'
import { isBusy, methodOf, pendingWord, WHEN_CHARGED, walletName } from './purchase-rules.ts'

export function PaypalPayment(props: PaymentPanelProps) {
  return <WalletPayment {...props} source="paypal" />
}

/** Venmo pays once: it can't be kept as the default payment. */
export function VenmoPayment(props: PaymentPanelProps) {
  return <WalletPayment {...props} source="venmo" />
}

/** Pays with a wallet: the order is approved at the wallet's own page, from which one comes back. */
function WalletPayment(props: PaymentPanelProps & { source: WalletSource }) {
  const { source, purchase, shown, defaultPayment } = props
  const { state } = purchase
  const [saveAsDefault, setSaveAsDefault] = useState(false)
  const wallet = walletName(source)
  const isOurs = methodOf(state) === source
  const isUnanswered = state.step === 'unanswered'
  const hasDefault = defaultPayment !== undefined && !defaultPayment.noDefaultPayment
  return (
    <div className={styles.form}>
      <p className={styles.road}>
        You go to {wallet} to approve <b>{formatMoney(shown.price)}</b>, and come back here. Nothing is
        charged before you approve it.
      </p>
      <PurchaseNotice state={state} method={source} />
      {source === 'paypal' && (
        <Checkbox
          label="Save PayPal as default"
          detail={<SavingTerms defaultPayment={defaultPayment} />}
          checked={saveAsDefault}
          disabled={isUnanswered || isBusy(state)}
          onChange={(event) => setSaveAsDefault(event.target.checked)}
        />
      )}
      <Button
        kind={hasDefault ? 'outline' : 'prime'}
        wide
        pending={isOurs && isBusy(state)}
        pendingWord={pendingWord(state)}
        disabled={!isOurs && (isBusy(state) || isUnanswered)}
        onClick={() =>
          void (isOurs && isUnanswered
            ? purchase.retry()
            : purchase.payBy({ method: source, saveAsDefault }, shown))
        }
      >
        {isOurs && isUnanswered ? 'Try again' : `Purchase With ${wallet}`}
      </Button>
    </div>
  )
}

/** How a saved wallet will be used: said before it is saved. */
function SavingTerms({ defaultPayment }: { defaultPayment: DefaultPayment | undefined }) {
  return (
    <>
      PayPal keeps your agreement. {WHEN_CHARGED}{' '}
      {defaultPayment?.isStripePayment ? `It replaces your ${cardName(defaultPayment)}. ` : ''}You can delete
      it on your profile at any time.
    </>
  )
}

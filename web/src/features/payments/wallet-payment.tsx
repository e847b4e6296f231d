import type { WalletSource } from '@almanac/contract/payments'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { formatMoney } from '../../ui/format.ts'
import styles from './payment-form.module.css'
import type { PaymentPanelProps } from './payment-panel.ts'
import { PurchaseNotice } from './purchase-notice.tsx'
import {
  DELETED_AT_ANY_TIME,
  hasDefault,
  isBusy,
  methodOf,
  pendingWord,
  savingTerms,
  walletName,
} from './purchase-rules.ts'

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
          detail={`PayPal keeps your agreement. ${savingTerms(defaultPayment)} ${DELETED_AT_ANY_TIME}`}
          checked={saveAsDefault}
          disabled={isUnanswered || isBusy(state)}
          onChange={(event) => setSaveAsDefault(event.target.checked)}
        />
      )}
      <Button
        kind={hasDefault(defaultPayment) ? 'outline' : 'prime'}
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

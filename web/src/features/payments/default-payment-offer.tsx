import type { DefaultPayment } from '@almanac/contract/payments'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ApiError } from '../../api/api-error.ts'
import { failureText } from '../../api/failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { cardName } from '../../ui/card-words.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { formatMoney } from '../../ui/format.ts'
import styles from './payment-form.module.css'
import { PurchaseNotice } from './purchase-notice.tsx'
import { hasDefault, isBusy, methodOf, pendingWord, savedWay } from './purchase-rules.ts'
import type { Purchase, ShownPackage } from './use-purchase.ts'

interface DefaultPaymentOfferProps {
  query: UseQueryResult<DefaultPayment, ApiError>
  purchase: Purchase
  shown: ShownPackage
}

/** Pays with what is saved, where something is. */
export function DefaultPaymentOffer({ query, purchase, shown }: DefaultPaymentOfferProps) {
  const { data, error, isFetching, refetch } = query
  if (error && !data) {
    const message = failureText(error)
    return <ErrorState message={message} onRetry={() => void refetch()} pending={isFetching} />
  }
  const method = savedWay(data)
  if (!hasDefault(data) || !method) return null
  const { state } = purchase
  const isOurs = methodOf(state) === method
  const isUnanswered = state.step === 'unanswered'
  return (
    <div className={styles.saved}>
      <p className={styles.card}>
        <b>{data.isPaypalPayment ? 'PayPal' : cardName(data)}</b>
        {data.isPaypalPayment && data.email && <span>{data.email}</span>}
        <span>{formatMoney(shown.price)}, charged immediately</span>
      </p>
      <Button
        kind="prime"
        pending={isOurs && isBusy(state)}
        pendingWord={pendingWord(state)}
        disabled={!isOurs && (isBusy(state) || isUnanswered)}
        onClick={() => void (isOurs && isUnanswered ? purchase.retry() : purchase.payBy({ method }, shown))}
      >
        {isOurs && isUnanswered ? 'Try again' : 'Purchase With Default Payment Method'}
      </Button>
      <PurchaseNotice state={state} method={method} />
    </div>
  )
}

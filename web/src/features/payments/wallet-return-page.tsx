import { errorCatalogue } from '@almanac/contract/errors'
import { paths } from '@almanac/contract/pages'
import {
  type CancelAnswer,
  listOpenPurchases,
  type OpenPurchase,
  PAYMENT_SUCCESS,
  waysToPay,
} from '@almanac/contract/payments'
import { useEffect, useRef, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { failureText } from '../../api/failure-text.ts'
import { refresh } from '../../api/query-client.ts'
import { useConsumerParams } from '../../api/session.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { useReceipt } from '../../api/use-receipt.ts'
import { OpenPurchases } from '../../open-purchases.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SkeletonText } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { OpenPurchaseFrame } from './open-purchase-frame.tsx'
import { PurchaseHead } from './purchase-head.tsx'
import { PurchaseNotice } from './purchase-notice.tsx'
import { mayLeave } from './purchase-rules.ts'
import { usePaid, useShowPaid } from './use-paid.ts'
import { type Purchase, usePurchase } from './use-purchase.ts'
import { readOrderId } from './wallet-return-rules.ts'

/**
 * Where a wallet leads back to: takes the money of the order that was approved there, and says how any other stands. It
 * can be come to any number of times, since an order is paid once.
 */
export function Component() {
  const params = useConsumerParams()
  const { purchaseId } = useParams()
  const { data, error, isFetching, refetch } = useEndpoint(listOpenPurchases, { params }, { staleTimeMs: 0 })
  const found = data?.purchases.find((open) => String(open.purchaseId) === purchaseId)
  // It leaves the list when it ends, and its end is still to be told.
  const [kept, setKept] = useState<OpenPurchase | null>(null)
  if (found && found !== kept) setKept(found)
  const open = found ?? kept
  if (open && String(open.purchaseId) === purchaseId) {
    return <ReturnScreen key={purchaseId} open={open} isStillOpen={found !== undefined} />
  }
  if (data && !isFetching) return <EndedPurchase />
  return (
    <>
      <PurchaseHead disabled={false} />
      {error && !data ? (
        <ErrorState message={failureText(error)} onRetry={() => void refetch()} pending={isFetching} />
      ) : (
        <SkeletonText count={6} label="Loading the payment" />
      )}
    </>
  )
}

function ReturnScreen({ open, isStillOpen }: { open: OpenPurchase; isStillOpen: boolean }) {
  const { customerUrl } = useConsumerParams()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const orderId = readOrderId(search)
  const showPaid = useShowPaid({ isFromWallet: true })
  const purchase = usePurchase({ onPaid: usePaid({ isFromWallet: true }) })
  const { state } = purchase
  const isOver = useCheckout(purchase, open, orderId)
  const hasOutcome = state.step === 'entering' && state.outcome !== null

  function leave({ isPaid, purchaseId }: CancelAnswer) {
    if (isPaid) showPaid(purchaseId)
    else void navigate(paths.packages(customerUrl), { replace: true })
  }

  if (isOver && !isStillOpen && !hasOutcome) return <EndedPurchase />
  return (
    <OpenPurchaseFrame open={open} disabled={!mayLeave(state)}>
      <PurchaseNotice state={state} method="checkout" />
      {isOver && isStillOpen && <OpenPurchases isMain onCanceled={leave} />}
      {isOver && !isStillOpen && (
        <Button
          kind="prime"
          onClick={() =>
            void navigate(paths.purchase(customerUrl), {
              state: { packageId: open.packageId },
              replace: true,
            })
          }
        >
          Purchase Again
        </Button>
      )}
      {state.step === 'unanswered' && (
        <Button kind="prime" onClick={() => void purchase.retry()}>
          Try again
        </Button>
      )}
    </OpenPurchaseFrame>
  )
}

/** Takes the money of the order once it is come back from; whether there is nothing under way any more. */
function useCheckout({ state, resume }: Purchase, open: OpenPurchase, orderId: string | null): boolean {
  const isBegun = useRef(orderId === null)
  useEffect(() => {
    if (isBegun.current || orderId === null) return
    isBegun.current = true
    const source = open.paymentMethod === waysToPay.venmo.paymentMethod ? 'venmo' : 'paypal'
    void resume(open, { method: 'checkout', orderId, source })
  }, [open, orderId, resume])
  return isBegun.current && state.step === 'entering'
}

/** A purchase that is not open: a paid one leads to the packages and is confirmed there, and any other charged nothing. */
function EndedPurchase() {
  const { customerUrl } = useConsumerParams()
  const navigate = useNavigate()
  const { data, isUnknown, hasFailed, failure, retry, isRetrying } = useReceipt({ mayBeUnknown: true })
  const tellPaid = useRef((_purchaseId: number) => {})
  const showPaid = useShowPaid({ isFromWallet: true })
  tellPaid.current = (purchaseId) => {
    // An event may have settled it a moment ago, after this page asked for the balance.
    void refresh('balance', 'profile')
    showToast('success', PAYMENT_SUCCESS)
    showPaid(purchaseId)
  }
  const paidId = data?.id
  useEffect(() => {
    if (paidId !== undefined) tellPaid.current(paidId)
  }, [paidId])
  if (!isUnknown) {
    return (
      <>
        <PurchaseHead disabled={false} />
        {failure ? (
          <ErrorState message={failureText(failure)} onRetry={retry} pending={isRetrying} />
        ) : (
          <SkeletonText count={6} label="Loading the payment" />
        )}
      </>
    )
  }
  return (
    <>
      <PageHead title={hasFailed ? 'Payment not completed' : 'Payment not found'} />
      <EmptyState
        action={
          <Button onClick={() => void navigate(paths.packages(customerUrl))}>Select Token Package</Button>
        }
      >
        {hasFailed ? errorCatalogue.purchase_failed.message : 'There is no open payment under this number.'}
      </EmptyState>
    </>
  )
}

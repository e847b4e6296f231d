import { paths } from '@almanac/contract/pages'
import { getPaymentSettings, listOpenPurchases, type OpenPurchase } from '@almanac/contract/payments'
import { useEffect, useRef, useState } from 'react'
import { Navigate } from 'react-router'
import { failureText } from '../../api/failure-text.ts'
import { useConsumerParams } from '../../api/session.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { OpenPurchases } from '../../open-purchases.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonText } from '../../ui/skeleton.tsx'
import { BankChallenge } from './bank-challenge.tsx'
import { OpenPurchaseFrame } from './open-purchase-frame.tsx'
import { PurchaseHead } from './purchase-head.tsx'
import { PurchaseNotice } from './purchase-notice.tsx'
import { mayLeave } from './purchase-rules.ts'
import { usePaid } from './use-paid.ts'
import { usePurchase } from './use-purchase.ts'

/** Goes on with a purchase that waits for the bank; one that is not open any more leads back to the packages. */
export function FinishPurchase({ purchaseId }: { purchaseId: number }) {
  const params = useConsumerParams()
  const { data, error, isFetching, refetch } = useEndpoint(listOpenPurchases, { params }, { staleTimeMs: 0 })
  const found = data?.purchases.find((open) => open.purchaseId === purchaseId)
  // It leaves the list when it ends, and its end is still to be told.
  const [kept, setKept] = useState<OpenPurchase | null>(null)
  if (found && !kept) setKept(found)
  if (kept) return <FinishScreen open={kept} isStillOpen={found !== undefined} />
  if (data && !isFetching) return <Navigate to={paths.packages(params.customerUrl)} replace />
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

function FinishScreen({ open, isStillOpen }: { open: OpenPurchase; isStillOpen: boolean }) {
  const params = useConsumerParams()
  const { customerUrl } = params
  const settings = useEndpoint(getPaymentSettings, { params: { customerUrl } }, { staleTimeMs: Infinity })
  const purchase = usePurchase({ onPaid: usePaid() })
  const card = settings.data?.card

  const isBegun = useRef(false)
  const { resume } = purchase
  useEffect(() => {
    if (!card || isBegun.current) return
    isBegun.current = true
    void resume(open, { method: 'finish' })
  }, [card, resume, open])

  const isAtRest = isBegun.current && purchase.state.step === 'entering' && !purchase.state.outcome
  if (isAtRest && !isStillOpen) return <Navigate to={paths.packages(customerUrl)} replace />
  return (
    <OpenPurchaseFrame
      open={open}
      statementDescriptor={settings.data?.statementDescriptor}
      disabled={!mayLeave(purchase.state)}
    >
      {settings.error && !settings.data && (
        <ErrorState
          message={failureText(settings.error)}
          onRetry={() => void settings.refetch()}
          pending={settings.isFetching}
        />
      )}
      {settings.isPending && <SkeletonText count={3} label="Loading the payment" />}
      {purchase.state.step === 'entering' && isBegun.current && (
        <OpenPurchases
          onConfirm={(one) => void purchase.resume(one, { method: 'finish' })}
          onCanceled={purchase.forget}
        />
      )}
      <PurchaseNotice state={purchase.state} method="finish" />
      {card && <BankChallenge card={card} purchase={purchase} />}
    </OpenPurchaseFrame>
  )
}

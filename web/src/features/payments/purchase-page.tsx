import { type ConsumerPackage, listConsumerPackages } from '@almanac/contract/packages'
import { paths } from '@almanac/contract/pages'
import { getDefaultPayment, getPaymentSettings } from '@almanac/contract/payments'
import { useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { failureText } from '../../api/failure-text.ts'
import { useConsumerParams } from '../../api/session.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { OpenPurchases } from '../../open-purchases.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonText } from '../../ui/skeleton.tsx'
import { BankChallenge } from './bank-challenge.tsx'
import { DefaultPaymentOffer } from './default-payment-offer.tsx'
import { DoubleChargeDialog } from './double-charge-dialog.tsx'
import { FinishPurchase } from './finish-purchase.tsx'
import { PackageSummary } from './package-summary.tsx'
import { CARD_TAB, type PaymentTabId, PaymentTabs, wayOf } from './payment-tabs.tsx'
import { PurchaseHead } from './purchase-head.tsx'
import { PurchaseNotice } from './purchase-notice.tsx'
import styles from './purchase-page.module.css'
import { mayLeave, savedWay } from './purchase-rules.ts'
import { useOfferedPurchase } from './use-offered-purchase.ts'

/**
 * Buys the package that the list of packages named in the navigation's state, or finishes the open purchase that was named
 * there; without either, back to the list.
 */
export function Component() {
  const { customerUrl } = useConsumerParams()
  const named: unknown = useLocation().state
  const { packageId, purchaseId } = (named ?? {}) as { packageId?: unknown; purchaseId?: unknown }
  if (typeof purchaseId === 'number') return <FinishPurchase key={purchaseId} purchaseId={purchaseId} />
  if (typeof packageId !== 'number') return <Navigate to={paths.packages(customerUrl)} replace />
  return <PurchaseOf key={packageId} packageId={packageId} />
}

function PurchaseOf({ packageId }: { packageId: number }) {
  const params = useConsumerParams()
  const packages = useEndpoint(listConsumerPackages, { params })
  const offer = packages.data?.packages.find(({ id }) => id === packageId)
  if (offer) return <PurchaseScreen listed={offer} />
  const message = failureText(packages.error)
  return (
    <>
      <PurchaseHead disabled={false} />
      {packages.isPending && <SkeletonText count={6} label="Loading the package" />}
      {packages.error && (
        <ErrorState message={message} onRetry={() => void packages.refetch()} pending={packages.isFetching} />
      )}
      {packages.data && <EmptyState action={<BackToPackages />}>This package is no longer sold.</EmptyState>}
    </>
  )
}

function PurchaseScreen({ listed }: { listed: ConsumerPackage }) {
  const params = useConsumerParams()
  const { customerUrl } = params
  const settings = useEndpoint(getPaymentSettings, { params: { customerUrl } }, { staleTimeMs: Infinity })
  const defaultPayment = useEndpoint(getDefaultPayment, { params })
  const [tab, setTab] = useState<PaymentTabId>(CARD_TAB)
  const { offer, former, purchase } = useOfferedPurchase(listed, savedWay(defaultPayment.data) ?? wayOf(tab))
  const isHeld = !mayLeave(purchase.state)
  const isCardOffered = tab === CARD_TAB || defaultPayment.data?.isStripePayment

  return (
    <>
      <PurchaseHead disabled={isHeld} />
      <OpenPurchases
        isHeld={purchase.state.step !== 'entering'}
        onConfirm={(open) => void purchase.resume(open, { method: 'finish' })}
        onCanceled={purchase.forget}
      />
      <div className={styles.split}>
        <PackageSummary
          offer={offer}
          former={former}
          statementDescriptor={isCardOffered ? settings.data?.statementDescriptor : undefined}
          disabled={isHeld}
        />
        <section className={styles.pay} aria-label="Payment">
          {settings.isPending && <SkeletonText count={6} label="Loading the payment form" />}
          {settings.error && !settings.data && (
            <ErrorState
              message={failureText(settings.error)}
              onRetry={() => void settings.refetch()}
              pending={settings.isFetching}
            />
          )}
          {settings.data && (
            <>
              <PurchaseNotice state={purchase.state} method="finish" />
              <DefaultPaymentOffer query={defaultPayment} purchase={purchase} shown={offer} />
              <PaymentTabs
                settings={settings.data}
                defaultPayment={defaultPayment.data}
                purchase={purchase}
                shown={offer}
                tab={tab}
                onTab={setTab}
              />
              <BankChallenge card={settings.data.card} purchase={purchase} />
            </>
          )}
        </section>
      </div>
      <DoubleChargeDialog purchase={purchase} />
    </>
  )
}

function BackToPackages() {
  const navigate = useNavigate()
  const { customerUrl } = useConsumerParams()
  return <Button onClick={() => void navigate(paths.packages(customerUrl))}>Change Package</Button>
}

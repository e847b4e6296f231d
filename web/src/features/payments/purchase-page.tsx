import { type ConsumerPackage, listConsumerPackages } from '@almanac/contract/packages'
import { getDefaultPayment, getPaymentSettings } from '@almanac/contract/payments'
import { IconArrowLeft } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { failureText } from '../../api/failure-text.ts'
import { refresh } from '../../api/query-client.ts'
import { updateUser, useConsumerParams } from '../../api/session.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SkeletonText } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { BankChallenge } from './bank-challenge.tsx'
import { DefaultPaymentOffer } from './default-payment-offer.tsx'
import { PackageSummary } from './package-summary.tsx'
import { PaymentTabs } from './payment-tabs.tsx'
import styles from './purchase-page.module.css'
import { isBusy } from './purchase-rules.ts'
import { usePurchase } from './use-purchase.ts'

/** Buys the package that the list of packages named in the navigation's state; without one, back to the list. */
export function Component() {
  const { customerUrl } = useConsumerParams()
  const packageId: unknown = useLocation().state?.packageId
  if (typeof packageId !== 'number') return <Navigate to={paths.packages(customerUrl)} replace />
  return <PurchaseOf key={packageId} packageId={packageId} />
}

function PurchaseOf({ packageId }: { packageId: number }) {
  const params = useConsumerParams()
  const packages = useEndpoint(listConsumerPackages, { params })
  const offer = packages.data?.packages.find(({ id }) => id === packageId)
  if (offer) return <PurchaseScreen offer={offer} />
  const message = failureText(packages.error, 'Error while getting packages')
  return (
    <>
      <Head disabled={false} />
      {packages.isPending && <SkeletonText count={6} label="Loading the package" />}
      {packages.error && (
        <ErrorState message={message} onRetry={() => void packages.refetch()} pending={packages.isFetching} />
      )}
      {packages.data && <EmptyState action={<BackToPackages />}>This package is no longer sold.</EmptyState>}
    </>
  )
}

function PurchaseScreen({ offer }: { offer: ConsumerPackage }) {
  const params = useConsumerParams()
  const { customerUrl } = params
  const settings = useEndpoint(getPaymentSettings, { params: { customerUrl } }, { staleTimeMs: Infinity })
  const defaultPayment = useEndpoint(getDefaultPayment, { params })
  const purchase = usePurchase(offer.id, usePaid())
  const busy = isBusy(purchase.state)

  return (
    <>
      <Head disabled={busy} />
      <div className={styles.split}>
        <PackageSummary
          offer={offer}
          statementDescriptor={settings.data?.statementDescriptor}
          disabled={busy}
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
              <DefaultPaymentOffer query={defaultPayment} purchase={purchase} price={offer.price} />
              <PaymentTabs
                settings={settings.data}
                defaultPayment={defaultPayment.data}
                purchase={purchase}
                price={offer.price}
              />
              <BankChallenge card={settings.data.card} purchase={purchase} />
            </>
          )}
        </section>
      </div>
    </>
  )
}

function Head({ disabled }: { disabled: boolean }) {
  const navigate = useNavigate()
  const { customerUrl } = useConsumerParams()
  return (
    <PageHead
      title="Purchase Tokens"
      back={
        <Button
          kind="bare"
          icon={IconArrowLeft}
          disabled={disabled}
          onClick={() => void navigate(paths.packages(customerUrl))}
        >
          Back
        </Button>
      }
    />
  )
}

function BackToPackages() {
  const navigate = useNavigate()
  const { customerUrl } = useConsumerParams()
  return <Button onClick={() => void navigate(paths.packages(customerUrl))}>Change Package</Button>
}

/** Shows the new balance and the word of success, and leads back to the packages unless one has gone elsewhere. */
function usePaid() {
  const navigate = useNavigate()
  const { customerUrl } = useConsumerParams()
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return ({ tokenBalance, message }: { tokenBalance: number; message: string }) => {
    updateUser({ tokenBalance })
    void refresh('balance', 'profile')
    showToast('success', message)
    if (isShown.current) void navigate(paths.packages(customerUrl))
  }
}

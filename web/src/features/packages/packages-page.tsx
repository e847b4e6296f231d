import { listConsumerPackages } from '@almanac/contract/packages'
import { paths } from '@almanac/contract/pages'
import { useNavigate } from 'react-router'
import { failureText } from '../../api/failure-text.ts'
import { useConsumerParams } from '../../api/session.ts'
import { useTenantDetails } from '../../api/tenant-details.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { OpenPurchases } from '../../open-purchases.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FootNotes } from '../../ui/foot-notes.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { READING_TOKENS } from '../../ui/year-dots.ts'
import { PackageCard, PackagePlace } from './package-card.tsx'
import styles from './packages-page.module.css'

/** The packages that the tenant sells; each leads to its purchase. */
export function Component() {
  return (
    <>
      <PageHead title="Purchase Tokens" />
      <OpenPurchases />
      <h2 className={styles.choose}>Select Token Package</h2>
      <PackageList />
      <HowTokensWork />
    </>
  )
}

function PackageList() {
  const params = useConsumerParams()
  const navigate = useNavigate()
  const { data, error, isPending, isFetching, refetch } = useEndpoint(listConsumerPackages, { params })
  if (isPending) return <PackagePlaces />
  if (error && !data) {
    const message = failureText(error)
    return <ErrorState message={message} onRetry={() => void refetch()} pending={isFetching} />
  }
  const { packages } = data
  if (packages.length === 0) return <EmptyState>No packages are on sale right now.</EmptyState>
  return (
    <ul className={styles.cards}>
      {packages.map((offer, index) => (
        <PackageCard
          key={offer.id}
          offer={offer}
          moonPhase={(0.5 * (index + 1)) / packages.length}
          onPurchase={() =>
            void navigate(paths.purchase(params.customerUrl), { state: { packageId: offer.id } })
          }
        />
      ))}
    </ul>
  )
}

const PLACES = [0, 1, 2, 3, 4]

function PackagePlaces() {
  return (
    <div role="status" aria-label="Loading the packages" className={styles.cards}>
      {PLACES.map((place) => (
        <PackagePlace key={place} />
      ))}
    </div>
  )
}

function HowTokensWork() {
  const { customerUrl } = useConsumerParams()
  const seller = useTenantDetails(customerUrl).data?.companyName
  return (
    <FootNotes>
      <p>
        <b>A reading costs {READING_TOKENS} tokens, a Sunburst costs 1 token.</b> Seven dots in a row are one
        reading, the whole field a year of Tuesdays. A token costs $1 when bought singly and less in larger
        packages.
      </p>
      <p>
        <b>Tokens do not expire.</b> They wait until you play a reading or a Sunburst is sent
        {seller && `, and are good for everything at ${seller}`}.
      </p>
    </FootNotes>
  )
}

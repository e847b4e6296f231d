import { type ConsumerPackage, listConsumerPackages } from '@almanac/contract/packages'
import { paths } from '@almanac/contract/pages'
import type { ReactNode } from 'react'
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

/** What the screen has of automatic purchase; given by whoever composes it. */
interface PackagesPageProps extends PackageListProps {
  /** Above the packages. */
  notice: ReactNode
  /** Among those under them. */
  footNote: ReactNode
}

/** The packages that the tenant sells; each leads to its purchase. */
export function PackagesPage({ notice, footNote, ...list }: PackagesPageProps) {
  return (
    <>
      <PageHead title="Purchase Tokens" />
      <div className={styles.notice}>{notice}</div>
      <OpenPurchases />
      <h2 className={styles.choose}>Select Token Package</h2>
      <PackageList {...list} />
      <HowTokensWork>{footNote}</HowTokensWork>
    </>
  )
}

interface PackageListProps {
  /** The package that is bought automatically. */
  chosenId: number | null
  /** What a card says of it. */
  autoPurchaseOf: (offer: ConsumerPackage) => ReactNode
}

function PackageList({ chosenId, autoPurchaseOf }: PackageListProps) {
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
          isChosen={offer.id === chosenId}
          autoPurchase={autoPurchaseOf(offer)}
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

function HowTokensWork({ children }: { children: ReactNode }) {
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
      {children}
    </FootNotes>
  )
}

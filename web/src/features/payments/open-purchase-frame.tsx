import { listConsumerPackages } from '@almanac/contract/packages'
import type { OpenPurchase } from '@almanac/contract/payments'
import type { ReactNode } from 'react'
import { useConsumerParams } from '../../api/session.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { classNames } from '../../ui/class-names.ts'
import { PackageSummary } from './package-summary.tsx'
import { PurchaseHead } from './purchase-head.tsx'
import styles from './purchase-page.module.css'

interface OpenPurchaseFrameProps {
  open: OpenPurchase
  /** Of a card's. */
  statementDescriptor?: string | undefined
  /** A payment is under way: nothing here leads elsewhere. */
  disabled: boolean
  children: ReactNode
}

/** The screen of a purchase that was agreed to before: how it goes on, which a phone shows first, and what it buys. */
export function OpenPurchaseFrame({ open, disabled, statementDescriptor, children }: OpenPurchaseFrameProps) {
  const params = useConsumerParams()
  const picture = useEndpoint(listConsumerPackages, { params }).data?.packages.find(
    ({ id }) => id === open.packageId,
  )?.imagePath
  return (
    <>
      <PurchaseHead disabled={disabled} />
      <div className={classNames(styles.split, styles.payFirst)}>
        <section className={styles.pay} aria-label="Payment">
          {children}
        </section>
        <PackageSummary
          offer={{ ...open, name: open.packageName, imagePath: picture ?? null }}
          statementDescriptor={statementDescriptor}
          disabled={disabled}
        />
      </div>
    </>
  )
}

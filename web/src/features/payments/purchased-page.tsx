import { paths } from '@almanac/contract/pages'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { failureText } from '../../api/failure-text.ts'
import { useConsumerParams, useUser } from '../../api/session.ts'
import { useReceipt } from '../../api/use-receipt.ts'
import { OpenPurchases } from '../../open-purchases.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { formatTokens } from '../../ui/format.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { SkeletonText } from '../../ui/skeleton.tsx'
import { Token } from '../../ui/token.tsx'
import { worthInstead, worthOf } from '../../ui/token-words.ts'
import { PurchasedCard } from './purchased-card.tsx'
import styles from './purchased-page.module.css'

/**
 * What a purchase has led to, at an address of its own: the balance as it is now and what it buys, what was paid, and
 * where to go on. It charges nothing and can be come back to.
 */
export function Component() {
  const { customerUrl } = useConsumerParams()
  const { data, isUnknown, isWaiting, failure, retry, isRetrying } = useReceipt()
  return (
    <div className={styles.page}>
      <BalanceHead />
      <div className={styles.acts}>
        <Act to={paths.dashboard(customerUrl)} kind="prime">
          Play Readings
        </Act>
        <Act to={paths.packages(customerUrl)} kind="bare">
          Buy More Tokens
        </Act>
      </div>
      <OpenPurchases />
      {isUnknown && <EmptyState>There is no purchase under this number.</EmptyState>}
      {failure && <ErrorState message={failureText(failure)} onRetry={retry} pending={isRetrying} />}
      {isWaiting && <SkeletonText count={6} label="Loading the purchase" />}
      {data && <PurchasedCard purchase={data} />}
    </div>
  )
}

/** The balance, and what it is good for: true whatever was bought, and whatever was spent since. */
function BalanceHead() {
  const { tokenBalance } = useUser()
  const instead = worthInstead(tokenBalance)
  return (
    <PageHead
      title={`You have ${formatTokens(tokenBalance)}`}
      mark={<Token sizePx={22} />}
      text={
        <>
          <b className={styles.worth}>{worthOf(tokenBalance)}</b>
          {instead && ` ${instead}`}
        </>
      }
    />
  )
}

function Act({ to, kind, children }: { to: string; kind: 'prime' | 'bare'; children: ReactNode }) {
  return (
    <Button component={Link} to={to} kind={kind}>
      {children}
    </Button>
  )
}

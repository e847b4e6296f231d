import { paths } from '@almanac/contract/pages'
import { IconArrowLeft, IconPrinter } from '@tabler/icons-react'
import { Link, useParams } from 'react-router'
import { failureText } from '../../api/failure-text.ts'
import { useConsumerParams } from '../../api/session.ts'
import { useReceipt } from '../../api/use-receipt.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SkeletonText } from '../../ui/skeleton.tsx'
import styles from './receipt.module.css'
import { Receipt } from './receipt.tsx'

/** The receipt of one purchase, to be read and to be printed. */
export function Component() {
  const { customerUrl } = useConsumerParams()
  const { purchaseId = '' } = useParams()
  const { data, isUnknown, isWaiting, failure, retry, isRetrying } = useReceipt()
  return (
    <div className={styles.page}>
      <div className={styles.screen}>
        <PageHead
          title="Receipt"
          tabTitle={isUnknown ? 'Receipt' : `Receipt ${purchaseId}`}
          back={
            <Button
              component={Link}
              to={`${paths.activity(customerUrl)}?show=purchases`}
              kind="bare"
              icon={IconArrowLeft}
            >
              Back
            </Button>
          }
        >
          {data && (
            <Button icon={IconPrinter} onClick={() => print()}>
              Print
            </Button>
          )}
        </PageHead>
      </div>
      {isUnknown && <EmptyState>There is no receipt under this number.</EmptyState>}
      {failure && <ErrorState message={failureText(failure)} onRetry={retry} pending={isRetrying} />}
      {isWaiting && <SkeletonText count={6} label="Loading the receipt" />}
      {data && <Receipt receipt={data} />}
    </div>
  )
}

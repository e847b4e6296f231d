import type { RefundPreview } from '@almanac/contract/refunds'
import type { ApiError } from '../../../api/api-error.ts'
import { failureText } from '../../../api/failure-text.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { formatTokens } from '../../../ui/format.ts'
import { PendingTicks } from '../../../ui/pending-ticks.tsx'
import { TokenAmount } from '../../../ui/token.tsx'
import styles from './refunds.module.css'
import type { AskedAmount } from './use-refund-preview.ts'

interface RefundPreviewBoxProps {
  asked: AskedAmount
  /** Of what is asked, and of nothing else. */
  preview: RefundPreview | null
  failure: ApiError | null
  onRetry: () => void
}

/** What the refund takes back, before the click. */
export function RefundPreviewBox({ asked, preview, failure, onRetry }: RefundPreviewBoxProps) {
  return (
    <div className={styles.preview} role="status" aria-label="What it takes back">
      {asked === null && <p className="quiet">What it takes back shows here once there is an amount.</p>}
      {failure && <ErrorState message={failureText(failure)} onRetry={onRetry} pending={false} />}
      {asked !== null && !preview && !failure && (
        <p className={styles.working}>
          <PendingTicks /> Working out what it takes back …
        </p>
      )}
      {preview && <TakesBack preview={preview} />}
    </div>
  )
}

function TakesBack({
  preview: { tokensTakenBack, tokensMissing, endsAutoPurchase },
}: {
  preview: RefundPreview
}) {
  return (
    <>
      <p className={styles.takes}>
        Takes back <TokenAmount tokens={tokensTakenBack} />
      </p>
      {tokensMissing > 0 && (
        <p className={styles.short}>
          {formatTokens(tokensMissing)} {tokensMissing === 1 ? 'is' : 'are'} spent already and cannot be taken
          back.
        </p>
      )}
      {endsAutoPurchase && <p>The consumer’s auto-purchase ends with it.</p>}
    </>
  )
}

import { paths } from '@almanac/contract/pages'
import { getReceipt } from '@almanac/contract/payments'
import { IconCircleCheck, IconX } from '@tabler/icons-react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useConsumerParams } from '../../api/session.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { Button } from '../../ui/button.tsx'
import { formatMoney, formatTokens } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { paidWith } from '../../ui/payment-words.ts'
import { SkeletonText } from '../../ui/skeleton.tsx'
import { Token } from '../../ui/token.tsx'
import { worthOf } from '../../ui/token-words.ts'
import { useFocusGoesOn } from '../../ui/use-focus-goes-on.ts'
import { forgetWantedReading, readWantedReading } from '../../wanted-reading.ts'
import styles from './purchase-confirmation.module.css'
import { readPaidId } from './purchase-rules.ts'

/**
 * Confirms the purchase that has just been paid, above the packages. The browser's history entry names the purchase, so
 * that the confirmation survives a reload and is gone on the next visit.
 */
export function PurchaseConfirmation() {
  const paidId = readPaidId(useLocation().state)
  return paidId === null ? null : <Confirmation key={paidId} purchaseId={paidId} />
}

function Confirmation({ purchaseId }: { purchaseId: number }) {
  const params = useConsumerParams()
  const navigate = useNavigate()
  const part = useFocusGoesOn<HTMLElement>()
  const { data, error } = useEndpoint(getReceipt, { params: { ...params, purchaseId } })
  const dismiss = () => void navigate(paths.packages(params.customerUrl), { replace: true })
  if (error && !data) return null
  return (
    <section ref={part} className={styles.confirmation} aria-labelledby="payment-received">
      <header className={styles.head}>
        <Icon of={IconCircleCheck} size={24} />
        <h2 id="payment-received">Payment received</h2>
        <IconButton icon={IconX} label="Dismiss the confirmation" tip="Dismiss" onClick={dismiss} />
      </header>
      <div className={styles.row}>
        <div className={styles.words}>
          {data ? (
            <>
              <p className={styles.tokens}>
                <Token sizePx={18} />
                {formatTokens(data.numberOfTokens)}
                <small>{worthOf(data.numberOfTokens)}</small>
              </p>
              <p className={styles.paid}>
                <b>{formatMoney(data.amount)}</b> for {data.packageName}, paid with {paidWith(data)}
              </p>
            </>
          ) : (
            <SkeletonText count={2} label="Loading the purchase" />
          )}
        </div>
        <div className={styles.acts}>
          <Button component={Link} to={paths.receipt(params.customerUrl, purchaseId)}>
            View receipt {purchaseId}
          </Button>
          <PlayButton />
        </div>
      </div>
    </section>
  )
}

/** Leads back to the reading that had to wait for these tokens, else to all readings. */
function PlayButton() {
  const { customerUrl } = useConsumerParams()
  const wanted = readWantedReading(customerUrl)
  const dashboard = paths.dashboard(customerUrl)
  return (
    <Button
      component={Link}
      kind="prime"
      to={wanted ? `${dashboard}?sign=${wanted.categoryId}` : dashboard}
      onClick={forgetWantedReading}
    >
      {wanted ? `Back to ${wanted.audioName}` : 'Play Readings'}
    </Button>
  )
}

import type { Answer } from '@almanac/contract/endpoint'
import { paths } from '@almanac/contract/pages'
import { type getReceipt, isPaidByCard } from '@almanac/contract/payments'
import { IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useConsumerParams } from '../../api/session.ts'
import { useOwnZone } from '../../api/tenant-zone.ts'
import { formatDateTime, formatMoney, formatZone } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Money } from '../../ui/money.tsx'
import { paidWith, refundState } from '../../ui/payment-words.ts'
import { Tag } from '../../ui/tag.tsx'
import { TokenAmount, TokenYear } from '../../ui/token.tsx'
import { worthOf } from '../../ui/token-words.ts'
import styles from './purchased-page.module.css'

/** What was bought and paid, with the way to its receipt. */
export function PurchasedCard({ purchase }: { purchase: Answer<typeof getReceipt> }) {
  const { customerUrl } = useConsumerParams()
  const timeZone = useOwnZone()
  const refund = refundState(purchase)
  return (
    <section className={styles.card} aria-labelledby="received">
      <header className={styles.received}>
        <Icon of={IconCircleCheck} size={24} />
        <h2 id="received">Payment received</h2>
        {refund && <Tag kind="warn">{refund}</Tag>}
      </header>
      <div className={styles.split}>
        <dl className={styles.lines}>
          <Line label="Package">{purchase.packageName}</Line>
          <Line label="You got">
            <TokenAmount tokens={purchase.numberOfTokens} />
            <small>{worthOf(purchase.numberOfTokens)}</small>
          </Line>
          <Line label="You paid" className={styles.paid}>
            <Money dollars={purchase.amount} />
          </Line>
          {refund && <Line label="Refunded">{formatMoney(-purchase.refundedAmount)}</Line>}
          <Line label="Paid with">
            {paidWith(purchase)}
            {purchase.isAutoPurchase && <small>by auto-purchase</small>}
          </Line>
          <Line label="Date">
            {formatDateTime(purchase.createdAt, timeZone)}
            <small>{formatZone(timeZone)}</small>
          </Line>
        </dl>
        <div className={styles.year}>
          <TokenYear tokens={purchase.numberOfTokens} />
        </div>
      </div>
      <p className={styles.fine}>
        <Link className="link" to={paths.receipt(customerUrl, purchase.id)}>
          View receipt {purchase.id}
        </Link>
        <span>
          A copy goes to {purchase.email}.
          {isPaidByCard(purchase) && (
            <>
              {' '}
              Your card statement will show <b>{purchase.statementDescriptor}</b>.
            </>
          )}
        </span>
      </p>
    </section>
  )
}

interface LineProps {
  label: string
  className?: string | undefined
  children: ReactNode
}

function Line({ label, className, children }: LineProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={className}>{children}</dd>
    </div>
  )
}

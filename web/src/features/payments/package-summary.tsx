import type { ConsumerPackage } from '@almanac/contract/packages'
import { paths } from '@almanac/contract/pages'
import { useRef } from 'react'
import { Link } from 'react-router'
import { useConsumerParams, useUser } from '../../api/session.ts'
import { useTenantDetails } from '../../api/tenant-details.ts'
import { imageUrl } from '../../api/url.ts'
import { formatTokens } from '../../ui/format.ts'
import { Money } from '../../ui/money.tsx'
import { TokenAmount } from '../../ui/token.tsx'
import { pricePerToken, worthOf } from '../../ui/token-words.ts'
import styles from './package-summary.module.css'
import type { Offer } from './purchase-rules.ts'

interface PackageSummaryProps {
  offer: Pick<ConsumerPackage, 'name' | 'price' | 'numberOfTokens' | 'imagePath'>
  /** What was shown before the price changed. */
  former?: Offer | null
  /** Undefined until it is known, and where no card is asked for. */
  statementDescriptor?: string | undefined
  disabled: boolean
}

/** What is bought, of whom, what the balance will be, and what a card statement will say of it. */
export function PackageSummary({ offer, former, statementDescriptor, disabled }: PackageSummaryProps) {
  const { customerUrl } = useConsumerParams()
  const { tokenBalance } = useUser()
  // Tokens that arrive before the answer does are those of this purchase: they are not counted twice.
  const shownBalance = useRef(tokenBalance)
  if (!disabled) shownBalance.current = tokenBalance
  const balance = shownBalance.current
  const tenant = useTenantDetails(customerUrl).data
  return (
    <section className={styles.summary} aria-labelledby="package-name">
      {offer.imagePath && (
        <div className={`night ${styles.plate}`}>
          <img src={imageUrl(offer.imagePath)} alt="" />
        </div>
      )}
      <div className={styles.body}>
        {tenant && (
          <p className={styles.seller}>
            {tenant.logoUrl && <img className="logo" src={imageUrl(tenant.logoUrl, 'public')} alt="" />}
            <span>{tenant.companyName}</span>
          </p>
        )}
        <h2 id="package-name">{offer.name}</h2>
        <dl className={styles.lines}>
          <div>
            <dt>Price</dt>
            <dd className={styles.price}>
              {former && former.price !== offer.price && (
                <s>
                  <span className="sr-only">before </span>
                  <Money dollars={former.price} />
                </s>
              )}
              <Money dollars={offer.price} />
            </dd>
          </div>
          <div>
            <dt>You get</dt>
            <dd className={styles.tokens}>
              {former && former.numberOfTokens !== offer.numberOfTokens && (
                <s>
                  <span className="sr-only">before </span>
                  {formatTokens(former.numberOfTokens)}
                </s>
              )}
              <TokenAmount tokens={offer.numberOfTokens} />
              <small>
                <b>{worthOf(offer.numberOfTokens)}</b>, {pricePerToken(offer)}
              </small>
            </dd>
          </div>
          <div>
            <dt>You have</dt>
            <dd className="num">{formatTokens(balance)}</dd>
          </div>
          <div className={styles.after}>
            <dt>Balance after</dt>
            <dd className="num">{formatTokens(balance + offer.numberOfTokens)}</dd>
          </div>
        </dl>
        {statementDescriptor && (
          <p className={styles.statement}>
            Your card statement will show <b>{statementDescriptor}</b>.
          </p>
        )}
        <Link
          className={`link ${styles.change}`}
          to={paths.packages(customerUrl)}
          aria-disabled={disabled || undefined}
          onClick={(event) => disabled && event.preventDefault()}
        >
          Change Package
        </Link>
      </div>
    </section>
  )
}

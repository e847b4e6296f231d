import type { AutoPurchase, AutoPurchaseRule } from '@almanac/contract/auto-purchase'
import { paths } from '@almanac/contract/pages'
import { IconAlertCircle } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useConsumerParams, useUser } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { formatMoney, formatTokens } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { useFocusGoesOn } from '../../ui/use-focus-goes-on.ts'
import styles from './auto-purchase-notice.module.css'
import { type Trouble, troubleOf } from './auto-purchase-rules.ts'
import { headOf, meaningOf, sayTerms, whenBought } from './auto-purchase-words.ts'
import { useAutoPurchase } from './use-auto-purchase.ts'
import { useRuleActs } from './use-rule-acts.ts'

/** What stands in the way of automatic purchase, and the way on; nothing where nothing does. */
export function AutoPurchaseNotice() {
  const { data } = useAutoPurchase()
  const trouble = data?.rule && troubleOf(data.rule)
  if (!data?.rule || !trouble) return null
  return <Notice auto={data} rule={data.rule} trouble={trouble} />
}

/** What the consumer goes on with by a press. */
const isResumable = (trouble: Trouble) => trouble === 'declined' || trouble === 'bank' || trouble === 'price'

interface ActsProps {
  rule: AutoPurchaseRule
  trouble: Trouble
}

function Notice({ auto, rule, trouble }: ActsProps & { auto: AutoPurchase }) {
  const { timeZone, tokenBalance } = useUser()
  const isDecline = trouble === 'declined' || trouble === 'retrying'
  const act = rule.offerNow ? 'agree' : 'resume'
  const price = formatMoney(rule.offerNow?.price ?? rule.nextPrice)
  return (
    <section ref={useFocusGoesOn<HTMLElement>()} className={styles.notice} aria-label="Automatic purchase">
      <div className={styles.words}>
        <Icon of={IconAlertCircle} />
        <p className={styles.head}>{headOf(trouble, rule)}</p>
        {isDecline && rule.failureMessage && <p className={styles.said}>{rule.failureMessage}</p>}
        <p>{meaningOf(trouble, rule, timeZone)}</p>
        <Offer rule={rule} />
        {isResumable(trouble) && tokenBalance <= rule.thresholdToken && (
          <p>
            {auto.blockedBy
              ? `If you ${act}, ${price} is charged ${whenBought(auto.blockedBy, timeZone)}.`
              : `You have ${formatTokens(tokenBalance)}, so ${price} is charged as soon as you ${act}.`}
          </p>
        )}
      </div>
      <Acts rule={rule} trouble={trouble} />
    </section>
  )
}

/** What was agreed to, and what is asked for now, where that is something else. */
function Offer({ rule }: { rule: AutoPurchaseRule }) {
  const { offerNow } = rule
  if (!offerNow) return null
  return (
    <dl className={styles.offers}>
      <div>
        <dt>You agreed to</dt>
        <dd>{sayTerms(rule)}</dd>
      </div>
      <div>
        <dt>Now</dt>
        <dd>
          <b>{sayTerms(offerNow)}</b>
        </dd>
      </div>
    </dl>
  )
}

function Acts({ rule, trouble }: ActsProps) {
  const { customerUrl } = useConsumerParams()
  const { resume, isResuming } = useRuleActs(rule)
  const { offerNow } = rule
  const isDecline = trouble === 'declined' || trouble === 'retrying'
  if (!isDecline && !isResumable(trouble)) return null
  return (
    <div className={styles.acts}>
      {isDecline && (
        <Button component={Link} to={paths.defaultPayment(customerUrl)} kind="prime">
          Change Payment Method
        </Button>
      )}
      {trouble === 'bank' && (
        <Button
          component={Link}
          to={paths.purchase(customerUrl)}
          state={{ packageId: rule.packageId }}
          kind="prime"
        >
          Purchase Yourself
        </Button>
      )}
      {isResumable(trouble) && (
        <Button
          kind={trouble === 'price' ? 'prime' : 'outline'}
          pending={isResuming}
          onClick={() => void resume()}
        >
          {offerNow ? `Agree to ${formatMoney(offerNow.price)}` : 'Resume'}
        </Button>
      )}
    </div>
  )
}

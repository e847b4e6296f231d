import type { AutoPurchase, AutoPurchaseRule } from '@almanac/contract/auto-purchase'
import { paths } from '@almanac/contract/pages'
import { Link } from 'react-router'
import { failureText } from '../../api/failure-text.ts'
import { useConsumerParams, useUser } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { formatMoney, formatTokens } from '../../ui/format.ts'
import { SkeletonText } from '../../ui/skeleton.tsx'
import { Tag } from '../../ui/tag.tsx'
import { useFocusGoesOn } from '../../ui/use-focus-goes-on.ts'
import { AutoPurchaseNotice } from './auto-purchase-notice.tsx'
import { isThresholdRaised, troubleOf } from './auto-purchase-rules.ts'
import styles from './auto-purchase-summary.module.css'
import { balanceFalls, sayTerms, whenBought } from './auto-purchase-words.ts'
import { useAutoPurchase } from './use-auto-purchase.ts'
import { useRuleActs } from './use-rule-acts.ts'

/** On the profile: the package that is bought automatically, on which terms, how it stands, and the end of it. */
export function AutoPurchaseSummary() {
  const { data, error, isFetching, refetch } = useAutoPurchase()
  if (data) return data.rule ? <Chosen auto={data} rule={data.rule} /> : <None auto={data} />
  if (!error) return <SkeletonText count={2} label="Loading the auto-purchase package" />
  return <ErrorState message={failureText(error)} onRetry={() => void refetch()} pending={isFetching} />
}

function None({ auto }: { auto: AutoPurchase }) {
  const { customerUrl } = useConsumerParams()
  return (
    <div className={styles.summary}>
      <div className={styles.words}>
        <p>none</p>
        <p className={styles.fine}>
          A package that you choose is bought with your default payment when{' '}
          {balanceFalls(auto.thresholdToken)}. An email notice follows.
        </p>
      </div>
      <Button component={Link} to={paths.packages(customerUrl)}>
        Choose a Package
      </Button>
    </div>
  )
}

function Chosen({ auto, rule }: { auto: AutoPurchase; rule: AutoPurchaseRule }) {
  const { turnOff, isTurningOff } = useRuleActs(rule)
  const isPaused = rule.state === 'paused'
  const standing = isPaused ? 'Paused' : rule.waitReason ? 'Waiting' : 'Active'
  return (
    <div ref={useFocusGoesOn<HTMLDivElement>()} className={styles.chosen}>
      <div className={styles.summary}>
        <div className={styles.words}>
          <p className={styles.name}>
            <b>{rule.packageName}</b>
            <Tag kind={standing === 'Active' ? 'good' : 'warn'}>{standing}</Tag>
          </p>
          <p>{sayTerms(rule)}</p>
          <p className={styles.fine}>
            It is bought with your default payment when {balanceFalls(rule.thresholdToken)}. An email notice
            follows.
          </p>
        </div>
        <Button pending={isTurningOff} onClick={() => void turnOff()}>
          Turn Off
        </Button>
      </div>
      {troubleOf(rule) && <AutoPurchaseNotice />}
      {!troubleOf(rule) && isThresholdRaised(auto) && <RaisedThreshold auto={auto} rule={rule} />}
    </div>
  )
}

/** The tenant has raised the threshold: asks for a new agreement, and says what happens now if the balance is that low. */
function RaisedThreshold({
  auto: { blockedBy, thresholdToken },
  rule,
}: {
  auto: AutoPurchase
  rule: AutoPurchaseRule
}) {
  const { timeZone, tokenBalance } = useUser()
  const { resume, isResuming } = useRuleActs(rule, thresholdToken)
  return (
    <div className={styles.summary}>
      <p className={styles.words}>
        We now offer to buy it earlier, when {balanceFalls(thresholdToken)}. Nothing changes until you agree.
        {tokenBalance <= thresholdToken &&
          ` If you agree, ${formatMoney(rule.nextPrice)} is charged ${whenBought(blockedBy, timeZone)}.`}
      </p>
      <Button pending={isResuming} onClick={() => void resume()}>
        Agree to {formatTokens(thresholdToken)}
      </Button>
    </div>
  )
}

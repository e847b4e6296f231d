import { type ConsumerCategory, listConsumerCategories } from '@almanac/contract/categories'
import { listReceivedSunbursts } from '@almanac/contract/delivery'
import { getConsumerProfile } from '@almanac/contract/profile'
import { readOutlook } from '@almanac/contract/rehearsal'
import { type ReactNode, useState } from 'react'
import { failureText } from '../../api/failure-text.ts'
import { useConsumerParams, useTenantParams, useUser } from '../../api/session.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FootNotes } from '../../ui/foot-notes.tsx'
import { formatTokens } from '../../ui/format.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { SkeletonCards } from '../../ui/skeleton.tsx'
import { TokenRow } from '../../ui/token.tsx'
import { READING_TOKENS } from '../../ui/year-dots.ts'
import { DeadEmail } from './dead-email.tsx'
import { OutlookPart } from './outlook.tsx'
import { RaisedCosts } from './raised-costs.tsx'
import { Received } from './received.tsx'
import { SignCard } from './sign-card.tsx'
import { SubscriptionDialog } from './subscription-dialog.tsx'
import { costOf, fromOwnSign, messagePrice } from './subscription-rules.ts'
import styles from './subscriptions-page.module.css'
import { useRaisedCosts } from './use-raised-costs.ts'

interface SubscriptionsPageProps {
  /** Under the signs, beside how Sunbursts come; given by whoever composes the screen. */
  footNote: ReactNode
}

/** The signs whose daily Sunbursts one can have sent, each with its own choice of mediums. */
export function SubscriptionsPage({ footNote }: SubscriptionsPageProps) {
  const params = useTenantParams()
  const { defaultCategoryId } = useUser()
  const [openId, setOpenId] = useState<number | null>(null)
  const { data, error, isPending, isFetching, refetch } = useEndpoint(listConsumerCategories, {
    params,
    query: { mediums: ['sms', 'email'], includeSubscription: true, noPagination: true },
  })
  const consumerParams = useConsumerParams()
  const received = useEndpoint(listReceivedSunbursts, { params: consumerParams })
  const outlook = useEndpoint(readOutlook, { params: consumerParams })
  const raised = useRaisedCosts()
  const profile = useEndpoint(getConsumerProfile, { params: consumerParams })
  // Then it would say that nothing is scheduled: that nothing is sent stands above the signs.
  const isNothingSent = profile.data?.isEmailDead === true && outlook.data?.lastDateTime === null
  // What stands above the signs comes with them: nothing moves them afterwards.
  const isWaiting = isPending || raised.isPending || profile.isPending
  const signs = data && !isWaiting ? fromOwnSign(data.data, defaultCategoryId) : undefined
  return (
    <>
      <PageHead title="Daily Sunbursts">{signs && <DailyCost signs={signs} />}</PageHead>
      {signs && profile.data?.isEmailDead && <DeadEmail signs={signs} email={profile.data.email} />}
      {signs && raised.data && <RaisedCosts raised={raised.data.raisedCosts} signs={signs} />}
      <h2 className={styles.choose}>Select Sign</h2>
      {isWaiting && !(error && !data) && (
        <SkeletonCards count={12} label="Loading the signs" grid={styles.cards} place={styles.place} />
      )}
      {error && !data && (
        <ErrorState message={failureText(error)} onRetry={() => void refetch()} pending={isFetching} />
      )}
      {signs?.length === 0 && <EmptyState>No sign has Sunbursts right now.</EmptyState>}
      {signs && signs.length > 0 && (
        <ul className={styles.cards}>
          {signs.map((sign) => (
            <SignCard key={sign.id} sign={sign} onOpen={() => setOpenId(sign.id)} />
          ))}
        </ul>
      )}
      {signs && signs.length > 0 && !received.isPending && !outlook.isPending && (
        <>
          {outlook.data && !isNothingSent && <OutlookPart outlook={outlook.data} signs={signs} />}
          {outlook.error && !outlook.data && (
            <ErrorState
              message={failureText(outlook.error)}
              onRetry={() => void outlook.refetch()}
              pending={outlook.isFetching}
            />
          )}
          {received.data && <Received sunbursts={received.data.sunbursts} signs={signs} />}
          {received.error && !received.data && (
            <ErrorState
              message={failureText(received.error)}
              onRetry={() => void received.refetch()}
              pending={received.isFetching}
            />
          )}
          <HowSunburstsCome signs={signs}>{footNote}</HowSunburstsCome>
        </>
      )}
      <SubscriptionDialog sign={signs?.find(({ id }) => id === openId)} onClose={() => setOpenId(null)} />
    </>
  )
}

/** What a Sunburst is and costs, said before one subscribes. */
function HowSunburstsCome(props: { signs: readonly ConsumerCategory[]; children: ReactNode }) {
  const { signs, children } = props
  return (
    <FootNotes>
      <p>
        <b>A Sunburst is a short text for the day.</b> Each message, by SMS or by email, costs{' '}
        {messagePrice(signs)} and is charged when it is sent. SMS goes to phones on US carriers only.
      </p>
      <p>
        <b>A Sunburst your balance does not cover is skipped.</b> You owe nothing, and the next Sunburst after
        you purchase tokens is sent automatically. Stop a sign whenever you like: open it and clear its
        choices.
      </p>
      {children}
    </FootNotes>
  )
}

/** What all subscriptions together cost on a day on which each sign has a Sunburst. */
function DailyCost({ signs }: { signs: readonly ConsumerCategory[] }) {
  const tokens = signs.reduce(
    (sum, { deliveryMediums, subscribedMediums = [] }) => sum + costOf(deliveryMediums, subscribedMediums),
    0,
  )
  if (tokens === 0) return null
  return (
    <p className={styles.spend}>
      {tokens <= READING_TOKENS && <TokenRow of={tokens} sizePx={10} />}
      {formatTokens(tokens)} a day
    </p>
  )
}

import type { PlatformHealth } from '@almanac/contract/operations'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { failureText } from '../../api/failure-text.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { deviceZone, formatDateTime, formatZone } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SkeletonText } from '../../ui/skeleton.tsx'
import { BooksPart } from './books-part.tsx'
import { BouncesPart } from './bounces-part.tsx'
import { CallersPart } from './callers-part.tsx'
import { EventsPart } from './events-part.tsx'
import styles from './health.module.css'
import { autoPurchaseFigures, concernsOf, deliveryFigures, messageFigures } from './health-rules.ts'
import { FigureList, HealthSection } from './health-section.tsx'
import { JobsPart } from './jobs-part.tsx'
import { RestorePart } from './restore-part.tsx'
import { useHealth, useHealthActs } from './use-health.ts'

/** The device's zone, in which times are shown. */
const timeZone = deviceZone

/** Platform Health: how everything that runs by itself fares, and what can be set going again. */
export function Component() {
  const { data, error, isFetching, refetch } = useHealth()
  const shownAt = data && ` Read ${formatDateTime(data.readAt, timeZone)}; it renews itself.`
  return (
    <>
      <PageHead title="Platform Health" text={`Times in ${formatZone(timeZone)}.${shownAt ?? ''}`} />
      {data ? (
        <Health health={data} />
      ) : error ? (
        <ErrorState message={failureText(error)} onRetry={() => void refetch()} pending={isFetching} />
      ) : (
        <SkeletonText count={8} label="Loading how the platform stands" />
      )}
    </>
  )
}

function Health({ health }: { health: PlatformHealth }) {
  const acts = useHealthActs()
  const { payments, deliveriesDueSince } = health
  const stopped = payments.automaticPurchasesStopped
  return (
    <>
      <Concerns health={health} />
      {health.restore && (
        <RestorePart health={{ ...health, restore: health.restore }} timeZone={timeZone} acts={acts} />
      )}
      <HealthSection
        id="deliveries"
        title="Sunbursts"
        text="Due, held and being sent now; the others of the last 24 hours."
      >
        {deliveriesDueSince !== null && (
          <p className="quiet">
            The one that has waited longest is due since {formatDateTime(deliveriesDueSince, timeZone)}.
          </p>
        )}
        <FigureList figures={deliveryFigures(health)} />
      </HealthSection>
      {health.doubtedBounces.length > 0 && <BouncesPart health={health} timeZone={timeZone} />}
      <HealthSection
        id="messages"
        title="Codes, receipts and notices"
        text="Waiting now, and given up in the last 24 hours."
      >
        <FigureList figures={messageFigures(health)} />
      </HealthSection>
      <EventsPart health={health} timeZone={timeZone} acts={acts} />
      <CallersPart health={health} timeZone={timeZone} />
      <HealthSection
        id="auto-purchases"
        title="Automatic purchases"
        text="Consumers whose automatic purchase is paused."
      >
        {stopped && (
          <p className={styles.notice}>
            <Icon of={IconAlertTriangle} />
            Since {formatDateTime(stopped.since, timeZone)} nothing is bought automatically: {stopped.reason}{' '}
            Once that is put right they go on, and what became due meanwhile is bought.
          </p>
        )}
        <FigureList figures={autoPurchaseFigures(health)} />
      </HealthSection>
      <BooksPart health={health} timeZone={timeZone} />
      <JobsPart health={health} timeZone={timeZone} acts={acts} />
    </>
  )
}

/** What needs somebody, with the way there. */
function Concerns({ health }: { health: PlatformHealth }) {
  const concerns = concernsOf(health)
  if (concerns.length === 0) {
    return (
      <p className={styles.well} role="status">
        <Icon of={IconCircleCheck} />
        All is well. Nothing here waits for a person.
      </p>
    )
  }
  return (
    <section className={styles.concerns} aria-labelledby="concerns" role="status">
      <h2 id="concerns">
        <Icon of={IconAlertTriangle} />
        {concerns.length === 1 ? 'One thing needs somebody' : `${concerns.length} things need somebody`}
      </h2>
      <ul>
        {concerns.map(({ id, text }) => (
          <li key={text}>
            <a href={`#${id}`} className="link">
              {text}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

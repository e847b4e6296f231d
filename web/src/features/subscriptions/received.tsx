import type { ConsumerCategory } from '@almanac/contract/categories'
import type { ReceivedSunburst } from '@almanac/contract/delivery'
import { useId } from 'react'
import { useOwnZone } from '../../api/tenant-zone.ts'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SignIcon } from '../../ui/sign-icon.tsx'
import { useNow } from '../../ui/use-now.ts'
import styles from './received.module.css'
import { headingOf, sentWords } from './received-rules.ts'
import { logoOf } from './sign-card.tsx'

interface ReceivedProps {
  /** Those of the last 24 hours, newest first. */
  sunbursts: readonly ReceivedSunburst[]
  signs: readonly ConsumerCategory[]
}

/** What came in the last 24 hours, to be read here as well; nothing for whom nothing is to come. */
export function Received({ sunbursts, signs }: ReceivedProps) {
  const headingId = useId()
  const clock = { now: useNow(60_000), timeZone: useOwnZone() }
  const isAwaiting = signs.some(({ subscribedMediums = [] }) => subscribedMediums.length > 0)
  if (sunbursts.length === 0 && !isAwaiting) return null
  return (
    <section className={styles.received} aria-labelledby={headingId}>
      <h2 id={headingId}>{sunbursts.length > 0 ? headingOf(sunbursts, clock) : 'Today'}</h2>
      {sunbursts.length === 0 && (
        <EmptyState>No Sunburst in the last 24 hours. The next one is shown here as well.</EmptyState>
      )}
      {sunbursts.length > 0 && (
        <ul className={classNames(styles.list, sunbursts.length > 1 && styles.several)}>
          {sunbursts.map((sunburst) => (
            <li key={sunburst.id} className={styles.item}>
              <blockquote className={styles.text}>{sunburst.text}</blockquote>
              <p className={styles.about}>
                <SignIcon name={sunburst.categoryName} logoUrl={logoIn(signs, sunburst)} size={24} />
                {`${sunburst.categoryName}, ${sentWords(sunburst, clock)}`}
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function logoIn(signs: readonly ConsumerCategory[], { consumerCategoryId }: ReceivedSunburst): string | null {
  const sign = signs.find(({ id }) => id === consumerCategoryId)
  return sign ? logoOf(sign) : null
}

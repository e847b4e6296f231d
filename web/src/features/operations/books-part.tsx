import type { PlatformHealth } from '@almanac/contract/operations'
import { providerWords } from '@almanac/contract/payments'
import { countOf, formatCalendarDay, formatDateTime } from '../../ui/format.ts'
import { Tag } from '../../ui/tag.tsx'
import styles from './health.module.css'
import { adviceOnDifference } from './health-rules.ts'
import { HealthSection } from './health-section.tsx'

type Match = PlatformHealth['payments']['latest'][number]

const rowOf = ({ provider, day }: Match) => `${provider} ${day}`

/** What came of comparing the books of payments, night by night. */
export function BooksPart({ health, timeZone }: { health: PlatformHealth; timeZone: string }) {
  const { latest, unbalanced } = health.payments
  return (
    <HealthSection
      id="books"
      title="Nightly match"
      text="Provider, purchases and ledger, compared for each day in UTC."
    >
      {latest.length === 0 && (
        <p className="quiet">No day has been compared yet. The first is, six hours after it has ended.</p>
      )}
      <ul className={styles.rows} aria-label="Latest day compared">
        {latest.map((match) => (
          <li key={rowOf(match)}>
            <div>
              <p className={styles.name}>
                {providerWords[match.provider]}
                {match.differences.length === 0 ? (
                  <Tag kind="good">Balanced as of {formatCalendarDay(match.day)}</Tag>
                ) : (
                  <Tag kind="bad">Does not agree on {formatCalendarDay(match.day)}</Tag>
                )}
              </p>
              <p className="quiet">
                {countOf(match.payments, 'payment')} and {countOf(match.refunds, 'refund')}, compared{' '}
                {formatDateTime(match.matchedAt, timeZone)}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {unbalanced.map((match) => (
        <Differences key={rowOf(match)} match={match} />
      ))}
    </HealthSection>
  )
}

function Differences({ match: { provider, day, differences } }: { match: Match }) {
  return (
    <div className={styles.day}>
      <h3>
        {providerWords[provider]}, {formatCalendarDay(day)}
      </h3>
      <ul className={styles.rows}>
        {differences.map((difference) => (
          <li key={JSON.stringify(difference)}>
            <div>
              <p className={styles.name}>{difference.what}</p>
              <p className="quiet">{idsOf(difference)}</p>
              <p>{adviceOnDifference(difference.what)}</p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}

function idsOf({ purchaseId, refundId, providerId }: Match['differences'][number]): string {
  const ids = [
    purchaseId !== null && `Payment ${purchaseId}`,
    refundId !== null && `Refund ${refundId}`,
    providerId !== null && `${providerId} at the provider`,
  ]
  return ids.filter(Boolean).join(', ')
}

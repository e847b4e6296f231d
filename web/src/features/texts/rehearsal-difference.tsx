import { compareTextRehearsal } from '@almanac/contract/rehearsal'
import { useId } from 'react'
import { useTenantParams } from '../../api/session.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { formatDateTime } from '../../ui/format.ts'
import styles from './deliveries.module.css'
import { differenceWords, sinceWords } from './rehearsal-words.ts'

interface RehearsalDifferenceProps {
  textId: number
  timeZone: string
}

/** What was rehearsed of a text the day before and came otherwise, in words; nothing where it was never rehearsed. */
export function RehearsalDifference({ textId, timeZone }: RehearsalDifferenceProps) {
  const titleId = useId()
  const params = { ...useTenantParams(), shortTextId: textId }
  const comparison = useEndpoint(compareTextRehearsal, { params }).data?.comparison
  if (!comparison) return null
  const differences = differenceWords(comparison)
  const since = sinceWords(comparison)
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h3 id={titleId}>Rehearsal</h3>
        <p>{`Rehearsed ${formatDateTime(comparison.rehearsedDateTime, timeZone)}`}</p>
      </div>
      {differences.length === 0 ? (
        <p>It went as rehearsed: as many messages were sent, held and skipped as were expected.</p>
      ) : (
        <ul className={styles.differences}>
          {differences.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
      {since && <p className="quiet">{since}</p>}
    </section>
  )
}

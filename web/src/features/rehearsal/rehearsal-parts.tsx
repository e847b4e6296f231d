import { formatCount } from '../../ui/format.ts'
import styles from './rehearsal.module.css'

/** A calendar day `YYYY-MM-DD` as `Tue, Nov 24`. */
export function formatDayName(day: string): string {
  const format = { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat('en-US', format).format(new Date(`${day}T12:00:00Z`))
}

/** Why messages would not be sent: how many, and the sentence. */
export function Reasons({ reasons }: { reasons: readonly { words: string; count: number }[] }) {
  if (reasons.length === 0) return null
  return (
    <ul className={styles.reasons} aria-label="Why some are not sent">
      {reasons.map(({ words, count }) => (
        <li key={words}>
          <strong className="num">{formatCount(count)}</strong>
          <span>{words}</span>
        </li>
      ))}
    </ul>
  )
}

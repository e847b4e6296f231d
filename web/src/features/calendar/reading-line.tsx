import { classNames } from '../../ui/class-names.ts'
import { readingState } from './calendar-rules.ts'
import type { Bar, BarName } from './reading-bars.ts'
import styles from './reading-line.module.css'

interface ReadingLineProps {
  /** The place of the day in its row. */
  column: number
  bars: readonly Bar[]
  names: readonly BarName[]
  today: string
}

/** What begins in one day of a row of readings: drawn over the days to come, and hidden from screen readers. */
export function ReadingLine({ column, bars, names, today }: ReadingLineProps) {
  const name = names.find(({ from }) => from === column)
  return (
    <span className={styles.drawing} aria-hidden="true">
      {name && (
        <span className={classNames(styles.name, name.isCarried && styles.carried)} style={daysWide(name)}>
          <span>{name.text}</span>
        </span>
      )}
      {bars
        .filter(({ from }) => from === column)
        .map((bar) => (
          <span
            key={bar.reading.id}
            className={classNames(
              styles.bar,
              styles[readingState(bar.reading, today)],
              bar.startsHere && styles.starts,
              bar.endsHere && styles.ends,
            )}
            style={{ ...daysWide(bar), '--lane': bar.lane } as object}
          />
        ))}
    </span>
  )
}

function daysWide({ from, to }: { from: number; to: number }) {
  return { '--days': to - from + 1 } as object
}

import type { DaySeries } from './day-series.ts'
import styles from './day-table.module.css'
import { formatCalendarDay } from './format.ts'

interface DayTableProps {
  label: string
  days: readonly string[]
  series: readonly DaySeries[]
  exact: (value: number) => string
}

/** A chart's figures as a table, folded away until asked for. */
export function DayTable({ label, days, series, exact }: DayTableProps) {
  return (
    <details className={styles.folded}>
      <summary>Show as table</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className={styles.scroll} aria-label={`${label} by day`} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Day</th>
              {series.map(({ id, name }) => (
                <th key={id} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day, index) => (
              <tr key={day}>
                <th scope="row">{formatCalendarDay(day)}</th>
                {series.map(({ id, values }) => (
                  <td key={id}>{exact(values[index] ?? 0)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}

import { memo, type ReactNode, useMemo } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { useCalendarFrame } from './calendar-context.ts'
import type { SignDay, SignMonth } from './calendar-rules.ts'
import { ReadingCell, SunburstCell } from './day-cells.tsx'
import styles from './month-grid.module.css'
import { barsOf, laneCount, namesOf } from './reading-bars.ts'
import { ReadingLine } from './reading-line.tsx'
import { type Place, useGridFocus } from './use-grid-focus.ts'

/** Days in a row, of one sign: a month, or a week. */
export interface DayRow {
  key: string
  month: SignMonth
  /** Null stands for a day of another month. */
  days: readonly (SignDay | null)[]
  /** Before the row. */
  head: ReactNode
}

interface MonthGridProps {
  label: string
  /** By weeks the days are numbered one by one. */
  look: 'signs' | 'weeks'
  /** The row of heads over the days. */
  heads: ReactNode
  rows: readonly DayRow[]
  /** Another month is on its way. */
  isBusy: boolean
  onTurn: (by: 1 | -1) => void
  /** Told of the place that a pointer is over. */
  onPoint?: (element: Element | null) => void
}

/** Rows of days with two lines each, Sunbursts and readings. */
export function MonthGrid({ label, look, heads, rows, isBusy, onTurn, onPoint }: MonthGridProps) {
  const { today, filled } = useCalendarFrame()
  const start = useMemo(() => startOf(rows, today), [rows, today])
  const arrived = useMemo(() => filled && sunburstsOf(rows, filled), [rows, filled])
  const { grid, active, handlers } = useGridFocus({ start, arrived, onTurn })
  return (
    <table
      ref={grid}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its cells are moved through and acted on
      role="grid"
      aria-label={label}
      aria-busy={isBusy || undefined}
      className={classNames(styles.grid, styles[look])}
      {...handlers}
      onPointerOver={({ target }) => onPoint?.(target as Element)}
      onPointerLeave={() => onPoint?.(null)}
    >
      <thead>{heads}</thead>
      {rows.map((row, index) => (
        <Rows
          key={row.key}
          row={row}
          look={look}
          index={index}
          active={Math.floor(active.row / 2) === index ? active : null}
        />
      ))}
    </table>
  )
}

/** Today's Sunbursts of the first row that has it, else the first day that there is. */
function startOf(rows: readonly DayRow[], today: string): Place {
  const places = rows.flatMap(({ days }, index) =>
    days.flatMap((day, column) => (day ? [{ row: index * 2, column, day: day.day }] : [])),
  )
  return places.find(({ day }) => day === today) ?? places[0] ?? { row: 0, column: 0 }
}

/** Where the Sunbursts of a sign's day are; null where they are not in these rows. */
function sunburstsOf(
  rows: readonly DayRow[],
  { signId, day }: Pick<SignDay, 'signId' | 'day'>,
): Place | null {
  const columnIn = ({ days }: DayRow) => days.findIndex((one) => one?.signId === signId && one.day === day)
  const row = rows.findIndex((one) => columnIn(one) >= 0)
  return rows[row] ? { row: row * 2, column: columnIn(rows[row]) } : null
}

interface RowsProps {
  row: DayRow
  look: MonthGridProps['look']
  index: number
  /** Null where the grid's stop of Tab is in another row. */
  active: Place | null
}

const Rows = memo(function Rows({ row: { month, days, head }, look, index, active }: RowsProps) {
  const { today, onlyGaps } = useCalendarFrame()
  const bars = useMemo(
    () =>
      onlyGaps
        ? []
        : barsOf(
            month.sign.readings,
            days.map((day) => day?.day ?? null),
          ),
    [month, days, onlyGaps],
  )
  const names = useMemo(() => namesOf(bars), [bars])
  const isActive = (place: Place) => active?.row === place.row && active.column === place.column
  const cellOf = (day: SignDay, place: Place) => ({ day, place, isActive: isActive(place) })
  return (
    <tbody style={{ '--lanes': laneCount(bars) } as object}>
      <tr>
        {head}
        {days.map((day, column) =>
          day ? (
            <SunburstCell key={day.day} {...cellOf(day, { row: index * 2, column })}>
              {look === 'weeks' && <DayNumber day={day.day} isToday={day.day === today} />}
            </SunburstCell>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: a place without a day is nothing but a place
            <td key={column} />
          ),
        )}
      </tr>
      <tr>
        {days.map((day, column) =>
          day ? (
            <ReadingCell key={day.day} {...cellOf(day, { row: index * 2 + 1, column })}>
              <ReadingLine {...{ column, bars, names, today }} />
            </ReadingCell>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: a place without a day is nothing but a place
            <td key={column} />
          ),
        )}
      </tr>
    </tbody>
  )
})

function DayNumber({ day, isToday }: { day: string; isToday: boolean }) {
  return (
    <span className={classNames(styles.number, isToday && styles.now)} aria-hidden="true">
      {Number(day.slice(-2))}
    </span>
  )
}

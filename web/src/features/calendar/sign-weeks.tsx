import { useMemo } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { useCalendarFrame } from './calendar-context.ts'
import { countAll, gapWords, hasGaps, isLacking, type SignMonth } from './calendar-rules.ts'
import grid from './month-grid.module.css'
import { type DayRow, MonthGrid } from './month-grid.tsx'
import { formatMonth, formatMonthDay, type Month, weeksOf } from './month-rules.ts'
import { SignMark } from './sign-table.tsx'
import styles from './sign-weeks.module.css'

interface SignWeeksProps {
  month: Month
  months: readonly SignMonth[]
  /** Null before one is chosen. */
  signId: number | null
  isBusy: boolean
  onChoose: (signId: number) => void
  onTurn: (by: 1 | -1) => void
}

/** The month of one sign, week by week, and the signs to choose it from: where there is no room for all of them. */
export function SignWeeks({ month, months, signId, isBusy, onChoose, onTurn }: SignWeeksProps) {
  const { onlyGaps, filled } = useCalendarFrame()
  const chosen = signId ?? filled?.signId
  const shown = months.find(({ sign }) => sign.id === chosen) ?? months.find(hasGaps) ?? months[0]
  const rows = useMemo(() => {
    const weeks = shown ? weekRows(shown, month) : []
    return onlyGaps ? weeks.filter(({ days }) => days.some((day) => day && isLacking(day))) : weeks
  }, [shown, month, onlyGaps])
  if (!shown) return null
  return (
    <>
      <SignChoice months={months} shown={shown} onChoose={onChoose} />
      <h2 className={styles.title}>
        <SignMark {...shown.sign} size={32} />
        {shown.sign.name}
      </h2>
      <p className={styles.gaps}>{gapWords(shown.gaps)}</p>
      <MonthGrid
        label={`${shown.sign.name}, ${formatMonth(month)}`}
        look="weeks"
        heads={<WeekdayHeads />}
        rows={rows}
        isBusy={isBusy}
        onTurn={onTurn}
      />
    </>
  )
}

function weekRows(shown: SignMonth, month: Month): DayRow[] {
  const byDay = new Map(shown.days.map((day) => [day.day, day]))
  return weeksOf(month).map((week) => {
    const first = week.find((day) => day !== null) ?? ''
    return {
      key: `${shown.sign.id} ${first}`,
      month: shown,
      days: week.map((day) => (day === null ? null : (byDay.get(day) ?? null))),
      head: (
        <th scope="rowgroup" rowSpan={2} className={grid.unseen}>
          <span className="sr-only">Week of {formatMonthDay(first)}</span>
        </th>
      ),
    }
  })
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

function WeekdayHeads() {
  return (
    <tr>
      <td className={grid.unseen} />
      {WEEKDAYS.map((name) => (
        <th key={name} scope="col" abbr={name}>
          <span className={grid.weekday}>
            {name.slice(0, 1)}
            <span className={grid.rest}>{name.slice(1, 3)}</span>
          </span>
        </th>
      ))}
    </tr>
  )
}

interface SignChoiceProps {
  months: readonly SignMonth[]
  shown: SignMonth
  onChoose: (signId: number) => void
}

/** All signs at a glance, each with how much it misses. */
function SignChoice({ months, shown, onChoose }: SignChoiceProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be a grid in every browser
    <div role="group" aria-label="Sign" className={styles.signs}>
      {months.map((one) => (
        <button
          key={one.sign.id}
          type="button"
          className={classNames(styles.sign, hasGaps(one) && styles.lacking)}
          aria-pressed={one.sign.id === shown.sign.id}
          onClick={() => onChoose(one.sign.id)}
        >
          <SignMark {...one.sign} size={24} />
          <span className="sr-only">
            {one.sign.name}, {gapWords(one.gaps)}
          </span>
          <span aria-hidden="true" className={styles.missing}>
            {countAll(one.gaps) || ''}
          </span>
        </button>
      ))}
    </div>
  )
}

import { useMemo } from 'react'
import { imageUrl } from '../../api/url.ts'
import { SIGN_DRAWINGS } from '../../ui/sign-drawings.ts'
import { SignIcon } from '../../ui/sign-icon.tsx'
import { useCalendarFrame } from './calendar-context.ts'
import type { SignMonth } from './calendar-rules.ts'
import { DayReader, useDayReader } from './day-reader.tsx'
import styles from './month-grid.module.css'
import { type DayRow, MonthGrid } from './month-grid.tsx'
import { formatMonth, formatMonthDay, type Month, weekdayOf } from './month-rules.ts'

interface SignTableProps {
  month: Month
  months: readonly SignMonth[]
  days: readonly string[]
  isBusy: boolean
  onTurn: (by: 1 | -1) => void
}

/** The month of all signs, one under the other: where there is room for it. */
export function SignTable({ month, months, days, isBusy, onTurn }: SignTableProps) {
  const rows = useMemo<DayRow[]>(
    () =>
      months.map((one) => ({
        key: String(one.sign.id),
        month: one,
        days: one.days,
        head: <SignHead {...one} />,
      })),
    [months],
  )
  const reader = useDayReader(rows)
  return (
    <>
      <MonthGrid
        label={`${formatMonth(month)}, by sign and day`}
        look="signs"
        heads={<DayHeads days={days} />}
        rows={rows}
        isBusy={isBusy}
        onTurn={onTurn}
        onPoint={reader.point}
      />
      <DayReader {...reader} />
    </>
  )
}

function SignHead({ sign }: Pick<SignMonth, 'sign'>) {
  return (
    <th scope="rowgroup" rowSpan={2} className={styles.sign}>
      <span>
        <SignMark {...sign} size={24} />
        {sign.name}
      </span>
    </th>
  )
}

/** A sign's logo; one of the zodiac has the house's drawing, whose line follows the page's colors. */
export function SignMark({ name, logoSvg, size }: { name: string; logoSvg: string | null; size: number }) {
  const isSign = name.trim().toLowerCase() in SIGN_DRAWINGS
  return <SignIcon name={name} logoUrl={isSign || !logoSvg ? null : imageUrl(logoSvg)} size={size} />
}

const WEEKDAYS = ['S', 'M', 'T', 'W', 'T', 'F', 'S']

function DayHeads({ days }: { days: readonly string[] }) {
  const { today } = useCalendarFrame()
  return (
    <tr>
      <td />
      {days.map((day) => (
        <th
          key={day}
          scope="col"
          className={day === today ? styles.now : undefined}
          aria-label={day === today ? `${formatMonthDay(day)}, today` : formatMonthDay(day)}
          aria-current={day === today ? 'date' : undefined}
        >
          <span className={styles.weekday}>{WEEKDAYS[weekdayOf(day)]}</span>
          {Number(day.slice(-2))}
        </th>
      ))}
    </tr>
  )
}

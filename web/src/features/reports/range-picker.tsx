import { type ReportRange, reportQuery } from '@almanac/contract/reports'
import { useState } from 'react'
import { DateRangeField } from '../../ui/date-time-field.tsx'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import type { EntryOrigin } from '../../ui/use-date-entry.ts'
import { PRESETS, type Preset } from './report-range.ts'
import styles from './reports.module.css'

interface RangePickerProps {
  /** What is shown now. */
  range: ReportRange
  /** Null with days of one's own. */
  preset: Preset | null
  /** No day after it can be chosen. */
  today: string
  /** The tenant's. */
  timeZone: string
  onChange: (choice: Preset | ReportRange, options?: { replace: boolean }) => void
}

type Entered = [string | null, string | null]

/** The days of the report: three presets, or a first and a last day in one calendar. */
export function RangePicker({ range, preset, today, timeZone, onChange }: RangePickerProps) {
  /** Days that are no range yet, or none that a report takes. */
  const [entered, setEntered] = useState<Entered | null>(null)
  const error = entered && refusalOf(entered)

  function choosePreset(chosen: Preset) {
    setEntered(null)
    onChange(chosen)
  }

  function enter(days: Entered, { isTyped, isRefused }: EntryOrigin) {
    const [startDate, endDate] = days
    const isWhole = startDate !== null && endDate !== null
    const isTaken = isWhole && !refusalOf(days)
    if (isTaken) onChange({ startDate, endDate }, { replace: isTyped })
    // What was left unfinished goes back to the days that are shown; what is refused stays, to be mended.
    setEntered(isTaken || !(isWhole || isRefused) ? null : days)
  }

  return (
    <div className={styles.range}>
      <SegmentedFilter
        label="Days of the report"
        joined
        options={PRESETS}
        value={entered ? null : preset}
        onChange={choosePreset}
      />
      <DateRangeField
        label="First and last day"
        hideLabel
        className={styles.dates}
        value={entered ?? [range.startDate, range.endDate]}
        timeZone={timeZone}
        max={today}
        error={error ?? undefined}
        onChange={enter}
      />
    </div>
  )
}

/** Why two days are no range for a report; null while one of them is not chosen. */
function refusalOf([startDate, endDate]: Entered): string | null {
  if (startDate === null || endDate === null) return null
  const checked = reportQuery.safeParse({ startDate, endDate })
  return checked.success ? null : (checked.error.issues[0]?.message ?? null)
}

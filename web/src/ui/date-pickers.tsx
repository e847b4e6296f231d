import { limits } from '@almanac/contract/limits'
import { parseDate, parseDateTime, toCalendarDateTime } from '@internationalized/date'
import { useMemo, useRef } from 'react'
import { Calendar, DatePicker } from 'react-aria-components/DatePicker'
import { DateRangePicker, RangeCalendar } from 'react-aria-components/DateRangePicker'
import { CalendarDialog, Month } from './date-calendar.tsx'
import type { DateFieldProps, DateRangeFieldProps, DateTimeFieldProps } from './date-field-props.ts'
import { DateBox, DateFrame, DateParts } from './date-frame.tsx'
import { limitRefusal, rangeRefusal } from './date-limits.ts'
import { useDateEntry } from './use-date-entry.ts'
import { useToday } from './use-today.ts'

/** The fields of date-time-field.tsx once they are loaded: React Aria's parts in our frame. */

/** A calendar day. */
export function DayPicker(props: DateFieldProps) {
  return <SinglePicker {...props} granularity="day" />
}

/** A day and a time on a clock of 24 hours. */
export function TimePicker(props: DateTimeFieldProps) {
  return <SinglePicker {...props} granularity="minute" />
}

function SinglePicker(props: DateTimeFieldProps & { granularity: 'day' | 'minute' }) {
  const { value, onChange, granularity, outside, suggested, ...field } = props
  const box = useRef<HTMLDivElement>(null)
  const today = useToday(field.timeZone)
  const entry = useDateEntry({
    value,
    tell: onChange,
    refuse: (entered) => limitRefusal(entered, field) && (outside ?? limitRefusal(entered, field)),
  })
  const { entered, version } = entry
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version is another object, which React Aria shows anew
  const shown = useMemo(() => parseEntry(entered), [entered, version])
  const start = parseDate(today)
  const midnight = toCalendarDateTime(start)
  return (
    <DateFrame {...field} refusal={entry.refusal}>
      {(picker, label, note) => (
        <DatePicker
          {...picker}
          granularity={granularity}
          hourCycle={24}
          placeholderValue={granularity === 'day' ? start : (parseEntry(suggested ?? null) ?? midnight)}
          value={shown}
          onChange={(chosen) => entry.enter(chosen && writeEntry(chosen.toString()), isWithin(box.current))}
          onBlur={() => entry.leave(hasGaps(box.current))}
        >
          {label}
          <DateBox ref={box}>
            <DateParts />
          </DateBox>
          {note}
          <CalendarDialog anchor={box}>
            <Calendar {...dayLimits(field)} firstDayOfWeek="sun">
              <Month today={today} />
            </Calendar>
          </CalendarDialog>
        </DatePicker>
      )}
    </DateFrame>
  )
}

/** A first and a last day. Its digits make many ranges on the way: those that one does not mean are not told. */
export function RangePicker({ value, onChange, outside, ...field }: DateRangeFieldProps) {
  const box = useRef<HTMLDivElement>(null)
  const today = useToday(field.timeZone)
  const entry = useDateEntry({
    value: value[0] && value[1] && value.join('/'),
    tell: (range, origin) => {
      const [first = null, last = null] = range?.split('/') ?? []
      onChange([first, last], origin)
    },
    pauseMs: limits.searchDebounceMs,
    refuse: (range) => rangeRefusal(range, field) && (outside ?? rangeRefusal(range, field)),
  })
  const { entered, version } = entry
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version is another object, which React Aria shows anew
  const shown = useMemo(() => parseRange(entered), [entered, version])
  return (
    <DateFrame {...field} refusal={entry.refusal}>
      {(picker, label, note) => (
        <DateRangePicker
          {...picker}
          placeholderValue={parseDate(today)}
          value={shown}
          onChange={(chosen) => entry.enter(chosen && `${chosen.start}/${chosen.end}`, isWithin(box.current))}
          onBlur={() => entry.leave(hasGaps(box.current))}
        >
          {label}
          <DateBox ref={box} onEnter={() => hasGaps(box.current) || entry.leave(false)}>
            <DateParts slot="start" />
            <span aria-hidden="true">–</span>
            <DateParts slot="end" />
          </DateBox>
          {note}
          <CalendarDialog anchor={box}>
            <RangeCalendar {...dayLimits(field)} firstDayOfWeek="sun" commitBehavior="reset">
              <Month today={today} />
            </RangeCalendar>
          </CalendarDialog>
        </DateRangePicker>
      )}
    </DateFrame>
  )
}

/** Whether the focus is on the parts, and not in the calendar. */
function isWithin(box: HTMLElement | null): boolean {
  return box?.contains(document.activeElement) ?? false
}

/** Whether a part was left empty. */
function hasGaps(box: HTMLElement | null): boolean {
  return box?.querySelector('[data-placeholder]') != null
}

/** The days that the calendar offers: those in which some time is within the limits. */
function dayLimits({ min, max }: { min?: string; max?: string }) {
  return {
    minValue: min ? parseDate(min.slice(0, 10)) : undefined,
    maxValue: max ? parseDate(max.slice(0, 10)) : undefined,
  }
}

function parseEntry(entered: string | null) {
  if (entered === null) return null
  return entered.length > 10 ? parseDateTime(entered.replace(' ', 'T')) : parseDate(entered)
}

/** ISO 8601, to the minute at most, with a blank before the time. */
function writeEntry(iso: string): string {
  return iso.slice(0, 16).replace('T', ' ')
}

function parseRange(range: string | null) {
  const [first, last] = range?.split('/') ?? []
  return first && last ? { start: parseDate(first), end: parseDate(last) } : null
}

import { formatCalendarDay } from './format.ts'

/** The earliest and the latest value, in a notation that sorts: `YYYY-MM-DD` or `YYYY-MM-DD HH:mm`. */
export interface DateLimits {
  min?: string
  max?: string
}

/** Whether a year is still being typed: 2, 20 and 202 come before 2026. */
export function isUnfinished(value: string): boolean {
  return /(^|\/)0/.test(value)
}

/** Why a day or a time is refused; null of one within its limits. */
export function limitRefusal(value: string, { min, max }: DateLimits): string | null {
  const isWithin = (!min || value >= min) && (!max || value <= max)
  if (isWithin) return null
  const what = value.length > 10 ? 'time' : 'day'
  if (min && max) return `Choose a ${what} from ${words(min)} to ${words(max)}.`
  return min ? `Choose a ${what} from ${words(min)} on.` : `Choose a ${what} up to ${words(max ?? '')}.`
}

/** Why two days `first/last` are refused; null of a range within the limits. */
export function rangeRefusal(range: string, limits: DateLimits): string | null {
  const [first = '', last = ''] = range.split('/')
  if (first > last) return 'Start date can not be after end date'
  return limitRefusal(first, limits) ?? limitRefusal(last, limits)
}

function words(value: string): string {
  const [day = '', time] = value.split(' ')
  return time ? `${formatCalendarDay(day)} ${time}` : formatCalendarDay(day)
}

import { month as monthSchema } from '@almanac/contract/calendar'
import type { AddressField } from '../../api/use-address-state.ts'
import { shiftDay } from '../../ui/wall-time.ts'

/** A month of the calendar, `YYYY-MM`. */
export type Month = string

/** The month in which a calendar day `YYYY-MM-DD` lies. */
export function monthOf(day: string): Month {
  return day.slice(0, 7)
}

/** A month some months later, or earlier. */
export function shiftMonth(month: Month, months: number): Month {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months)).toISOString().slice(0, 7)
}

/** Whether the calendar goes as far. */
export function isMonth(month: Month): boolean {
  return monthSchema.safeParse(month).success
}

/** All days of a month. */
export function daysOf(month: Month): string[] {
  const days: string[] = []
  for (let day = `${month}-01`; monthOf(day) === month; day = shiftDay(day, 1)) days.push(day)
  return days
}

/** 0 of a Sunday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay()
}

const DAYS_OF_WEEK = 7
const TUESDAY = 2

/** Whether readings are released on it (decision A5). */
export function isTuesday(day: string): boolean {
  return weekdayOf(day) === TUESDAY
}

/** The Tuesday of the week, from Sunday to Saturday, in which a day lies. */
export function tuesdayOf(day: string): string {
  return shiftDay(day, TUESDAY - weekdayOf(day))
}

/** The weeks of a month from Sunday to Saturday; null before its first day and after its last. */
export function weeksOf(month: Month): (string | null)[][] {
  const days = daysOf(month)
  const before = weekdayOf(`${month}-01`)
  const count = Math.ceil((before + days.length) / DAYS_OF_WEEK)
  return Array.from({ length: count }, (_, week) =>
    Array.from({ length: DAYS_OF_WEEK }, (_, place) => days[week * DAYS_OF_WEEK + place - before] ?? null),
  )
}

/** The month in the address; empty unless it says one. */
export const monthField: AddressField<Month> = {
  read(search) {
    const month = search.get('month') ?? ''
    return isMonth(month) ? month : ''
  },
  write(search, month) {
    if (month === '') search.delete('month')
    else search.set('month', month)
  },
}

/** An id in the address; null unless it says one. */
export function idField(name: string): AddressField<number | null> {
  return {
    read(search) {
      const text = search.get(name) ?? ''
      return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null
    },
    write(search, id) {
      if (id === null) search.delete(name)
      else search.set(name, String(id))
    },
  }
}

const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** `November 2026`. */
export function formatMonth(month: Month): string {
  return monthName.format(new Date(`${month}-01T00:00:00Z`))
}

const monthDay = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' })

/** `December 3`. */
export function formatMonthDay(day: string): string {
  return monthDay.format(new Date(`${day}T00:00:00Z`))
}

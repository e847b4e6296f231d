import { shortTextEntry } from '@almanac/contract/texts'
import { type FormErrors, fieldErrors } from '../../ui/use-form.ts'
import { instantOf, type WallTime, wallTimeOf } from '../../ui/wall-time.ts'

/** What is entered of one short text. */
export interface EntryValues {
  messageName: string
  textContent: string
  disburseDateTime: WallTime | null
}

export interface Schedule {
  now: Date
  delayMinutes: number
  /** The tenant's zone. */
  timeZone: string
}

export type EntryErrors = FormErrors<EntryValues>

/** The moment that a text's time must be later than (decision S3), on the tenant's wall. */
export function earliestTime({ now, delayMinutes, timeZone }: Schedule): WallTime {
  return wallTimeOf(earliestInstant({ now, delayMinutes }), timeZone)
}

function earliestInstant({ now, delayMinutes }: Omit<Schedule, 'timeZone'>): Date {
  return new Date(now.getTime() + delayMinutes * 60_000)
}

function timeError(time: WallTime | null, schedule: Schedule): string | undefined {
  const instant = time === null ? null : instantOf(time, schedule.timeZone)
  if (!instant) return 'Schedule date and time is required.'
  return instant > earliestInstant(schedule) ? undefined : tooEarly(schedule)
}

/** What is said of a time that is not later than the earliest. */
export function tooEarly(schedule: Schedule): string {
  return `Future disburese time must be after ${earliestTime(schedule)}`
}

/** What is wrong with an entry, by field; empty when it can be saved. */
export function entryErrors(values: EntryValues, schedule: Schedule): EntryErrors {
  const { messageName, textContent } = values
  const texts = shortTextEntry.pick({ messageName: true, textContent: true })
  const time = timeError(values.disburseDateTime, schedule)
  return {
    ...fieldErrors<EntryValues>(texts['~standard'].validate({ messageName, textContent }) as never),
    ...(time ? { disburseDateTime: time } : {}),
  }
}

/** Whether all can be saved: there is something, and nothing of it is wrong. */
export function canSaveAll(entries: readonly EntryValues[], schedule: Schedule): boolean {
  return (
    entries.length > 0 && entries.every((entry) => Object.keys(entryErrors(entry, schedule)).length === 0)
  )
}

/** Whether anything would be lost. */
export function hasInput(entries: readonly EntryValues[]): boolean {
  return entries.some((entry) => entry.messageName || entry.textContent || entry.disburseDateTime)
}

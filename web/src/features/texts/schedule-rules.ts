import { type ShortText, shortText, shortTextEntry } from '@almanac/contract/texts'
import type { ApiError } from '../../api/api-error.ts'
import type { FormSchema } from '../../ui/form-schema.ts'
import { type FormErrors, fieldErrors } from '../../ui/use-form.ts'
import { instantOf, shiftDay, type WallTime, wallTimeOf } from '../../ui/wall-time.ts'

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

/** What is said of a time that the clocks skip (decision S9); null of one that there is. */
export function skippedTime(time: WallTime | null, timeZone: string): string | null {
  const instant = time === null ? null : instantOf(time, timeZone)
  if (!time || !instant) return null
  const real = wallTimeOf(instant, timeZone)
  return real === time
    ? null
    : `The clocks skip ${timeIn(time)} on that day: it will be sent at ${timeIn(real)}.`
}

const timeIn = (wall: WallTime) => wall.slice('YYYY-MM-DD '.length)

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

/** What can be saved of an entry. */
export type WholeEntry = Omit<EntryValues, 'disburseDateTime'> & { disburseDateTime: WallTime }

/** The same rules as a form's schema. */
export function entrySchema(schedule: Schedule): FormSchema<WholeEntry> {
  return {
    '~standard': {
      validate(given) {
        const values = given as EntryValues
        const errors = Object.entries(entryErrors(values, schedule))
        if (errors.length > 0) return { issues: errors.map(([name, message]) => ({ message, path: [name] })) }
        return { value: { ...values, disburseDateTime: values.disburseDateTime ?? '' } }
      },
    },
  }
}

/**
 * What is sent of a time that was picked: where it is the text's own, its very instant, which may have seconds, or be the
 * second of two that the clocks show alike.
 */
export function sentTime(picked: WallTime, own: string, timeZone: string): string {
  return picked === wallTimeOf(own, timeZone) ? own : picked
}

const known = new WeakMap<EntryValues, { schedule: Schedule; errors: EntryErrors }>()

/** As `entryErrors`, found once for as long as values and schedule are the same objects. */
export function knownErrors(values: EntryValues, schedule: Schedule): EntryErrors {
  const before = known.get(values)
  if (before?.schedule === schedule) return before.errors
  const errors = entryErrors(values, schedule)
  known.set(values, { schedule, errors })
  return errors
}

/** Whether all can be saved: there is something, and nothing of it is wrong. */
export function canSaveAll(entries: readonly EntryValues[], schedule: Schedule): boolean {
  return (
    entries.length > 0 && entries.every((entry) => Object.keys(knownErrors(entry, schedule)).length === 0)
  )
}

/** What is proposed for a day, in steps of minutes. */
const STEP_MINUTES = 5

/**
 * The time to begin with on a day: the usual one, `HH:mm`, or where that is too early by now the next that will do. Null
 * of a day that has none left.
 */
export function proposeTime(day: string, usualTime: string, schedule: Schedule): WallTime | null {
  const { timeZone } = schedule
  const usual = instantOf(`${day} ${usualTime}`, timeZone)
  const earliest = earliestInstant(schedule)
  if (usual && usual > earliest) return wallTimeOf(usual, timeZone)
  const stepMs = STEP_MINUTES * 60_000
  const next = wallTimeOf(new Date((Math.floor(earliest.getTime() / stepMs) + 1) * stepMs), timeZone)
  return next.startsWith(day) ? next : null
}

/** Every zone is off UTC by a multiple of it. */
const QUARTER_MS = 900_000

/** The next full hour on the tenant's wall that a text can be scheduled for. */
export function nextFullHour(schedule: Schedule): WallTime {
  let ms = (Math.floor(earliestInstant(schedule).getTime() / QUARTER_MS) + 1) * QUARTER_MS
  while (!wallTimeOf(new Date(ms), schedule.timeZone).endsWith(':00')) ms += QUARTER_MS
  return wallTimeOf(new Date(ms), schedule.timeZone)
}

/** What is proposed after an entry: its time a day later, or the next full hour where that can't be. */
export function proposeAfter(last: WallTime | null, schedule: Schedule): WallTime {
  const { timeZone } = schedule
  const next = last && instantOf(`${shiftDay(last.slice(0, 10), 1)}${last.slice(10)}`, timeZone)
  return next && next > earliestInstant(schedule) ? wallTimeOf(next, timeZone) : nextFullHour(schedule)
}

/** What is entered of a text, and the time that it began with. */
export interface Proposed {
  values: EntryValues
  proposed: WallTime | null
}

/** Whether anything would be lost; what was proposed and left so would not. */
export function hasInput(entries: readonly Proposed[]): boolean {
  return entries.some(
    ({ values: { messageName, textContent, disburseDateTime }, proposed }) =>
      messageName || textContent || (disburseDateTime && disburseDateTime !== proposed),
  )
}

/** Whether a text may be changed, as far as a screen knows: in its last minute the server refuses. */
export function isOpenText({ status }: Pick<ShortText, 'status'>): boolean {
  return status === 'scheduled'
}

const presentText = shortText.pick({ messageName: true, textContent: true, disburseDateTime: true })

/** What a text holds by now, of an edit that was refused because of it. */
export function readPresentText({ code, extra }: Pick<ApiError, 'code' | 'extra'>) {
  return code === 'text_changed' ? (presentText.safeParse(extra).data ?? null) : null
}

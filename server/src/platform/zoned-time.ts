import { LRUCache } from 'lru-cache'
import { DateTime, IANAZone } from 'luxon'

/**
 * Reads an instant the way decision W7 lets it be written: ISO with an offset, or `YYYY-MM-DD HH:mm` in a zone.
 * A local time that doesn't exist moves to the next valid one, a doubled one means the first (decision S9).
 * @returns null if the text names no instant, such as February 30 or an hour of 24.
 */
export function parseInstant(text: string, timeZone: string): Date | null {
  if (/[T ]24/.test(text)) return null
  const isLocal = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/.test(text)
  if (!isLocal) {
    const parsed = DateTime.fromISO(text, { setZone: true })
    return parsed.isValid ? parsed.toJSDate() : null
  }
  const parsed = DateTime.fromFormat(text, 'yyyy-MM-dd HH:mm', { zone: timeZone })
  if (!parsed.isValid) return null
  const isSkipped = parsed.toFormat('yyyy-MM-dd HH:mm') !== text
  if (isSkipped) return startAfterGap(text, timeZone)
  return new Date(Math.min(...parsed.getPossibleOffsets().map((moment) => moment.toMillis())))
}

/** The first instant after the gap in which a local time falls. */
function startAfterGap(text: string, timeZone: string): Date {
  const wall = DateTime.fromFormat(text, 'yyyy-MM-dd HH:mm', { zone: 'utc' })
  const before = DateTime.fromMillis(wall.toMillis(), { zone: timeZone }).minus({ hours: 26 })
  let low = before.toMillis()
  let high = before.plus({ hours: 52 }).toMillis()
  const offsetBefore = DateTime.fromMillis(low, { zone: timeZone }).offset
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (DateTime.fromMillis(middle, { zone: timeZone }).offset === offsetBefore) low = middle
    else high = middle
  }
  return new Date(high)
}

/** The instants at which the local days `startDate` to `endDate` (both inclusive) begin and end. */
export function dayRange(startDate: string, endDate: string, timeZone: string): { from: Date; until: Date } {
  return {
    from: DateTime.fromISO(startDate, { zone: timeZone }).startOf('day').toJSDate(),
    until: DateTime.fromISO(endDate, { zone: timeZone }).plus({ days: 1 }).startOf('day').toJSDate(),
  }
}

/** An instant as `YYYY-MM-DD HH:mm` in a zone. */
export function formatLocal(instant: Date, timeZone: string): string {
  return DateTime.fromJSDate(instant, { zone: timeZone }).toFormat('yyyy-MM-dd HH:mm')
}

/** An instant as emails say it: `November 25, 2026 at 7:05 AM EST`. */
export function formatMoment(instant: Date, timeZone: string): string {
  const local = DateTime.fromJSDate(instant, { zone: timeZone }).setLocale('en-US')
  return local.toFormat("LLLL d, yyyy 'at' h:mm a ZZZZ")
}

const dayFormats = new Map<string, Intl.DateTimeFormat>()
const days = new LRUCache<string, string>({ max: 5_000 })

/** The calendar day of an instant in a zone, as `YYYY-MM-DD`; kept, since lists ask for the same few again and again. */
export function localDay(instant: Date, timeZone: string): string {
  const asked = `${instant.getTime()} ${timeZone}`
  const known = days.get(asked)
  if (known !== undefined) return known
  const format =
    dayFormats.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  dayFormats.set(timeZone, format)
  const day = format.format(instant)
  days.set(asked, day)
  return day
}

/** Whether a name is a time zone the runtime knows. */
export function isValidZone(name: string): boolean {
  return IANAZone.isValidZone(name)
}

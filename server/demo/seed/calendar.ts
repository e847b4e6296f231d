import { DateTime } from 'luxon'

const easternZone = 'America/New_York'

/** The latest Tuesday 00:05 Eastern that is not after an instant, shifted by whole weeks. */
export function readingStart(now: Date, weeks: number): DateTime<true> {
  const local = DateTime.fromJSDate(now, { zone: easternZone })
  const backDays = (local.weekday - 2 + 7) % 7
  const thisWeek = local.minus({ days: backDays }).set({ hour: 0, minute: 5, second: 0, millisecond: 0 })
  const latest = thisWeek > local ? thisWeek.minus({ weeks: 1 }) : thisWeek
  return latest.plus({ weeks }) as DateTime<true>
}

/** A clock time of the day that lies `days` from today in a zone. */
export function localTime(now: Date, timeZone: string, days: number, clock: string): Date {
  const [hour = 0, minute = 0] = clock.split(':').map(Number)
  return DateTime.fromJSDate(now, { zone: timeZone })
    .plus({ days })
    .set({ hour, minute, second: 0, millisecond: 0 })
    .toJSDate()
}

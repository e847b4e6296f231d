import type { ReportRange } from '@almanac/contract/reports'

const dayMs = 86_400_000

/** The calendar days of a range, both ends included, as `YYYY-MM-DD`. A calendar knows no zone and no 23-hour day. */
export function daysOf({ startDate, endDate }: ReportRange): string[] {
  const days: string[] = []
  for (let at = Date.parse(startDate); at <= Date.parse(endDate); at += dayMs)
    days.push(new Date(at).toISOString().slice(0, 10))
  return days
}

/** Figures of each day of a range, in its order, with the days that they are of. */
export function nameDays<Figures extends object>(
  range: ReportRange,
  figures: readonly Figures[],
): (Figures & { day: string })[] {
  return daysOf(range).map((day, index) => {
    const ofDay = figures[index]
    if (!ofDay) throw new Error(`There are no figures of ${day}`)
    return { ...ofDay, day }
  })
}

/** What is left of a day's sales, in cents: less than nothing where more went back (decision P7). */
export function revenueCents(day: {
  soldCents: number
  refundedCents: number
  disputedCents: number
}): number {
  return day.soldCents - day.refundedCents - day.disputedCents
}

/** The sum of one figure over rows. */
export function sumOf<Row>(rows: readonly Row[], figure: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + figure(row), 0)
}

import type { ReportRange } from '@almanac/contract/reports'

const dayMs = 86_400_000

/** The calendar days of a range, both ends included, as `YYYY-MM-DD`. A calendar knows no zone and no 23-hour day. */
export function daysOf({ startDate, endDate }: ReportRange): string[] {
  const days: string[] = []
  for (let at = Date.parse(startDate); at <= Date.parse(endDate); at += dayMs)
    days.push(new Date(at).toISOString().slice(0, 10))
  return days
}

/** One row for each day of a range: the one that was read, or the empty one. */
export function fillDays<Row extends { day: string }>(
  range: ReportRange,
  read: readonly Row[],
  empty: Omit<Row, 'day'>,
): Row[] {
  const byDay = new Map(read.map((row) => [row.day, row]))
  return daysOf(range).map((day) => byDay.get(day) ?? ({ ...empty, day } as Row))
}

/** The sum of one figure over rows. */
export function sumOf<Row>(rows: readonly Row[], figure: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + figure(row), 0)
}

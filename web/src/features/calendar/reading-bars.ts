import type { CalendarReading } from '@almanac/contract/calendar'

/** A reading over the days in a row on which it can be played. */
export interface Bar {
  reading: CalendarReading
  /** The places of its first and its last day in the row. */
  from: number
  to: number
  /** Of those that overlap each has another, from 0. */
  lane: number
  /** Whether it starts and ends within the row, or goes on beyond it. */
  startsHere: boolean
  endsHere: boolean
}

/** The newest reading's name, over the days until a newer one starts. */
export interface BarName {
  id: number
  text: string
  from: number
  to: number
  /** It was named before, where it began. */
  isCarried: boolean
}

/** The readings of a row of days, the newest first and on top; null stands for a day of another month. */
export function barsOf(readings: readonly CalendarReading[], days: readonly (string | null)[]): Bar[] {
  const first = days.find((day) => day !== null)
  const last = days.findLast((day) => day !== null)
  if (!first || !last) return []
  const starts: number[] = []
  return readings
    .filter(({ firstDay, lastDay }) => firstDay <= last && lastDay >= first)
    .reverse()
    .map((reading) => {
      const startsHere = reading.firstDay >= first
      const endsHere = reading.lastDay <= last
      const from = days.indexOf(startsHere ? reading.firstDay : first)
      const to = days.indexOf(endsHere ? reading.lastDay : last)
      const free = starts.findIndex((start) => start > to)
      const lane = free < 0 ? starts.length : free
      starts[lane] = from
      return { reading, from, to, lane, startsHere, endsHere }
    })
}

/** How many lanes bars take. */
export function laneCount(bars: readonly Bar[]): number {
  return bars.reduce((count, { lane }) => Math.max(count, lane + 1), 0)
}

/** Names for bars; of those that begin the row, or a day, together, the newest one's comes first. */
export function namesOf(bars: readonly Bar[]): BarName[] {
  const byStart = [...Map.groupBy(bars, ({ from }) => from)].sort(([one], [other]) => one - other)
  return byStart.map(([from, together], index) => {
    // Of those that began before the row only the newest is named: the others have been before.
    const named = together.filter(({ startsHere }, place) => startsHere || place === 0)
    const next = byStart[index + 1]?.[0] ?? Number.POSITIVE_INFINITY
    return {
      id: together[0]?.reading.id ?? 0,
      text: named.map(({ reading }) => reading.audioName).join(' · '),
      from,
      to: Math.min(Math.max(...together.map(({ to }) => to)), next - 1),
      isCarried: named.every(({ startsHere }) => !startsHere),
    }
  })
}

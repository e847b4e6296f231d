/** A wall clock's date and time, `YYYY-MM-DD HH:mm`, as pickers give it and the wire takes it. */
export type WallTime = string

const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(timeZone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timeZone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    clocks.set(timeZone, clock)
  }
  return clock
}

/** What the zone's clock shows at an instant, read as if it were UTC. */
function wallMs(instantMs: number, timeZone: string): number {
  const parts = clockOf(timeZone).formatToParts(instantMs)
  const read = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value ?? 0)
  return Date.UTC(read('year'), read('month') - 1, read('day'), read('hour'), read('minute'), read('second'))
}

function offsetMs(instantMs: number, timeZone: string): number {
  return wallMs(instantMs, timeZone) - Math.floor(instantMs / 1000) * 1000
}

/** An instant on the wall of an IANA zone. */
export function wallTimeOf(instant: Date | string, timeZone: string): WallTime {
  const shown = new Date(wallMs(new Date(instant).getTime(), timeZone))
  return shown.toISOString().slice(0, 16).replace('T', ' ')
}

/** The calendar day `YYYY-MM-DD` of an instant in an IANA zone. */
export function dayOf(instant: Date | string, timeZone: string): string {
  return wallTimeOf(instant, timeZone).slice(0, 10)
}

const DAY_MS = 86_400_000

/** A calendar day some days later, or earlier. */
export function shiftDay(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/**
 * The instant of a wall time in an IANA zone, by the server's own rule: a time that the clocks skip moves to the next one
 * that exists, one that they show twice means the first. Null of what is no date and time.
 */
export function instantOf(wall: WallTime, timeZone: string): Date | null {
  const asUtcMs = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/.test(wall)
    ? Date.parse(`${wall.replace(' ', 'T')}:00Z`)
    : Number.NaN
  if (Number.isNaN(asUtcMs)) return null
  const offsets = [offsetMs(asUtcMs - DAY_MS, timeZone), offsetMs(asUtcMs + DAY_MS, timeZone)]
  const real = offsets
    .map((offset) => asUtcMs - offset)
    .filter((instantMs) => wallMs(instantMs, timeZone) === asUtcMs)
  if (real.length > 0) return new Date(Math.min(...real))
  return new Date(endOfGap(asUtcMs - Math.max(...offsets), asUtcMs - Math.min(...offsets), timeZone))
}

/** The instant between two at which the clocks jump. */
function endOfGap(beforeMs: number, afterMs: number, timeZone: string): number {
  const offsetBefore = offsetMs(beforeMs, timeZone)
  let [low, high] = [beforeMs, afterMs]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetMs(middle, timeZone) === offsetBefore) low = middle
    else high = middle
  }
  return high
}

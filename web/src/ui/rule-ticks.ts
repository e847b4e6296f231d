export interface RuleTick {
  /** Seconds from the start. */
  at: number
  size: 'short' | 'middle' | 'long'
}

/** Steps in seconds: short, middle, long. The first scale that needs at most this many ticks is taken. */
const SCALES = [
  [5, 30, 60],
  [15, 60, 300],
  [60, 300, 1800],
  [300, 1800, 3600],
] as const
const MOST_TICKS = 150

/**
 * The ticks of a graduated rule: short every 5 s, middle every 30 s, long every minute; coarser where the
 * time is too long for that.
 */
export function ruleTicks(durationSeconds: number): RuleTick[] {
  if (!(durationSeconds > 0)) return []
  const scale = SCALES.find(([step]) => durationSeconds / step <= MOST_TICKS) ?? SCALES[SCALES.length - 1]
  const [short, middle, long] = scale ?? SCALES[0]
  const ticks: RuleTick[] = []
  for (let at = 0; at <= durationSeconds && ticks.length <= 10 * MOST_TICKS; at += short) {
    ticks.push({ at, size: at % long === 0 ? 'long' : at % middle === 0 ? 'middle' : 'short' })
  }
  return ticks
}

const HEIGHTS = { short: 9, middle: 16, long: 26 }

/** The ticks as one SVG path on a field of `durationSeconds` x 30, standing on y = 28. */
export function tickPath(ticks: readonly RuleTick[]): string {
  return ticks.map((tick) => `M${tick.at} 28v-${HEIGHTS[tick.size]}`).join('')
}

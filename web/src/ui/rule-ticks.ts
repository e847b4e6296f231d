export interface RuleTick {
  /** Seconds from the start. */
  at: number
  size: 'short' | 'middle' | 'long'
}

type Steps = readonly [short: number, middle: number, long: number]

/** Up to how many seconds each scale serves, finest first, and its steps in seconds. */
const SCALES: readonly (readonly [upToSeconds: number, Steps])[] = [
  [60, [1, 5, 30]],
  [750, [5, 30, 60]],
  [2_250, [15, 60, 300]],
  [9_000, [60, 300, 1800]],
]
const COARSEST: Steps = [300, 1800, 3600]
const MOST_TICKS = 1500

/**
 * The ticks of a graduated rule: short every 5 s, middle every 30 s, long every minute; finer within the first minute,
 * coarser where the time is too long for that.
 */
export function ruleTicks(durationSeconds: number): RuleTick[] {
  if (!(durationSeconds > 0)) return []
  const [short, middle, long] =
    SCALES.find(([upToSeconds]) => durationSeconds <= upToSeconds)?.[1] ?? COARSEST
  const ticks: RuleTick[] = []
  for (let at = 0; at <= durationSeconds && ticks.length <= MOST_TICKS; at += short) {
    ticks.push({ at, size: at % long === 0 ? 'long' : at % middle === 0 ? 'middle' : 'short' })
  }
  return ticks
}

const HEIGHTS = { short: 9, middle: 16, long: 26 }

/** The ticks as one SVG path on a field of `durationSeconds` x 30, standing on y = 28. */
export function tickPath(ticks: readonly RuleTick[]): string {
  return ticks.map((tick) => `M${tick.at} 28v-${HEIGHTS[tick.size]}`).join('')
}

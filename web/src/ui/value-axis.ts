/** The heights of a chart: what its edges stand for, and the values of its hairlines, zero not among them. */
export interface ValueAxis {
  lower: number
  upper: number
  lines: number[]
}

const ROUND_STEPS = [1, 2, 2.5, 3, 4, 5, 6, 8, 10]
const MOST_LINES = 3

/** An axis with zero on it and at most three round steps to either side. `isWhole` counts things. */
export function valueAxis(values: readonly number[], isWhole: boolean): ValueAxis {
  const most = Math.max(0, ...values)
  const least = Math.min(0, ...values)
  const step = roundStep(Math.max(most, -least) / MOST_LINES, isWhole)
  const [below, above] = [Math.ceil(-least / step), Math.max(Math.ceil(most / step), least < 0 ? 0 : 1)]
  const lines = Array.from({ length: below + above + 1 }, (_, index) => (index - below) * step)
  return { lower: -below * step, upper: above * step, lines: lines.filter((value) => value !== 0) }
}

/** The smallest round number that is not less. */
function roundStep(least: number, isWhole: boolean): number {
  if (least === 0) return 1
  const power = 10 ** Math.floor(Math.log10(least))
  const steps = ROUND_STEPS.map((step) => step * power)
  const fitting = steps.find((step) => step >= least && (!isWhole || Number.isInteger(step)))
  return fitting ?? Math.max(1, 10 * power)
}

/**
 * The days whose value is worth writing: those above their neighbours and not far below the highest, the highest first
 * among them, none nearer to another than `gap` days.
 */
export function findPeaks(values: readonly number[], gap: number, most: number): number[] {
  const highest = Math.max(...values)
  const at = (index: number) => values[index] ?? Number.NEGATIVE_INFINITY
  const found = values
    .map((value, index) => ({ value, index }))
    .filter(({ value, index }) => value > 0 && value >= highest / 2 && value >= at(index + 1))
    .filter(({ value, index }) => value > at(index - 1))
    .sort((one, other) => other.value - one.value || one.index - other.index)
  const kept: number[] = []
  for (const { index } of found) {
    if (kept.length < most && kept.every((other) => Math.abs(other - index) >= gap)) kept.push(index)
  }
  return kept.sort((one, other) => one - other)
}

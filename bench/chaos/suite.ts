import type { Finding } from './findings.ts'
import type { World } from './world.ts'

/** Tries one family of faults in a world of its own, until the deadline at about the latest. */
export type Suite = (world: World, deadline: Deadline) => Promise<Finding[]>

export interface Deadline {
  /** Whether so much of the suite's time, in percent, is used up. */
  isPast(percent: number): boolean
}

/** Time runs from now on. */
export function makeDeadline(budgetMs: number): Deadline {
  const startedAt = performance.now()
  return { isPast: (percent) => performance.now() - startedAt >= (budgetMs * percent) / 100 }
}

/** Runs `work` for each value, `atOnce` of them at a time. */
export async function forEachOf<Value>(
  values: readonly Value[],
  atOnce: number,
  work: (value: Value) => Promise<void>,
): Promise<void> {
  const left = [...values]
  const workers = Array.from({ length: atOnce }, async () => {
    for (let value = left.shift(); value !== undefined; value = left.shift()) await work(value)
  })
  await Promise.all(workers)
}

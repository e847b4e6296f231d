import { DomainError } from '#platform/errors'

const retryAfterSeconds = 5

/**
 * A queue that does one piece of work at a time, taking turns between those who brought it, so that nobody waits for
 * more than one piece of everybody else's. A failed piece does not stop the next.
 * Throws `DomainError('rate_limited')` for a piece of somebody who has `waitingMax` of them waiting already.
 */
export function fairQueue(waitingMax: number): <T>(owner: string, work: () => Promise<T>) => Promise<T> {
  /** In the order of their turns; whose turn it is stays first until it is done. */
  const owners = new Map<string, (() => Promise<void>)[]>()
  let isRunning = false

  async function runAll(): Promise<void> {
    isRunning = true
    for (let first = owners.entries().next(); !first.done; first = owners.entries().next()) {
      const [owner, works] = first.value
      await works.shift()?.()
      // Whoever has more goes behind all who came meanwhile.
      owners.delete(owner)
      if (works.length > 0) owners.set(owner, works)
    }
    isRunning = false
  }

  return async (owner, work) => {
    const works = owners.get(owner) ?? []
    if (works.length >= waitingMax) throw new DomainError('rate_limited', { retryAfterSeconds })
    return new Promise((resolve, reject) => {
      works.push(() => work().then(resolve, reject))
      if (!owners.has(owner)) owners.set(owner, works)
      if (!isRunning) void runAll()
    })
  }
}

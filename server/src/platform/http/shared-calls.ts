import type { FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import { RateLimiterCluster, RateLimiterClusterMaster, RateLimiterRes } from 'rate-limiter-flexible'

/** How long the first process may take to answer; a call is let in then, since nobody can say that it is one too many. */
const answerWithinMs = 1_000

/**
 * Counts calls a second for all web processes of one start: the first process keeps the counters, and is asked by each
 * call. Where one process serves alone, it counts for itself.
 */
export function sharedCalls(callsPerSecond: number): FastifyRateLimitStoreCtor {
  let made = 0

  class SharedCalls {
    // Every process registers its routes in one order, so that a counter has one name in all of them.
    readonly #counters = new RateLimiterCluster({
      keyPrefix: `calls-${made++}`,
      points: callsPerSecond,
      duration: 1,
      timeoutMs: answerWithinMs,
    })

    incr(key: string, done: (error: Error | null, spent?: { current: number; ttl: number }) => void): void {
      this.#counters.consume(key).then(
        (spent) => done(null, spentOf(spent)),
        (refusal: unknown) =>
          done(null, refusal instanceof RateLimiterRes ? spentOf(refusal) : { current: 0, ttl: 0 }),
      )
    }

    child(): SharedCalls {
      return new SharedCalls()
    }
  }

  return SharedCalls
}

function spentOf({ consumedPoints, msBeforeNext }: RateLimiterRes): { current: number; ttl: number } {
  return { current: consumedPoints, ttl: msBeforeNext }
}

/** Keeps the counters of the web processes that this process starts. */
export function keepSharedCalls(): void {
  new RateLimiterClusterMaster()
}

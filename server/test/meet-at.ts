import { vi } from 'vitest'

/** The names of an object's methods. */
type MethodOf<T> = {
  [K in keyof T]: T[K] extends (...args: never[]) => Promise<unknown> ? K : never
}[keyof T]

/**
 * Holds each of the next `count` calls of a method until all of them are there, so that what comes before it has been done
 * by all, and what comes after it by none: a race that does not depend on luck. Later calls pass.
 */
export function meetAt<T extends object>(
  of: T,
  method: MethodOf<T> & string,
  count: number,
): { end(): void } {
  const all = Promise.withResolvers<void>()
  const original = (of[method] as (...args: unknown[]) => Promise<unknown>).bind(of)
  let arrived = 0
  const spy = vi.spyOn(of as Record<string, (...args: unknown[]) => Promise<unknown>>, method)
  spy.mockImplementation(async (...args) => {
    arrived += 1
    if (arrived === count) all.resolve()
    if (arrived <= count) await all.promise
    return original(...args)
  })
  return { end: () => spy.mockRestore() }
}

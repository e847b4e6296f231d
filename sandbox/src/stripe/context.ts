import type { Faults } from '../faults/faults.ts'
import type { SandboxOptions } from '../options.ts'
import type { Books } from '../state/books.ts'
import type { Deliveries } from '../webhooks/deliveries.ts'
import type { Parameters } from './parameters.ts'
import type { RateLimit } from './rate-limit.ts'

/** What every part of the Stripe stand-in works with. */
export type StripeWorld = {
  books: Books
  faults: Faults
  deliveries: Deliveries
  options: SandboxOptions
  /** The address of this process for browsers, without a slash at its end. */
  publicUrl: () => string
  /** How long a new object stays out of search results, in milliseconds, as at the real API. */
  search: { lagMs: number }
  rateLimit: RateLimit
}

/** One call: its parameters already read, `path` the ids in its path. */
export type StripeCall = {
  world: StripeWorld
  parameters: Parameters
  path: Record<string, string>
  /** Whose key: a browser's publishable one, or the server's. */
  key: 'secret' | 'publishable'
  requestId: string
  idempotencyKey: string | null
}

/** Now, as Stripe writes it: whole seconds since 1970. */
export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000)
}

/** A text parameter, or undefined when it wasn't sent. */
export function textOf(call: StripeCall, name: string): string | undefined {
  const value = call.parameters[name]
  return typeof value === 'string' ? value : undefined
}

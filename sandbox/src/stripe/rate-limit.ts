import { StripeFailure } from './errors.ts'

const windowMs = 1_000

export type RateLimit = {
  /** Calls that an account may make within a second, whatever they ask for; 0 for any number. */
  perSecond: number
  /** How many calls it has refused. */
  refused: number
  /** Counts a call. @throws 429 `rate_limit`; nothing was done, and no idempotency key is kept then */
  count: () => void
}

/** The account's limit of calls. Refused ones do not count: who waits a second has the whole number again. */
export function makeRateLimit(perSecond: number): RateLimit {
  let taken: number[] = []
  const limit: RateLimit = {
    perSecond,
    refused: 0,
    count() {
      if (limit.perSecond === 0) return
      const now = performance.now()
      taken = taken.filter((at) => at > now - windowMs)
      if (taken.length >= limit.perSecond) {
        limit.refused += 1
        throw rateLimited()
      }
      taken.push(now)
    },
  }
  return limit
}

/** Stripe's refusal of a call too many: an invalid request by its type. */
export function rateLimited(): StripeFailure {
  const message =
    'Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.'
  return new StripeFailure(429, { type: 'invalid_request_error', code: 'rate_limit', message }, true)
}

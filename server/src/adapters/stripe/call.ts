import { setTimeout as wait } from 'node:timers/promises'
import type Stripe from 'stripe'
import { customerMissing } from '../../features/payments/ports.ts'
import { assertOutsideTransaction } from '../../platform/database.ts'
import { DomainError, OutcomeUnknownError } from '../../platform/errors.ts'
import { lazily } from '../../platform/lazily.ts'

/**
 * The client, made when it is first needed. Its SDK is a tenth of what a start loads, and some of what an idle process
 * keeps.
 */
export type OpenStripe = () => Promise<Stripe>

/** A refusal by the provider that is final for this request: nothing was done. */
export type Refusal = { kind: 'refused'; code: string }

/** Codes that say more than that the request was refused. */
const tellingCodes = new Set([
  'amount_too_small',
  'balance_insufficient',
  'charge_already_refunded',
  'charge_disputed',
  'email_invalid',
  'resource_missing',
])

/** Pauses before a call that came too fast is made again, in milliseconds; each is cut at random by up to a half. */
const ratePausesMs = [500, 1_000, 2_000]

/** How long all of that takes at the most: later than this after the first call there is none again. */
export const rateSecondsMax = 4

/** See `OpenStripe`. */
export function openStripe(...[key, config]: ConstructorParameters<typeof Stripe>): OpenStripe {
  return lazily(async () => new (await import('stripe')).default(key, config))
}

/**
 * Calls the API outside of any transaction and sorts what it throws. Card errors and refusals pass through for the
 * caller to read. Unless told otherwise, a call too many within a second is made again a little later, which the SDK leaves to its user: nothing
 * was done, and its idempotency key is as it was (https://docs.stripe.com/rate-limits).
 * @throws OutcomeUnknownError where it may or may not have acted: no answer, a 5xx, a key in use or used otherwise.
 * @throws DomainError `provider_unavailable` where it answered that it did not act: too many calls, a bad key.
 */
export async function callStripe<Result>(
  open: OpenStripe,
  what: string,
  call: (stripe: Stripe) => Promise<Result>,
  { isRepeated = true } = {},
): Promise<Result> {
  assertOutsideTransaction(`Stripe (${what})`)
  const stripe = await open()
  const begunAt = performance.now()
  for (let attempt = 0; ; attempt++) {
    try {
      return await call(stripe)
    } catch (error) {
      const pauseMs = pauseBefore(attempt, performance.now() - begunAt)
      if (!isRepeated || !isOf('StripeRateLimitError', error) || pauseMs === null) throw sorted(what, error)
      await wait(pauseMs)
    }
  }
}

/** Milliseconds to wait until a call is made again; null where it is not. */
function pauseBefore(attempt: number, sinceMs: number): number | null {
  const mostMs = ratePausesMs[attempt]
  if (mostMs === undefined || sinceMs + mostMs > rateSecondsMax * 1_000) return null
  return mostMs * (1 - Math.random() / 2)
}

/** What a failed call means to its caller. */
function sorted(what: string, error: unknown): unknown {
  if (!isStripe(error)) return error
  switch (error.type) {
    case 'StripeCardError':
    case 'StripeInvalidRequestError':
      return error
    case 'StripeRateLimitError':
    case 'StripeAuthenticationError':
    case 'StripePermissionError':
      return new DomainError('provider_unavailable')
    default:
      return new OutcomeUnknownError(`Stripe (${what}): ${error.message}`, { cause: error })
  }
}

/** Reads a refusal of the request itself; null for anything else. */
export function refusalOf(error: unknown): Refusal | null {
  if (!isOf('StripeInvalidRequestError', error)) return null
  const code = error.code ?? ''
  if (isMissing(error) && error.param === 'customer') return { kind: 'refused', code: customerMissing }
  return { kind: 'refused', code: tellingCodes.has(code) ? code : 'refused' }
}

/** Whether the object asked for does not exist. */
export function isMissing(error: unknown): boolean {
  return isOf('StripeInvalidRequestError', error) && error.code === 'resource_missing'
}

/** The issuer's refusal; null for anything else. */
export function cardErrorOf(error: unknown): Errors['StripeCardError'] | null {
  return isOf('StripeCardError', error) ? error : null
}

type StripeError = InstanceType<typeof Stripe.errors.StripeError>
/** Those that something follows of. */
interface Errors {
  StripeCardError: InstanceType<typeof Stripe.errors.StripeCardError>
  StripeInvalidRequestError: InstanceType<typeof Stripe.errors.StripeInvalidRequestError>
  StripeRateLimitError: StripeError
  StripeAuthenticationError: StripeError
  StripePermissionError: StripeError
}

/** Every error of the SDK says what Stripe called it, if it was Stripe's. */
function isStripe(error: unknown): error is StripeError {
  return error instanceof Error && 'rawType' in error
}

/** By the name it bears (https://docs.stripe.com/error-handling): the class would have the whole SDK loaded. */
export function isOf<Name extends keyof Errors>(name: Name, error: unknown): error is Errors[Name] {
  return isStripe(error) && error.type === name
}

import Stripe from 'stripe'
import { customerMissing } from '../../features/payments/ports.ts'
import { assertOutsideTransaction } from '../../platform/database.ts'
import { DomainError, OutcomeUnknownError } from '../../platform/errors.ts'

const { errors } = Stripe

/** A refusal by the provider that is final for this request: nothing was done. */
export type Refusal = { kind: 'refused'; code: string }

/** Codes that say more than that the request was refused. */
const tellingCodes = new Set(['amount_too_small', 'email_invalid', 'resource_missing'])

/**
 * Calls the API outside of any transaction and sorts what it throws. Card errors and refusals pass through for the
 * caller to read.
 * @throws OutcomeUnknownError where it may or may not have acted: no answer, a 5xx, a key in use or used otherwise.
 * @throws DomainError `provider_unavailable` where it answered that it did not act: too many calls, a bad key.
 */
export async function callStripe<Result>(what: string, call: () => Promise<Result>): Promise<Result> {
  assertOutsideTransaction(`Stripe (${what})`)
  try {
    return await call()
  } catch (error) {
    if (error instanceof errors.StripeCardError || error instanceof errors.StripeInvalidRequestError)
      throw error
    if (!(error instanceof errors.StripeError)) throw error
    const isRefusedForNow =
      error instanceof errors.StripeRateLimitError ||
      error instanceof errors.StripeAuthenticationError ||
      error instanceof errors.StripePermissionError
    if (isRefusedForNow) throw new DomainError('provider_unavailable')
    throw new OutcomeUnknownError(`Stripe (${what}): ${error.message}`, { cause: error })
  }
}

/** Reads a refusal of the request itself; null for anything else. */
export function refusalOf(error: unknown): Refusal | null {
  if (!(error instanceof errors.StripeInvalidRequestError)) return null
  const code = error.code ?? ''
  if (isMissing(error) && error.param === 'customer') return { kind: 'refused', code: customerMissing }
  return { kind: 'refused', code: tellingCodes.has(code) ? code : 'refused' }
}

/** Whether the object asked for does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof errors.StripeInvalidRequestError && error.code === 'resource_missing'
}

/** The issuer's refusal; null for anything else. */
export function cardErrorOf(error: unknown): InstanceType<typeof errors.StripeCardError> | null {
  return error instanceof errors.StripeCardError ? error : null
}

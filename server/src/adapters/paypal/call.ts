import { setTimeout as wait } from 'node:timers/promises'
import type { ApiResponse } from '@paypal/paypal-server-sdk'
import { z } from 'zod'
import { assertOutsideTransaction } from '../../platform/database.ts'
import { DomainError, OutcomeUnknownError } from '../../platform/errors.ts'
import type { PayPalSession, PayPalSessions } from './session.ts'

/** How long one attempt of a call is waited for, and how often it is tried, by what it does. */
export interface Patience {
  timeoutMs: number
  attempts: number
}

/** Of calls that move money, after whose lost answer they are tried again under the same request id. */
export type Patiences = { readonly [What in 'charge' | 'lookUp']: Patience }

type Call<Result> = (
  session: PayPalSession,
  options: { abortSignal: AbortSignal },
) => Promise<ApiResponse<Result>>

/** An answer of PayPal that is no success, as the SDK throws it. */
interface Answered extends Error {
  statusCode: number
  result?: unknown
}

/** The pause before the second attempt, doubled before each other, in milliseconds. */
const pauseMs = 300

/** What PayPal says of a request that it does not take. */
const errorBody = z.object({
  name: z.string().optional(),
  details: z.array(z.object({ issue: z.string().optional() })).nullish(),
})

/**
 * Calls the API outside of any transaction, again where its answer was lost or it is busy with the same request id, and
 * sorts what it throws. Refusals of the request (400, 404, 422) pass through for the caller to read.
 * @throws OutcomeUnknownError where it may or may not have acted: no answer, a 5xx, the same request still in hand.
 * @throws DomainError `provider_unavailable` where it did not act: too many calls, keys that it does not accept.
 */
export async function callPayPal<Result>(
  sessions: PayPalSessions,
  what: string,
  { timeoutMs, attempts }: Patience,
  call: Call<Result>,
): Promise<Result> {
  assertOutsideTransaction(`PayPal (${what})`)
  let isUnknown = false
  for (let attempt = 1; ; attempt++) {
    const session = await openFor(sessions, isUnknown, what)
    try {
      return (await call(session, { abortSignal: AbortSignal.timeout(timeoutMs) })).result
    } catch (error) {
      const status = isAnswered(error) ? error.statusCode : null
      if (status !== null && isRefusal(status)) throw error
      if (status === 401) await sessions.end(session)
      isUnknown ||= !isUnacted(status)
      if (attempt >= attempts)
        throw isUnknown ? unknown(what, error) : new DomainError('provider_unavailable')
    }
    await wait(pauseMs * 2 ** (attempt - 1))
  }
}

/** Nothing was done by a call that found no session; what one before it may have done is as unknown as it was. */
async function openFor(sessions: PayPalSessions, isUnknown: boolean, what: string): Promise<PayPalSession> {
  try {
    return await sessions.open()
  } catch (error) {
    throw isUnknown ? unknown(what, error) : new DomainError('provider_unavailable')
  }
}

function unknown(what: string, cause: unknown): OutcomeUnknownError {
  const { message } = cause as Error
  return new OutcomeUnknownError(`PayPal (${what}): ${message}`, { cause })
}

const isRefusal = (status: number) => status === 400 || status === 404 || status === 422

/** Whether PayPal has said that it did nothing. */
const isUnacted = (status: number | null) => status === 401 || status === 403 || status === 429

/** Every error of the SDK that stands for an answer has its status. */
export function isAnswered(error: unknown): error is Answered {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
}

/** PayPal's word for what it does not like about a request, e.g. `INSTRUMENT_DECLINED`; null for anything but a refusal. */
export function issueOf(error: unknown): string | null {
  if (!isAnswered(error) || !isRefusal(error.statusCode)) return null
  const { data } = errorBody.safeParse(error.result)
  return data?.details?.[0]?.issue ?? data?.name ?? 'REFUSED'
}

/** Whether the object asked for does not exist. */
export function isMissing(error: unknown): boolean {
  return isAnswered(error) && error.statusCode === 404
}

/** The answer; null where what was asked for does not exist. */
export async function orNull<Result>(ask: () => Promise<Result>): Promise<Result | null> {
  try {
    return await ask()
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

import { createHash } from 'node:crypto'
import type { Answer } from '../faults/apply-faults.ts'
import type { Books } from '../state/books.ts'
import { StripeFailure } from './errors.ts'

const keptMs = 24 * 3_600_000

export type IdempotentCall = { key: string; path: string; fingerprint: string }

export type Idempotency = ReturnType<typeof makeIdempotency>

/**
 * Stripe's rules for `Idempotency-Key`: the first status and body are kept for 24 hours once the work began,
 * 500s included; the same key with other parameters or another path is refused; a key still at work is a 409.
 */
export function makeIdempotency(books: Books) {
  const atWork = new Map<string, string>()
  return {
    /** The kept answer to replay, or null: the caller then works and must `finish`. */
    begin: (call: IdempotentCall): Answer | null => {
      if (call.key.length > 255) {
        throw new StripeFailure(
          400,
          { type: 'invalid_request_error', message: 'Idempotency-Key must be at most 255 characters.' },
          true,
        )
      }
      if (atWork.has(call.key)) throw inUse()
      const kept = books.idempotency.get(call.key)
      if (!kept || Date.now() - kept.createdAtMs > keptMs) {
        atWork.set(call.key, call.fingerprint)
        return null
      }
      if (kept.path !== call.path) {
        throw mismatch(
          `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${call.path}' vs '${kept.path}'). Try using a key other than '${call.key}' if you meant to execute a different request.`,
        )
      }
      if (kept.fingerprint !== call.fingerprint) {
        throw mismatch(
          `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${call.key}' if you meant to execute a different request.`,
        )
      }
      return {
        status: kept.status,
        body: kept.body,
        // Another try would get the kept refusal again.
        headers: {
          'idempotent-replayed': 'true',
          ...(kept.status >= 400 && { 'stripe-should-retry': 'false' }),
        },
      }
    },
    /** Ends the work; `answer` null keeps nothing, as when the call was refused before it began. */
    finish: (call: IdempotentCall, answer: Answer | null): void => {
      atWork.delete(call.key)
      if (!answer) return
      books.idempotency.put({
        id: call.key,
        fingerprint: call.fingerprint,
        path: call.path,
        status: answer.status,
        body: structuredClone(answer.body),
        createdAtMs: Date.now(),
      })
    },
  }
}

/** What must be the same for a key to be the same request: the parameters in any order. */
export function fingerprintOf(parameters: unknown): string {
  return createHash('sha256').update(canonical(parameters)).digest('hex')
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1))
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`
}

function mismatch(message: string): StripeFailure {
  return new StripeFailure(400, { type: 'idempotency_error', message }, true)
}

/** The 409 for a key whose first request is still at work. */
export function inUse(): StripeFailure {
  return new StripeFailure(
    409,
    {
      type: 'idempotency_error',
      code: 'idempotency_key_in_use',
      message:
        'There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through). Please try again later.',
    },
    true,
  )
}

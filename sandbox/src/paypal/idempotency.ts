import type { Books } from '../state/books.ts'
import { badRequest, inProgress } from './errors.ts'

const hour = 3_600_000
/** How long a `PayPal-Request-Id` is known, by the first part of the path. */
const keptMs: Record<string, number> = { v2: 6 * hour, v3: 3 * hour }

export type Idempotency = ReturnType<typeof makeIdempotency>

/**
 * PayPal's rules for `PayPal-Request-Id`: a repeat answers the latest state of what the first one made, whatever its
 * body says; a refusal made nothing, and the id may be tried again; an id still at work is a 409.
 */
export function makeIdempotency(books: Books) {
  const atWork = new Set<string>()
  return {
    /** What the id made before, or null: the caller then works and must `finish`. @throws 400, 409 */
    begin: (path: string, requestId: string): string | null => {
      if (requestId.length < 1 || requestId.length > 108) {
        throw badRequest([{ issue: 'INVALID_STRING_LENGTH', field: 'PayPal-Request-Id', value: requestId }])
      }
      const key = `${path} ${requestId}`
      if (atWork.has(key)) throw inProgress()
      const kept = books.paypalRequests.get(key)
      if (kept && Date.now() - kept.createdAtMs <= (keptMs[path.split('/')[1] ?? ''] ?? 0)) return kept.made
      atWork.add(key)
      return null
    },
    finish: (path: string, requestId: string, made: string | null): void => {
      const key = `${path} ${requestId}`
      atWork.delete(key)
      if (made !== null) books.paypalRequests.put({ id: key, made, createdAtMs: Date.now() })
    },
  }
}

import { createHash } from 'node:crypto'

/**
 * What makes two requests with one `Idempotency-Key` the same request; what was not sent has no part in it. Values may be
 * nested as far as a contract's schema has put their fields in order.
 */
export function hashRequest(request: Readonly<Record<string, unknown>>): string {
  const sorted = Object.entries(request)
    .filter(([, value]) => value !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex')
}

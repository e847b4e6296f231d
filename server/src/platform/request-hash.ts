import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'

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

/** The digest of a file's content, to be a part of such a request. */
export async function hashFile(path: string): Promise<string> {
  const digest = createHash('sha256')
  await pipeline(createReadStream(path), digest)
  return digest.digest('hex')
}

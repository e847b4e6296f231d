import { DomainError } from '../../platform/errors.ts'
import type { Bytes } from '../../platform/http/bind.ts'
import { type ByteRange, FileRangeError, type FileStore } from './ports.ts'

/**
 * Answers a stored file, or the part that a `Range` header asks for. A header of several ranges, or one that can't
 * be read, is ignored, as RFC 9110 allows. Where the proxy in front reads files by itself, it is told which one, and
 * answers the range. @throws DomainError `not_found` where the file is missing.
 */
export async function serveFile(
  files: FileStore,
  key: string,
  rangeHeader: string | undefined,
  headers: Readonly<Record<string, string>>,
): Promise<Bytes> {
  if (files.proxyPath)
    return { headers: { ...headers, 'x-accel-redirect': files.proxyPath(key) }, body: null }
  try {
    const wanted = await parseRange(files, key, rangeHeader)
    const file = await files.open(key, wanted)
    if (!file) throw new DomainError('not_found')
    const lengthBytes = file.end - file.start + 1
    return {
      status: wanted ? 206 : 200,
      headers: {
        ...headers,
        'accept-ranges': 'bytes',
        'content-length': lengthBytes,
        ...(wanted ? { 'content-range': `bytes ${file.start}-${file.end}/${file.sizeBytes}` } : {}),
      },
      body: file.content,
    }
  } catch (error) {
    if (!(error instanceof FileRangeError)) throw error
    return { status: 416, headers: { ...headers, 'content-range': `bytes */${error.sizeBytes}` }, body: null }
  }
}

async function parseRange(
  files: FileStore,
  key: string,
  header: string | undefined,
): Promise<ByteRange | undefined> {
  const match = header?.match(/^bytes=(\d{0,15})-(\d{0,15})$/)
  if (!match) return undefined
  const [, from = '', to = ''] = match
  if (from !== '') return { start: Number(from), end: to === '' ? Number.MAX_SAFE_INTEGER : Number(to) }
  if (to === '') return undefined
  const facts = await files.stat(key)
  if (!facts) throw new DomainError('not_found')
  if (Number(to) === 0) throw new FileRangeError(facts.sizeBytes)
  return { start: Math.max(0, facts.sizeBytes - Number(to)), end: facts.sizeBytes - 1 }
}

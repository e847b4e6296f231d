import { randomUUID } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { ErrorCode } from '@almanac/contract/errors'
import { DomainError } from '../errors.ts'

export type ReceivedUpload = {
  path: string
  sizeBytes: number
  /** Removes the temporary file; may be called more than once. */
  dispose(): Promise<void>
}

export type UploadLimits = {
  maxBytes: number
  /** The private folder for temporary files; made when missing. */
  dir: string
  /** The code that this kind of file answers above `maxBytes`. */
  tooLarge: ErrorCode
}

/**
 * Writes one uploaded file (`part.file` of @fastify/multipart) to a new private file in `dir` and syncs it. Throws
 * `DomainError`: `tooLarge` at the first byte over `maxBytes`, `upload_broken` when the client went away or the form
 * ended early, `unavailable` when the disk refuses. Nothing is left in `dir` then; else the caller must `dispose()`.
 */
export async function receiveUpload(
  stream: Readable & { truncated?: boolean },
  limits: UploadLimits,
): Promise<ReceivedUpload> {
  const { maxBytes, dir } = limits
  // Until the first chunk is asked for, nobody else listens, and an unheard error ends the process.
  stream.on('error', () => undefined)
  const path = join(dir, `${randomUUID()}.upload`)
  const dispose = () => rm(path, { force: true })
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 })
    const sizeBytes = await writeStream(stream, path, limits)
    return { path, sizeBytes, dispose }
  } catch (error) {
    await dispose().catch(() => undefined)
    await readOut(stream, maxBytes)
    throw error instanceof DomainError ? error : withCause('unavailable', error)
  }
}

async function writeStream(
  stream: Readable & { truncated?: boolean },
  path: string,
  limits: UploadLimits,
): Promise<number> {
  const file = await open(path, 'wx', 0o600)
  try {
    let sizeBytes = 0
    for await (const chunk of unbroken(stream)) {
      sizeBytes += chunk.length
      if (sizeBytes > limits.maxBytes) throw new DomainError(limits.tooLarge)
      await file.writeFile(chunk)
    }
    // The parser's own limit ends the stream as if it were complete.
    if (stream.truncated) throw new DomainError(limits.tooLarge)
    await file.sync()
    return sizeBytes
  } finally {
    await file.close()
  }
}

/** The chunks of a stream, which is left open when the reader stops; its failures become `upload_broken`. */
async function* unbroken(stream: Readable): AsyncGenerator<Buffer> {
  try {
    yield* stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>
  } catch (error) {
    throw withCause('upload_broken', error)
  }
}

function withCause(code: ErrorCode, cause: unknown): DomainError {
  const error = new DomainError(code)
  error.cause = cause
  return error
}

/**
 * Discards the rest of a file that was refused, so that a browser, which reads the answer only after it has sent
 * everything, gets to see the reason. Whoever sends without end is cut off.
 */
async function readOut(stream: Readable, maxBytes: number): Promise<void> {
  let discardedBytes = 0
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      discardedBytes += chunk.length
      if (discardedBytes > 4 * maxBytes) return
    }
  } catch {
    // The client has gone; there is nobody left to tell.
  }
}

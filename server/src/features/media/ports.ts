import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'

/** What a stored file is made from: a stream, bytes in memory, or a file on this machine's disk. */
export type FileSource = Readable | Buffer | { path: string }

/** Inclusive byte positions, as in an HTTP Range; an `end` beyond the file means its last byte. */
export type ByteRange = { start: number; end: number }

export type OpenedFile = {
  /** The bytes from `start` to `end`, both inclusive. A stream the caller reads to its end or destroys. */
  content: Readable | Buffer
  /** Size of the whole file, whatever part of it was asked for. */
  sizeBytes: number
  start: number
  /** Position of the last byte in `content`; -1 for an empty file. */
  end: number
  contentType: string
}

export type FileFacts = { sizeBytes: number; modifiedAt: Date; contentType: string }

/**
 * Where the files of all tenants lie. A key is made by `makeFileKey`; its name says nothing about the file.
 * Every call throws `FileStoreError` with code `invalid_key` for a key or prefix of another shape, and
 * `DomainError('unavailable')` when the store can't be reached or refuses.
 */
export interface FileStore {
  /**
   * Stores a whole file or nothing: when the source breaks off, or is not `sizeBytes` long, nothing is left under
   * the key that was not there before. Replaces an older file. Resolves once the file survives a power cut.
   * Throws `source_broken_off` when the source fails or has another size.
   */
  put(
    key: string,
    source: FileSource,
    options: { contentType: string; sizeBytes?: number },
  ): Promise<{ sizeBytes: number }>
  /** Opens a file or a part of it; null when there is none. Throws `FileRangeError` for a range outside of it. */
  open(key: string, range?: ByteRange): Promise<OpenedFile | null>
  stat(key: string): Promise<FileFacts | null>
  /** Where the proxy in front of the product reads the file by itself; missing where it reads none. */
  proxyPath?(key: string): string
  /** Removes a file; a missing one is no error. */
  remove(key: string): Promise<void>
  /** Lists the keys under '', 'tenant/' or 'tenant/kind/', in order of the keys. */
  list(prefix: string): AsyncIterable<{ key: string; modifiedAt: Date }>
  /**
   * Removes what killed processes left half-written before that instant and returns how many. A running `put`
   * elsewhere must be younger: an hour is ample. Half-written files never show in `open`, `stat` or `list`.
   */
  sweepUnfinished(before: Date): Promise<number>
}

export type FileStoreErrorCode = 'invalid_key' | 'unsafe_path' | 'source_broken_off' | 'range_not_satisfiable'

export class FileStoreError extends Error {
  readonly code: FileStoreErrorCode

  constructor(code: FileStoreErrorCode, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'FileStoreError'
    this.code = code
  }
}

/** The range starts behind the file's last byte or is turned round: HTTP 416 with `bytes *\/{sizeBytes}`. */
export class FileRangeError extends FileStoreError {
  readonly sizeBytes: number

  constructor(sizeBytes: number) {
    super('range_not_satisfiable', `The file has ${sizeBytes} bytes; the range lies outside of it.`)
    this.name = 'FileRangeError'
    this.sizeBytes = sizeBytes
  }
}

const contentTypes: Record<string, string> = {
  mp3: 'audio/mpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
  webp: 'image/webp',
  txt: 'text/plain; charset=utf-8',
}

const folderPattern = '[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?'
const uuidPattern = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const keyPattern = new RegExp(
  `^${folderPattern}/${folderPattern}/${uuidPattern}\\.(?:${Object.keys(contentTypes).join('|')})$`,
)
const prefixPattern = new RegExp(`^(?:${folderPattern}/){0,2}$`)

/**
 * A new key `tenant/kind/uuid.ext`. `tenant` is the tenant's id as text (or `platform`), `kind` a word such as
 * `audio` or `pictures`: lower-case letters, digits and inner dashes. `extension` is `mp3`, `png`, `svg` or `txt`.
 */
export function makeFileKey(parts: { tenant: string; kind: string; extension: string }): string {
  const key = `${parts.tenant}/${parts.kind}/${randomUUID()}.${parts.extension}`
  assertFileKey(key)
  return key
}

export function isFileKey(text: string): boolean {
  return keyPattern.test(text)
}

export function assertFileKey(key: string): void {
  if (!isFileKey(key)) throw new FileStoreError('invalid_key', 'This is not the name of a stored file.')
}

export function assertListPrefix(prefix: string): void {
  if (!prefixPattern.test(prefix))
    throw new FileStoreError('invalid_key', 'This is not a folder of stored files.')
}

/** The content type that goes with a key's extension; throws `invalid_key` for anything that is no key. */
export function contentTypeOfKey(key: string): string {
  assertFileKey(key)
  return contentTypes[key.slice(key.lastIndexOf('.') + 1)] as string
}

/** Puts a range inside a file of this size; no range means all of it. Throws `FileRangeError` when none is left. */
export function resolveRange(range: ByteRange | undefined, sizeBytes: number): ByteRange {
  if (!range) return { start: 0, end: sizeBytes - 1 }
  const { start, end } = range
  const whole = Number.isSafeInteger(start) && Number.isSafeInteger(end)
  if (!whole || start < 0 || end < start || start >= sizeBytes) throw new FileRangeError(sizeBytes)
  return { start, end: Math.min(end, sizeBytes - 1) }
}

import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import type { ByteRange, FileFacts, FileStore, OpenedFile } from '../../features/media/ports.ts'
import {
  assertListPrefix,
  contentTypeOfKey,
  FileRangeError,
  isFileKey,
  resolveRange,
} from '../../features/media/ports.ts'
import { guarded } from './guarded.ts'
import { type Bucket, putObject } from './s3-put.ts'

export type S3Settings = {
  /** Without it, Amazon's own for the region. */
  endpoint?: string
  region: string
  bucket: string
  /** Without the two keys, the SDK looks where it always does: environment, profile, role of the machine. */
  accessKeyId?: string
  secretAccessKey?: string
  /** `http://host/bucket/key` instead of `http://bucket.host/key`; most self-hosted stores need it. */
  forcePathStyle?: boolean
  /** Put before every key, e.g. `almanac`; the store sees and lists nothing outside of it. */
  prefix?: string
}

/** An open reading holds its connection as long as the listener takes, so there must be many. */
const maxConnections = 512

/**
 * Keeps files in a bucket of Amazon S3 or of anything that speaks its protocol. An object becomes visible only when
 * its upload is complete. Large files go up in parts; parts of killed processes are invisible, and a lifecycle rule
 * of the bucket (AbortIncompleteMultipartUpload) drops them.
 */
export function openS3FileStore(settings: S3Settings): FileStore & { close(): void } {
  const { accessKeyId, secretAccessKey, prefix } = settings
  const client = new S3Client({
    region: settings.region,
    endpoint: settings.endpoint,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
    forcePathStyle: settings.forcePathStyle ?? false,
    maxAttempts: 4,
    // The SDK's default checksum trailers are refused, or stored as content, by many S3-compatible stores.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: 3_000,
      requestTimeout: 30_000,
      throwOnRequestTimeout: true,
      httpAgent: { maxSockets: maxConnections },
      httpsAgent: { maxSockets: maxConnections },
    },
  })
  const bucket: Bucket = {
    client,
    name: settings.bucket,
    prefix: prefix ? `${prefix.replace(/\/+$/, '')}/` : '',
  }
  return {
    put: (key, source, options) => guarded(() => putObject(bucket, key, source, options)),
    open: (key, range) => guarded(() => openObject(bucket, key, range)),
    stat: (key) => guarded(() => statObject(bucket, key)),
    remove: (key) => guarded(() => removeObject(bucket, key)),
    list: (prefix) => listObjects(bucket, prefix),
    sweepUnfinished: async () => 0,
    close: () => client.destroy(),
  }
}

async function openObject(bucket: Bucket, key: string, range?: ByteRange): Promise<OpenedFile | null> {
  const contentType = contentTypeOfKey(key)
  if (range) resolveRange(range, Number.MAX_SAFE_INTEGER)
  try {
    const answer = await bucket.client.send(
      new GetObjectCommand({
        Bucket: bucket.name,
        Key: bucket.prefix + key,
        Range: range && `bytes=${range.start}-${range.end}`,
      }),
    )
    const body = answer.Body as Readable
    const sent = sentRange(answer.ContentRange, answer.ContentLength ?? 0)
    try {
      const { start, end } = resolveRange(range, sent.sizeBytes)
      const stream =
        sent.start === start && sent.end === end ? body : cut(body, start - sent.start, end - start + 1)
      return {
        content: stream,
        sizeBytes: sent.sizeBytes,
        start,
        end,
        contentType: answer.ContentType ?? contentType,
      }
    } catch (error) {
      body.destroy()
      throw error
    }
  } catch (error) {
    if (!(error instanceof S3ServiceException)) throw error
    if (error.name === 'NoSuchKey') return null
    if (error.$metadata.httpStatusCode !== 416) throw error
    const facts = await statObject(bucket, key)
    if (!facts) return null
    throw new FileRangeError(facts.sizeBytes)
  }
}

async function statObject(bucket: Bucket, key: string): Promise<FileFacts | null> {
  const contentType = contentTypeOfKey(key)
  try {
    const answer = await bucket.client.send(
      new HeadObjectCommand({ Bucket: bucket.name, Key: bucket.prefix + key }),
    )
    return {
      sizeBytes: answer.ContentLength ?? 0,
      modifiedAt: answer.LastModified ?? new Date(0),
      contentType: answer.ContentType ?? contentType,
    }
  } catch (error) {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return null
    throw error
  }
}

async function removeObject(bucket: Bucket, key: string): Promise<void> {
  contentTypeOfKey(key)
  await bucket.client.send(new DeleteObjectCommand({ Bucket: bucket.name, Key: bucket.prefix + key }))
}

async function* listObjects(
  bucket: Bucket,
  prefix: string,
): AsyncGenerator<{ key: string; modifiedAt: Date }> {
  assertListPrefix(prefix)
  let token: string | undefined
  do {
    const page = await guarded(() =>
      bucket.client.send(
        new ListObjectsV2Command({
          Bucket: bucket.name,
          Prefix: bucket.prefix + prefix,
          ContinuationToken: token,
        }),
      ),
    )
    for (const { Key, LastModified } of page.Contents ?? []) {
      const key = Key?.slice(bucket.prefix.length) ?? ''
      if (isFileKey(key) && LastModified) yield { key, modifiedAt: LastModified }
    }
    token = page.IsTruncated ? page.NextContinuationToken : undefined
  } while (token)
}

/** What the server really sent: some answer a range with the whole object, or with a wider part of it. */
function sentRange(contentRange: string | undefined, lengthBytes: number) {
  const match = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(contentRange ?? '')
  if (!match) return { start: 0, end: lengthBytes - 1, sizeBytes: lengthBytes }
  const [start, end, sizeBytes] = match.slice(1).map(Number) as [number, number, number]
  return { start, end, sizeBytes }
}

/** Passes on `lengthBytes` bytes after the first `skipBytes`, then lets go of the connection. */
function cut(body: Readable, skipBytes: number, lengthBytes: number): Readable {
  async function* pieces() {
    let position = 0
    for await (const chunk of body as AsyncIterable<Buffer>) {
      const piece = chunk.subarray(Math.max(0, skipBytes - position), skipBytes + lengthBytes - position)
      position += chunk.length
      if (piece.length > 0) yield piece
      if (position >= skipBytes + lengthBytes) return
    }
  }
  if (skipBytes < 0) {
    body.destroy()
    throw new Error('The file store sent another part of the file.')
  }
  return Readable.from(pieces(), { objectMode: false })
}

import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { contentTypeOfKey, type FileSource, FileStoreError } from '../../features/media/ports.ts'
import { readSource } from './source.ts'

export type Bucket = { client: S3Client; name: string; prefix: string }

type Target = { Bucket: string; Key: string; ContentType: string }

/** The smallest part S3 allows. Each is sent from memory, so that a failed request can be repeated. */
const partBytes = 5 * 1024 * 1024

/**
 * Uploads a source of any size with at most one part in memory: a small one by one request, a larger one in parts
 * that become an object only at the very end. See `FileStore.put`.
 */
export async function putObject(
  bucket: Bucket,
  key: string,
  source: FileSource,
  options: { contentType: string; sizeBytes?: number },
): Promise<{ sizeBytes: number }> {
  if (contentTypeOfKey(key) !== options.contentType) {
    throw new FileStoreError('invalid_key', 'The name of the file does not go with its content type.')
  }
  const target = { Bucket: bucket.name, Key: bucket.prefix + key, ContentType: options.contentType }
  const parts = intoParts(readSource(source, options.sizeBytes))
  try {
    const first = (await parts.next()).value ?? { bytes: Buffer.alloc(0), last: true }
    if (first.last) {
      await bucket.client.send(new PutObjectCommand({ ...target, Body: first.bytes }))
      return { sizeBytes: first.bytes.length }
    }
    return await putInParts(bucket.client, target, first.bytes, parts)
  } finally {
    await parts.return(undefined)
  }
}

async function putInParts(
  client: S3Client,
  target: Target,
  first: Buffer,
  rest: AsyncGenerator<Part>,
): Promise<{ sizeBytes: number }> {
  const { Bucket, Key } = target
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(target))
  try {
    const done: CompletedPart[] = []
    let sizeBytes = 0
    const send = async (bytes: Buffer) => {
      const PartNumber = done.length + 1
      const { ETag } = await client.send(
        new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body: bytes }),
      )
      done.push({ ETag, PartNumber })
      sizeBytes += bytes.length
    }
    await send(first)
    for await (const { bytes } of rest) await send(bytes)
    await client.send(
      new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts: done } }),
    )
    return { sizeBytes }
  } catch (error) {
    // The upload's own failure is what the caller must hear of; parts that can't be dropped now stay invisible.
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => undefined)
    throw error
  }
}

type Part = { bytes: Buffer; last: boolean }

/** Fills one buffer again and again; a part must be used up before the next one is asked for. */
async function* intoParts(chunks: AsyncIterable<Buffer>): AsyncGenerator<Part> {
  const buffer = Buffer.allocUnsafe(partBytes)
  let filledBytes = 0
  for await (let chunk of chunks) {
    while (chunk.length > 0) {
      if (filledBytes === partBytes) {
        yield { bytes: buffer, last: false }
        filledBytes = 0
      }
      const copied = chunk.copy(buffer, filledBytes)
      filledBytes += copied
      chunk = chunk.subarray(copied)
    }
  }
  yield { bytes: buffer.subarray(0, filledBytes), last: true }
}

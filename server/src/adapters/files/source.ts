import { createReadStream } from 'node:fs'
import type { FileSource } from '../../features/media/ports.ts'
import { FileStoreError } from '../../features/media/ports.ts'

/**
 * Reads a source in chunks. Whatever goes wrong with it, a wrong size included, becomes `source_broken_off`, so
 * that an adapter can tell the failure of the source from its own.
 */
export async function* readSource(source: FileSource, sizeBytes?: number): AsyncGenerator<Buffer> {
  let receivedBytes = 0
  try {
    for await (const chunk of chunksOf(source)) {
      const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk)
      receivedBytes += bytes.length
      yield bytes
    }
  } catch (error) {
    throw new FileStoreError('source_broken_off', 'The file broke off while it was read.', error)
  }
  if (sizeBytes !== undefined && receivedBytes !== sizeBytes) {
    const message = `The file broke off: ${receivedBytes} of ${sizeBytes} bytes arrived.`
    throw new FileStoreError('source_broken_off', message)
  }
}

function chunksOf(source: FileSource): Iterable<Buffer> | AsyncIterable<Buffer | Uint8Array> {
  if (Buffer.isBuffer(source)) return [source]
  return 'path' in source && typeof source.path === 'string' && !('pipe' in source)
    ? createReadStream(source.path)
    : (source as AsyncIterable<Buffer>)
}

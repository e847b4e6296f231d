import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type { FileSource } from '../../features/media/ports.ts'
import { FileStoreError } from '../../features/media/ports.ts'

/**
 * Reads a source in chunks. Whatever goes wrong with it, a wrong size included, becomes `source_broken_off`, so
 * that an adapter can tell the failure of the source from its own.
 */
export function readSource(source: FileSource, sizeBytes?: number): AsyncGenerator<Buffer> {
  const chunks = chunksOf(source)
  // Until the first chunk is asked for, nobody else listens, and an unheard error ends the process.
  if ('on' in chunks) chunks.on('error', () => undefined)
  return readChunks(chunks, sizeBytes)
}

async function* readChunks(chunks: Chunks, sizeBytes?: number): AsyncGenerator<Buffer> {
  let receivedBytes = 0
  try {
    for await (const chunk of chunks) {
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

type Chunks = Buffer[] | Readable

function chunksOf(source: FileSource): Chunks {
  if (Buffer.isBuffer(source)) return [source]
  return source instanceof Readable ? source : createReadStream(source.path)
}

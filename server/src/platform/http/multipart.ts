import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FileField } from '@almanac/contract/endpoint'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { DomainError } from '../errors.ts'
import type { ReceivedFile } from './bind.ts'

export interface Multipart {
  fields: Record<string, string>
  files: Record<string, ReceivedFile>
  /** Removes the temporary files. */
  dispose(): Promise<void>
}

const fieldsMax = 40
const fieldMaxBytes = 20_000

/**
 * Receives a multipart body: fields as text, declared files into a private folder below `uploadDir`.
 * @throws DomainError for an undeclared, missing, oversized (`too_large`) or broken-off file; nothing is left behind.
 */
export async function readMultipart(
  request: FastifyRequest,
  declared: Readonly<Record<string, FileField>>,
  uploadDir: string,
): Promise<Multipart> {
  if (!request.isMultipart()) throw new DomainError('unsupported_media_type')
  const folder = await mkdtemp(join(uploadDir, 'upload-'))
  const dispose = () => rm(folder, { recursive: true, force: true })
  try {
    const fields: Record<string, string> = {}
    const files: Record<string, ReceivedFile> = {}
    const fileSize = Math.max(...Object.values(declared).map((field) => field.maxBytes))
    const limits = {
      fields: fieldsMax,
      fieldSize: fieldMaxBytes,
      files: Object.keys(declared).length,
      fileSize: fileSize + 1,
    }
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') fields[part.fieldname] = String(part.value)
      else files[part.fieldname] = await receiveFile(part, declared[part.fieldname], folder)
    }
    for (const [name, field] of Object.entries(declared)) {
      if (field.required && !files[name])
        throw new DomainError('invalid_input', { message: `The file "${name}" is missing.` })
    }
    return { fields, files, dispose }
  } catch (error) {
    await dispose()
    throw error
  }
}

async function receiveFile(
  part: MultipartFile,
  declared: FileField | undefined,
  folder: string,
): Promise<ReceivedFile> {
  if (!declared) {
    part.file.resume()
    throw new DomainError('invalid_input', { message: `The file "${part.fieldname}" is not expected.` })
  }
  const path = join(folder, part.fieldname)
  let sizeBytes = 0
  part.file.on('data', (chunk: Buffer) => {
    sizeBytes += chunk.length
  })
  await pipeline(part.file, createWriteStream(path))
  if (part.file.truncated || sizeBytes > declared.maxBytes)
    throw new DomainError('too_large', { message: declared.tooLarge })
  return { path, sizeBytes, fileName: part.filename }
}

import type { FileField } from '@almanac/contract/endpoint'
import { limits } from '@almanac/contract/limits'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { DomainError } from '../errors.ts'
import type { ReceivedFile } from './bind.ts'
import { nameInWords } from './input-sentences.ts'
import { receiveUpload } from './receive-upload.ts'

export interface Multipart {
  fields: Record<string, string>
  files: Record<string, ReceivedFile>
  /** Removes the temporary files. */
  dispose(): Promise<void>
}

type TemporaryFile = ReceivedFile & { dispose(): Promise<void> }

const fieldsMax = 40

/**
 * Receives a multipart body: fields as text, declared files into private ones in `uploadDir`. Where no file is
 * required, JSON will do.
 * @throws DomainError for an undeclared, missing, oversized or broken-off file; nothing is left behind.
 */
export async function readMultipart(
  request: FastifyRequest,
  declared: Readonly<Record<string, FileField>>,
  uploadDir: string,
): Promise<Multipart> {
  const needsFile = Object.values(declared).some((field) => field.required)
  if (!request.isMultipart()) {
    if (needsFile) throw new DomainError('unsupported_media_type')
    return {
      fields: (request.body ?? {}) as Record<string, string>,
      files: {},
      dispose: async () => undefined,
    }
  }
  const fields: Record<string, string> = {}
  const files: Record<string, TemporaryFile> = {}
  const dispose = async () => {
    await Promise.all(Object.values(files).map((file) => file.dispose()))
  }
  try {
    for await (const part of request.parts({ limits: limitsOf(declared) })) {
      if (part.type === 'field') fields[part.fieldname] = String(part.value)
      else files[part.fieldname] = await receiveFile(part, declared[part.fieldname], uploadDir)
    }
    for (const [name, field] of Object.entries(declared)) {
      if (!field.required || files[name]) continue
      throw new DomainError('invalid_input', {
        message: field.missing ?? `${nameInWords([name])} is required.`,
      })
    }
    return { fields, files, dispose }
  } catch (error) {
    // What is left of a form that the parser refused is thrown away unparsed: it may hold a million fields.
    if (!(error instanceof DomainError)) request.raw.unpipe().resume()
    await dispose()
    throw refusalOf(error) ?? error
  }
}

function limitsOf(declared: Readonly<Record<string, FileField>>) {
  const largest = Math.max(...Object.values(declared).map((field) => field.maxBytes))
  // One byte more than allowed, so that the limit is seen to be passed.
  const fileSize = largest + 1
  const files = Object.keys(declared).length
  return {
    fields: fieldsMax,
    fieldSize: limits.formFieldMaxBytes,
    files,
    fileSize,
    parts: fieldsMax + files,
  }
}

/** What the parser says of a body that is no form, or ends too early; it has no other name for these. */
const malformed = /^Multipart: Boundary not found$|^The needle cannot have|^Malformed part header$/
const brokenOff = /^Unexpected end of multipart data$|terminated early due to unexpected end/

/** The failure that the parser's complaint about a body is; null for anything else. */
function refusalOf(error: unknown): DomainError | null {
  if (!(error instanceof Error) || error instanceof DomainError) return null
  const isClosed = 'code' in error && error.code === 'FST_MP_PREMATURE_CLOSE'
  if (isClosed || brokenOff.test(error.message)) return new DomainError('upload_broken')
  if (!malformed.test(error.message)) return null
  return new DomainError('invalid_input', { message: 'The form could not be read. Please send it again.' })
}

async function receiveFile(
  part: MultipartFile,
  declared: FileField | undefined,
  dir: string,
): Promise<TemporaryFile> {
  if (!declared) {
    part.file.resume()
    throw new DomainError('invalid_input', { message: `The file "${part.fieldname}" is not expected.` })
  }
  const received = await receiveUpload(part.file, {
    maxBytes: declared.maxBytes,
    dir,
    tooLarge: declared.tooLarge,
  })
  return { ...received, fileName: part.filename }
}

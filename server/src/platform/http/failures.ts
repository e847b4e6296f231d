import { commonErrors, type ErrorCode, type ErrorKind, errorCatalogue } from '@almanac/contract/errors'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { isDatabaseAway } from '../database-away.ts'
import { DomainError } from '../errors.ts'
import { sentenceOf, withEntry } from './input-sentences.ts'

const common: ReadonlySet<string> = new Set(commonErrors)

/** After how many seconds trying again makes sense, where the failure doesn't say. */
const defaultRetryAfterSeconds: Readonly<Record<number, number>> = { 429: 1, 503: 5 }

/**
 * Reads input by a schema, each complaint a sentence that names its field in words, one a field (decision W4).
 * @throws DomainError `invalid_input`.
 */
export function readInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const read = schema.safeParse(input, { error: sentenceOf })
  if (read.success) return read.data
  const sentences = new Map<string, string>()
  for (const { path, message } of read.error.issues) {
    const field = path.join('.')
    if (!sentences.has(field)) sentences.set(field, withEntry(path, message))
  }
  const list = [...sentences.values()]
  throw new DomainError('invalid_input', { message: list[0] ?? errorCatalogue.invalid_input.message, list })
}

/** Maps whatever was thrown to an expected failure; anything unexpected is a bug and becomes `internal`. */
export function toDomainError(error: unknown, declared: readonly ErrorCode[]): DomainError {
  if (error instanceof DomainError) {
    return common.has(error.code) || declared.includes(error.code) ? error : new DomainError('internal')
  }
  if (hasHungUp(error)) return new DomainError('upload_broken')
  if (isDatabaseAway(error) || isDiskFull(error)) return new DomainError('unavailable')
  const status = (error as FastifyError | undefined)?.statusCode
  if (status === 413) return new DomainError('too_large')
  if (status === 415) return new DomainError('unsupported_media_type')
  if (status === 404) return new DomainError('not_found')
  if (status === 429) return new DomainError('rate_limited', { retryAfterSeconds: 1 })
  if (status !== undefined && status < 500) return new DomainError('invalid_input')
  return new DomainError('internal')
}

/** What node says of a request whose client left before it had sent all of it; nobody reads the answer. */
function hasHungUp(error: unknown): boolean {
  return (
    error instanceof Error && error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET'
  )
}

/** Whether a file could not be written because the disk or its quota is used up. */
function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
}

/** Answers a failure in the one shape of decision W4 and logs what is not the client's doing. */
export function sendFailure(
  request: FastifyRequest,
  reply: FastifyReply,
  thrown: unknown,
  declared: readonly ErrorCode[] = [],
): FastifyReply {
  const error = toDomainError(thrown, declared)
  const kind: ErrorKind = errorCatalogue[error.code]
  if (kind.status >= 500)
    request.log.error({ err: thrown, route: request.routeOptions.url }, 'request failed')
  const list = error.details.list ?? (kind.status === 400 ? [error.message] : undefined)
  const retryAfterSeconds = error.details.retryAfterSeconds ?? defaultRetryAfterSeconds[kind.status]
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  return reply
    .code(kind.status)
    .header('cache-control', 'no-store')
    .send({
      message: error.message,
      code: error.code,
      requestId: request.id,
      ...(list ? { errorMessageList: list } : {}),
      ...(kind.flag ? { [kind.flag]: true } : {}),
      ...error.details.extra,
    })
}

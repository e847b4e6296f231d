import { commonErrors, type ErrorCode, type ErrorKind, errorCatalogue } from '@almanac/contract/errors'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodError } from 'zod'
import { isDatabaseAway } from '../database.ts'
import { DomainError } from '../errors.ts'

const common: ReadonlySet<string> = new Set(commonErrors)

/** Turns a schema's complaints into one line a field (decision W4). */
export function invalidInput(error: ZodError): DomainError {
  const seen = new Set<string>()
  const list: string[] = []
  for (const issue of error.issues) {
    const field = issue.path.join('.')
    if (seen.has(field)) continue
    seen.add(field)
    list.push(hasOwnSentence(issue.message) ? issue.message : plainSentence(field, issue))
  }
  return new DomainError('invalid_input', { message: list[0] ?? errorCatalogue.invalid_input.message, list })
}

/** Of a field that no form leaves wrong, and a program may. */
function plainSentence(field: string, { code }: { code: string }): string {
  const name = field ? `The field ${field}` : 'The request'
  if (code === 'unrecognized_keys') return `${name} has parts that are not known.`
  return code === 'invalid_type' ? `${name} is missing or not of the right type.` : `${name} is not valid.`
}

/** A library's default messages speak of types and patterns. */
function hasOwnSentence(message: string): boolean {
  return !/^(Invalid|Unrecognized|Too (small|big))\b/.test(message)
}

/** Maps whatever was thrown to an expected failure; anything unexpected is a bug and becomes `internal`. */
export function toDomainError(error: unknown, declared: readonly ErrorCode[]): DomainError {
  if (error instanceof DomainError) {
    return common.has(error.code) || declared.includes(error.code) ? error : new DomainError('internal')
  }
  if (hasHungUp(error)) return new DomainError('upload_broken')
  if (isDatabaseAway(error)) return new DomainError('unavailable')
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
  if (kind.status === 429) reply.header('retry-after', String(error.details.retryAfterSeconds ?? 1))
  return reply
    .code(kind.status)
    .header('cache-control', 'no-store')
    .send({
      message: error.message,
      code: error.code,
      requestId: request.id,
      ...(error.details.list ? { errorMessageList: error.details.list } : {}),
      ...(kind.flag ? { [kind.flag]: true } : {}),
      ...error.details.extra,
    })
}

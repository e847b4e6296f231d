import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  type Answer,
  delayByFault,
  doesWork,
  outcomeFault,
  sendThroughFault,
} from '../faults/apply-faults.ts'
import type { FaultKind } from '../faults/faults.ts'
import { checkToken, invalidToken, issueToken } from './access-tokens.ts'
import { approvalRoutes } from './approval-routes.ts'
import type { PaypalCall, PaypalWorld } from './context.ts'
import { type PaypalAnswer, type PaypalEndpoint, paypalEndpoints } from './endpoints.ts'
import { badRequest, type ErrorDetail, failure, inProgress, notFound, PaypalFailure } from './errors.ts'
import { complaints } from './fields.ts'
import { type Idempotency, makeIdempotency } from './idempotency.ts'

/** A body that is no JSON, found out before the call is. */
class Malformed {}

/** Mounts PayPal's API, and the pages on which a payer approves. */
export function paypalRoutes(app: FastifyInstance, world: PaypalWorld): void {
  approvalRoutes(app, world)
  const idempotency = makeIdempotency(world.books)
  app.register(async (scope) => {
    scope.removeContentTypeParser(['application/json', 'text/plain'])
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
      try {
        done(null, text === '' ? undefined : JSON.parse(String(text)))
      } catch {
        done(null, new Malformed())
      }
    })
    scope.setErrorHandler((error: { statusCode?: number }, _request, reply) => {
      const refusal = failure(error.statusCode === 415 ? 415 : 500)
      return reply.code(refusal.status).send(refusal.body)
    })
    scope.post('/v1/oauth2/token', (request, reply) =>
      handle(world, request, reply, async () => ({
        status: 200,
        body: issueToken(world, request.headers, request.body),
      })),
    )
    scope.get('/v1/notifications/certs/:id', async (_request, reply) =>
      reply.type('application/x-pem-file').send((await world.signingKey.get()).publicKey),
    )
    for (const endpoint of paypalEndpoints) {
      scope.route({
        method: endpoint.method,
        url: endpoint.path,
        handler: (request, reply) =>
          handle(world, request, reply, (latency, fault) =>
            work(world, idempotency, endpoint, request, latency, fault),
          ),
      })
    }
    for (const root of ['/v2/*', '/v3/*']) scope.all(root, (_request, reply) => refuse(reply, notFound()))
  })
}

type Latency = () => Promise<void>
type Work = (latency: Latency, fault: FaultKind | undefined) => Promise<Answer>

async function handle(
  world: PaypalWorld,
  request: FastifyRequest,
  reply: FastifyReply,
  run: Work,
): Promise<FastifyReply> {
  reply.header('paypal-debug-id', randomBytes(7).toString('hex').slice(0, 13))
  const path = request.url.split('?')[0] ?? ''
  const faults = world.faults.strike('paypal', request.method, path)
  const fault = outcomeFault(faults)
  try {
    const answer = await run(() => delayByFault(faults), fault)
    sendThroughFault(reply, fault === 'error_500_after_success' ? answerOf(failure(500)) : answer, fault)
  } catch (error) {
    if (!(error instanceof PaypalFailure)) console.error(error)
    sendThroughFault(reply, answerOf(error instanceof PaypalFailure ? error : failure(500)), fault)
  }
  return reply
}

function answerOf(refusal: PaypalFailure): Answer {
  return { status: refusal.status, body: refusal.body }
}

function refuse(reply: FastifyReply, refusal: PaypalFailure): FastifyReply {
  return reply.code(refusal.status).send(refusal.body)
}

async function work(
  world: PaypalWorld,
  idempotency: Idempotency,
  endpoint: PaypalEndpoint,
  request: FastifyRequest,
  latency: Latency,
  fault: FaultKind | undefined,
): Promise<Answer> {
  const bearer = checkToken(world, request.headers.authorization)
  if (fault === 'token_expired') {
    world.endedTokens.add(bearer)
    throw invalidToken('The token passed in has expired')
  }
  checkAddress(endpoint, request)
  const requestId = requestIdOf(endpoint, request)
  const path = request.url.split('?')[0] ?? ''
  const made = requestId === null ? null : idempotency.begin(path, requestId)
  const call = {
    world,
    body: request.body ?? {},
    path: request.params as Record<string, string>,
    query: request.query as Record<string, string | undefined>,
    requestId,
    whole: request.headers.prefer === 'return=representation',
  }
  if (made !== null) {
    await latency()
    if (!doesWork(fault)) throw withoutWork(fault)
    return { status: endpoint.againStatus ?? 200, body: endpoint.again?.(call, made) }
  }
  let answer: PaypalAnswer | undefined
  try {
    await latency()
    if (!doesWork(fault)) throw withoutWork(fault)
    checkBody(endpoint, request.body)
    answer = endpoint.run(call as PaypalCall<never>)
    return { status: answer.status, body: answer.body }
  } finally {
    if (requestId !== null) idempotency.finish(path, requestId, answer?.made ?? null)
  }
}

function requestIdOf(endpoint: PaypalEndpoint, request: FastifyRequest): string | null {
  if (!endpoint.again) return null
  const header = request.headers['paypal-request-id']
  if (typeof header === 'string') return header
  if (!endpoint.needsRequestId) return null
  throw badRequest([{ issue: 'MISSING_REQUIRED_PARAMETER', field: 'PayPal-Request-Id' }])
}

/** Query and headers. @throws 400 */
function checkAddress({ query = {}, headers = {} }: PaypalEndpoint, request: FastifyRequest): void {
  const withoutSlash = (detail: ErrorDetail) => ({ ...detail, field: detail.field?.slice(1) ?? '' })
  const ofQuery = complaints(query, request.query).map(
    (detail): ErrorDetail => ({ ...withoutSlash(detail), location: 'query' }),
  )
  // The API has no word for this place.
  const ofHeaders = complaints(headers, request.headers).map((detail): ErrorDetail => {
    const { location: _, ...rest } = withoutSlash(detail)
    return rest
  })
  const details = [...ofQuery, ...ofHeaders]
  if (details.length > 0) throw badRequest(details)
}

function checkBody(endpoint: PaypalEndpoint, body: unknown): void {
  if (!endpoint.shape) return
  if (body instanceof Malformed) throw badRequest([{ issue: 'MALFORMED_REQUEST_JSON' }])
  if (body === undefined && endpoint.mayBeEmpty) return
  const details = complaints(endpoint.shape, body ?? {})
  if (details.length > 0) throw badRequest(details)
}

function withoutWork(fault: FaultKind | undefined): PaypalFailure {
  if (fault === 'conflict_409') return inProgress()
  return failure(fault === 'rate_limited_429' ? 429 : 500)
}

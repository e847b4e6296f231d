import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  type Answer,
  delayByFault,
  doesWork,
  outcomeFault,
  sendThroughFault,
} from '../faults/apply-faults.ts'
import type { FaultKind } from '../faults/faults.ts'
import { newStripeId } from '../state/ids.ts'
import { authenticate, keyExpired } from './authenticate.ts'
import type { StripeCall, StripeWorld } from './context.ts'
import { type StripeEndpoint, stripeEndpoints } from './endpoints.ts'
import { badParameter, StripeFailure } from './errors.ts'
import { apiVersion } from './events.ts'
import { checkExpand, expandPaths } from './expand.ts'
import {
  fingerprintOf,
  type Idempotency,
  type IdempotentCall,
  inUse,
  makeIdempotency,
} from './idempotency.ts'
import { readParameters } from './parameters.ts'
import { rateLimited } from './rate-limit.ts'

/** Mounts Stripe's API under `/v1`. */
export function stripeRoutes(app: FastifyInstance, world: StripeWorld): void {
  const idempotency = makeIdempotency(world.books)
  app.register(async (scope) => {
    // Only forms are read.
    scope.removeContentTypeParser(['application/json', 'text/plain'])
    scope.setErrorHandler((_error, _request, reply) => reply.code(400).send(unreadable))
    for (const endpoint of stripeEndpoints) {
      scope.route({
        method: endpoint.method,
        url: endpoint.path,
        handler: (request, reply) => handle(world, idempotency, endpoint, request, reply),
      })
    }
  })
  app.all('/v1/*', (request, reply) => {
    const message = `Unrecognized request URL (${request.method}: ${request.url}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`
    return reply.code(404).send({ error: { type: 'invalid_request_error', message } })
  })
}

const unreadable = {
  error: {
    type: 'invalid_request_error',
    message:
      'Invalid request (check that your POST content type is application/x-www-form-urlencoded). If you have any questions, we can help at https://support.stripe.com/.',
  },
}

async function handle(
  world: StripeWorld,
  idempotency: Idempotency,
  endpoint: StripeEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const requestId = newStripeId('req', 14)
  const path = request.url.split('?')[0] ?? ''
  reply.headers({ 'request-id': requestId, 'stripe-version': apiVersion })
  const faults = world.faults.strike('stripe', request.method, path)
  const fault = outcomeFault(faults)
  const input = endpoint.method === 'POST' ? (request.body ?? {}) : request.query
  const header = endpoint.method === 'POST' ? request.headers['idempotency-key'] : undefined
  const keyed: IdempotentCall | null =
    typeof header === 'string' ? { key: header, path, fingerprint: fingerprintOf(input) } : null
  let begun = false
  try {
    const key = authenticate(request.headers, world.options, endpoint.takesPublishable === true)
    world.rateLimit.count()
    if (keyed) {
      reply.header('idempotency-key', keyed.key)
      const replay = idempotency.begin(keyed)
      if (replay) {
        await delayByFault(faults)
        sendThroughFault(reply, replay, fault)
        return reply
      }
      begun = true
    }
    await delayByFault(faults)
    if (!doesWork(fault)) throw new NoWork()
    const call = {
      world,
      key,
      requestId,
      parameters: readInput(endpoint, input),
      path: request.params as Record<string, string>,
      idempotencyKey: keyed?.key ?? null,
    }
    const answer = spoil(work(endpoint, call), fault)
    if (keyed) idempotency.finish(keyed, answer)
    sendThroughFault(reply, answer, fault)
  } catch (error) {
    const refusal = error instanceof NoWork ? faultAnswer(fault) : failureAnswer(error)
    if (keyed && begun) idempotency.finish(keyed, refusal.keep ? refusal.answer : null)
    sendThroughFault(reply, refusal.answer, fault)
  }
  return reply
}

class NoWork extends Error {}

function work(endpoint: StripeEndpoint, call: StripeCall): Answer {
  if (call.key === 'publishable' && 'client_secret' in endpoint.shape) checkBrowser(call)
  const body = endpoint.run(call)
  return { status: 200, body: expandPaths(call.world.books, body, call.parameters.expand) }
}

/** A browser shows that the intent is its own, and may not say that nobody is there. */
function checkBrowser({ parameters }: StripeCall): void {
  if (!parameters.client_secret) {
    throw badParameter('client_secret', 'Missing required param: client_secret.', 'parameter_missing')
  }
  if (parameters.off_session === undefined) return
  throw badParameter('off_session', 'This parameter can only be used with a secret key.')
}

function readInput(endpoint: StripeEndpoint, input: unknown) {
  if (
    endpoint.hadPaymentMethodTypes &&
    typeof input === 'object' &&
    input &&
    'payment_method_types' in input
  ) {
    throw badParameter(
      'payment_method_types',
      'The `payment_method_types` parameter is no longer supported in this API version. Use `allowed_payment_method_types` or `excluded_payment_method_types` instead.',
      'payment_method_types_no_longer_supported',
    )
  }
  const parameters = readParameters(endpoint.shape, input)
  checkExpand(parameters.expand)
  return parameters
}

/** A 500 after the work hides the answer, and is what the idempotency key keeps, as at the real API. */
function spoil(answer: Answer, fault: FaultKind | undefined): Answer {
  return fault === 'error_500_after_success' ? serverError : answer
}

const serverError: Answer = {
  status: 500,
  body: {
    error: {
      type: 'api_error',
      message:
        'Sorry! There was an error while talking to one of our backends. Support has already been notified.',
    },
  },
}

function faultAnswer(fault: FaultKind | undefined): { answer: Answer; keep: boolean } {
  if (fault === 'conflict_409') {
    const failure = inUse()
    return { answer: answerOf(failure), keep: false }
  }
  if (fault === 'token_expired') return { answer: answerOf(keyExpired()), keep: false }
  if (fault === 'rate_limited_429') return { answer: answerOf(rateLimited()), keep: false }
  return { answer: serverError, keep: false }
}

/** What goes with a refusal: a key at work is free soon, so that the SDK is told to ask again; and whose limit was met. */
const headersOf: Readonly<Record<number, Record<string, string>>> = {
  409: { 'stripe-should-retry': 'true' },
  429: { 'stripe-rate-limited-reason': 'global-rate' },
}

function answerOf({ status, envelope: body }: StripeFailure): Answer {
  const headers = headersOf[status]
  return headers ? { status, body, headers } : { status, body }
}

function failureAnswer(error: unknown): { answer: Answer; keep: boolean } {
  if (error instanceof StripeFailure) {
    return { answer: answerOf(error), keep: !error.beforeExecution }
  }
  console.error(error)
  return { answer: serverError, keep: true }
}

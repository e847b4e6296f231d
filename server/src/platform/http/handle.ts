import { Readable } from 'node:stream'
import type { Endpoint, Params, Query } from '@almanac/contract/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { DomainError } from '../errors.ts'
import type { Bytes, Call, PathTenant, ReadBeside, Route } from './bind.ts'
import type { BrowserCookie } from './browser-cookie.ts'
import type { Csrf } from './csrf.ts'
import { readInput, sendFailure } from './failures.ts'
import { readMultipart } from './multipart.ts'
import {
  type Beside,
  type RecentSessions,
  type ResolveSession,
  type Session,
  type SessionCookie,
  sessionKeyOf,
} from './session.ts'
import { isStorable } from './storable.ts'

export interface Pipeline {
  csrf: Csrf
  cookie: SessionCookie
  browserCookie: BrowserCookie
  resolveSession: ResolveSession
  prolongSession: (tokenHash: Buffer) => Promise<void>
  recentSessions: RecentSessions
  /** @throws DomainError `not_found` for the slug of no tenant. */
  requireTenant: (customerUrl: string) => Promise<PathTenant>
  /** Where uploads wait while their request lasts. */
  uploadDir: string
}

/** The input of a call that its address carries. */
interface Address {
  params: Params<Endpoint>
  query: Query<Endpoint>
}

/** What the checks before the handler have found. */
interface Known {
  session: Session | null
  tenant: PathTenant | null
  beside: unknown
  /** Where it was read already. */
  address: Address | null
}

const idempotencyKeyPattern = /^[\x21-\x7e]{1,255}$/

/** Registers an endpoint; every call checks CSRF, session, role, tenant, input and ownership, in this order (decision W11). */
export function register(app: FastifyInstance, route: Route, pipeline: Pipeline): void {
  const { endpoint } = route
  const known = new WeakMap<FastifyRequest, Known>()

  async function guard(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const token = pipeline.cookie.read(request)
    if (endpoint.method !== 'GET') pipeline.csrf.check(request, token)
    if (endpoint.changesState) pipeline.csrf.checkSameSite(request)
    const { customerUrl } = request.params as { customerUrl?: string }
    if (endpoint.actor === 'public') {
      const tenant = customerUrl === undefined ? null : await pipeline.requireTenant(customerUrl)
      known.set(request, { session: null, tenant, beside: null, address: null })
      return
    }
    const address = route.readBeside ? tryAddress(endpoint, request) : null
    const beside = address && route.readBeside ? besideOf(endpoint, route.readBeside, address) : undefined
    const found = token ? await pipeline.resolveSession(sessionKeyOf(token), beside) : null
    if (!token || !found) throw new DomainError('unauthenticated')
    const { session } = found
    pipeline.recentSessions.add(token)
    if (found.isToProlong) {
      await pipeline.prolongSession(session.tokenHash)
      pipeline.cookie.write(reply, token, true)
    }
    checkRole(endpoint, session)
    const tenant = customerUrl === undefined ? null : await tenantFor(session, customerUrl)
    known.set(request, { session, tenant, beside: found.beside, address })
  }

  /** An admin may name any tenant; to others another tenant's path answers as one that doesn't exist. */
  async function tenantFor(session: Session, customerUrl: string): Promise<PathTenant | null> {
    if (session.role === 'admin') return pipeline.requireTenant(customerUrl)
    if (customerUrl.toLowerCase() !== session.tenantUrl) throw new DomainError('not_found')
    return null
  }

  async function handler(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const { session, tenant, beside, address } = known.get(request) as Known
    const multipart = endpoint.files
      ? await readMultipart(request, endpoint.files, pipeline.uploadDir)
      : undefined
    try {
      const call = {
        ...(address ?? parseAddress(endpoint, request)),
        body: parse(endpoint.body, multipart ? multipart.fields : request.body),
        session,
        tenant,
        beside,
        files: multipart?.files ?? {},
        idempotencyKey: readIdempotencyKey(endpoint, request),
        client: clientOf(request, pipeline),
        cookies: cookiesOf(reply, pipeline),
        request,
      } as unknown as Call<Endpoint>
      checkOwner(call.params as Record<string, unknown>, session)
      const answer = await route.run(call, reply)
      return endpoint.response === 'bytes'
        ? sendBytes(request, reply, answer as Bytes)
        : sendJson(reply, endpoint, endpoint.response, answer)
    } finally {
      await multipart?.dispose()
    }
  }

  app.route({
    method: endpoint.method,
    url: endpoint.path,
    exposeHeadRoute: endpoint.response === 'bytes' && endpoint.method === 'GET',
    onRequest: guard,
    handler,
    errorHandler: (error, request, reply) => sendFailure(request, reply, error, endpoint.errors),
  })
}

/** Of an address that is refused later nothing is read. */
function tryAddress(endpoint: Endpoint, request: FastifyRequest): Address | null {
  try {
    return parseAddress(endpoint, request)
  } catch {
    return null
  }
}

function besideOf(endpoint: Endpoint, read: ReadBeside<Endpoint>, { params, query }: Address): Beside {
  const { audioId } = params as Beside['asked']
  const { session, ...rest } = query as Beside['asked']
  return {
    shape: `${endpoint.path} ${JSON.stringify(rest)}`,
    build: () => read(rest),
    asked: { session: session ?? '', audioId },
  }
}

function checkRole(endpoint: Endpoint, session: Session): void {
  if (endpoint.actor !== 'signed-in' && !endpoint.actor.includes(session.role))
    throw new DomainError('forbidden')
}

/** A consumer's path is its own; another's answers as one that doesn't exist. */
function checkOwner(params: Record<string, unknown>, session: Session | null): void {
  if (params.consumerId === undefined || session?.role !== 'consumer') return
  if (params.consumerId !== session.userId) throw new DomainError('not_found')
}

/** What can't be the address of anything is not found. */
function parseAddress(endpoint: Endpoint, request: FastifyRequest): Address {
  if (!isStorable(request.params)) throw new DomainError('not_found')
  return {
    params: (parse(endpoint.params, request.params) ?? {}) as Address['params'],
    query: (parse(endpoint.query, request.query) ?? {}) as Address['query'],
  }
}

function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  if (!isStorable(value)) {
    const message = 'The text has characters that cannot be kept.'
    throw new DomainError('invalid_input', { message })
  }
  return readInput(schema, value ?? {})
}

function readIdempotencyKey(endpoint: Endpoint, request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (!endpoint.idempotent || key === undefined) return undefined
  if (typeof key !== 'string' || !idempotencyKeyPattern.test(key)) {
    throw new DomainError('invalid_input', { message: 'The Idempotency-Key is not valid.' })
  }
  return key
}

function clientOf(request: FastifyRequest, pipeline: Pipeline): Call<Endpoint>['client'] {
  return {
    address: request.ip,
    sessionToken: pipeline.cookie.read(request),
    browserToken: pipeline.browserCookie.read(request),
  }
}

function cookiesOf(reply: FastifyReply, pipeline: Pipeline): Call<Endpoint>['cookies'] {
  return {
    startSession(token, isRemembered) {
      pipeline.cookie.write(reply, token, isRemembered)
      pipeline.csrf.issue(reply, token)
    },
    endSession() {
      pipeline.cookie.clear(reply)
      pipeline.csrf.issue(reply, undefined)
    },
    rememberBrowser(token) {
      pipeline.browserCookie.write(reply, token)
    },
  }
}

/** The response schema strips what is not declared; an answer that does not fit is a bug, not a leak. */
function sendJson(reply: FastifyReply, endpoint: Endpoint, schema: z.ZodType, answer: unknown): FastifyReply {
  reply.code(endpoint.status ?? 200).header('cache-control', 'no-store')
  return reply.send(schema.parse(answer))
}

function sendBytes(request: FastifyRequest, reply: FastifyReply, answer: Bytes): FastifyReply {
  reply.code(answer.status ?? 200).headers(answer.headers)
  if (request.method === 'HEAD' && !Buffer.isBuffer(answer.body)) {
    // The length stays that of the content; only the content itself is left out, unread. Fastify's HEAD fails on null.
    answer.body?.destroy()
    return reply.send(Readable.from([]))
  }
  return reply.send(answer.body)
}

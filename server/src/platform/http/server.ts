import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type ErrorCode, errorCatalogue } from '@almanac/contract/errors'
import { logout } from '@almanac/contract/identity'
import { limits } from '@almanac/contract/limits'
import fastifyCookie from '@fastify/cookie'
import fastifyRateLimit, { type FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import { type ConnectionError, type FastifyInstance, fastify } from 'fastify'
import { DomainError } from '../errors.ts'
import type { Log } from '../log.ts'
import { sendFailure } from './failures.ts'
import { trustedProxies, warnOfForwarding } from './forwarding.ts'
import { hearOut } from './hear-out.ts'
import { isBoundedJson } from './json-bounds.ts'
import { endConnectionsOfLeaving } from './leaving.ts'
import { permissionsPolicy } from './permissions-policy.ts'
import { RequestLog } from './request-log.ts'
import { type SecurityOptions, securityHeaders } from './security-headers.ts'
import type { RecentSessions, SessionCookie } from './session.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered from memory or from a file that never changes: no limit is spent on it, and no cookie set. */
    isFree?: boolean
  }
}

/** Where calls are counted; undefined for this process's own memory. */
export type CallStore = FastifyRateLimitStoreCtor | undefined

export interface ServerOptions extends SecurityOptions {
  log: Log
  cookie: SessionCookie
  recentSessions: RecentSessions
  trustProxy: string | undefined
  /** Whether it listens on a socket with a name, which a proxy alone connects to. */
  isOnSocket: boolean
  /** For how long a server that ends is waited for, in milliseconds: the answers that are under way. */
  lastAnswersMs: number
  /** Signed-in calls a second and session; others share the limit of their address. */
  callsPerSecond: number
  callStore: CallStore
}

const headersTimeoutMs = 10_000
const requestTimeoutMs = 120_000
/** How often connections are looked at that are over one of these times. */
const timeoutCheckMs = 5_000
/** How long a refused client has to read why; then its connection is gone, whatever it does. */
const lastWordsMs = 1_000

/** A Fastify server with what every answer has: request id, security headers, limits, the one shape of failures. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: options.log,
    logController: new RequestLog(),
    genReqId: () => randomUUID(),
    bodyLimit: limits.jsonMaxBytes,
    trustProxy: trustedProxies(options.trustProxy, options.isOnSocket),
    requestTimeout: requestTimeoutMs,
    forceCloseConnections: 'idle',
    // Who was connected before is answered like everybody.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: true },
    http: { maxHeaderSize: 16_384, connectionsCheckingInterval: timeoutCheckMs },
    frameworkErrors: (error, request, reply) => sendFailure(request, reply.headers(bareHeaders), error),
    clientErrorHandler: refuseConnection,
  }) as unknown as FastifyInstance
  app.server.headersTimeout = headersTimeoutMs
  app.server.on('checkExpectation', refuseExpectation)
  app.removeContentTypeParser('text/plain')
  readJson(app)
  // A connection that a browser opened ahead of need counts as busy, and would hold up the end for its whole timeout.
  app.addHook('preClose', async () => {
    setTimeout(() => app.server.closeAllConnections(), options.lastAnswersMs).unref()
  })
  endConnectionsOfLeaving(app)
  if (options.trustProxy === undefined && !options.isOnSocket) warnOfForwarding(app)
  app.setErrorHandler((error, request, reply) => sendFailure(request, reply, error))
  app.setNotFoundHandler((request, reply) => sendFailure(request, reply, new DomainError('not_found')))
  hearOut(app)
  await app.register(fastifyCookie)
  const headers = securityHeaders(options)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
  await app.register(fastifyRateLimit, {
    max: options.callsPerSecond,
    timeWindow: 1_000,
    ...(options.callStore && { store: options.callStore }),
    allowList: (request) => request.routeOptions.config.isFree === true,
    keyGenerator: (request) => {
      // Whoever floods a session must still be able to end it.
      if (request.routeOptions.url === logout.path) return `logout:${request.ip}`
      const token = options.cookie.read(request)
      return token && options.recentSessions.has(token) ? token : request.ip
    },
    errorResponseBuilder: () => new DomainError('rate_limited', { retryAfterSeconds: 1 }),
    addHeadersOnExceeding: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
    },
  })
  return app
}

/** Of an answer that is made before the rest of the server has seen the request. */
const bareHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'permissions-policy': permissionsPolicy([]),
  'cache-control': 'no-store',
} as const

interface ConnectionRefusal {
  code: ErrorCode
  status: string
}

const refusals: Record<string, ConnectionRefusal> & { malformed: ConnectionRefusal } = {
  malformed: { code: 'invalid_input', status: '400 Bad Request' },
  HPE_HEADER_OVERFLOW: { code: 'headers_too_large', status: '431 Request Header Fields Too Large' },
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'request_timeout', status: '408 Request Timeout' },
}

/**
 * Answers what is not HTTP, has more headers than are taken, or took too long, in the shape of every failure. The
 * connection is then destroyed: one that is merely ended stays open for as long as the client likes, and with it what
 * an unfinished upload has written.
 */
function refuseConnection(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  setTimeout(() => socket.destroy(), lastWordsMs).unref()
  const { code, status } = refusals[error.code ?? ''] ?? refusals.malformed
  const { headers, body } = bareRefusal(code)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
}

/** Node's own answer to an expectation it does not know has neither body nor headers. */
function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const { headers, body } = bareRefusal('expectation_failed')
  response.writeHead(errorCatalogue.expectation_failed.status, headers).end(body)
}

/** A failure in the common shape, made without the rest of the server. */
function bareRefusal(code: ErrorCode): { headers: Record<string, string | number>; body: string } {
  const { message, status } = errorCatalogue[code]
  const list = status === 400 ? { errorMessageList: [message] } : {}
  const body = JSON.stringify({ message, code, requestId: randomUUID(), ...list })
  const headers = {
    ...bareHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  return { headers, body }
}

/** Calls without a payload may say that they send JSON all the same. */
function readJson(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    const text = String(body)
    return isBoundedJson(text) ? parseJson(request, text, done) : done(new DomainError('invalid_input'))
  })
}

import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { DomainError } from '../errors.ts'
import type { Secrets } from '../secrets.ts'

const cookieName = 'XSRF-TOKEN'
const headerName = 'x-xsrf-token'
const tokenPattern = /^([\w-]+)\.([\w-]+)$/

/**
 * Signed double-submit tokens (decision W5): the readable cookie is echoed in a header, and is bound to the
 * session once there is one, so that another session's pair is refused.
 */
export class Csrf {
  readonly #secrets: Secrets
  readonly #origin: string
  /** Pairs of a token and its session that were good: every call brings one along. */
  readonly #known = new LRUCache<string, true>({ max: 10_000 })

  constructor(secrets: Secrets, publicUrl: string) {
    this.#secrets = secrets
    this.#origin = new URL(publicUrl).origin
  }

  /** Sets the cookie where the client lacks one that is good for its session. */
  offer(request: FastifyRequest, reply: FastifyReply, sessionToken: string | undefined): void {
    if (!this.#isGood(request.cookies[cookieName], sessionToken)) this.issue(reply, sessionToken)
  }

  /** Sets a new cookie, e.g. after login. */
  issue(reply: FastifyReply, sessionToken: string | undefined): void {
    const nonce = randomBytes(16).toString('base64url')
    reply.setCookie(cookieName, `${nonce}.${this.#sign(nonce, sessionToken)}`, {
      path: '/',
      sameSite: 'lax',
      secure: this.#origin.startsWith('https:'),
    })
  }

  /** @throws DomainError `csrf` unless header and cookie agree and belong to the session, and the origin is ours. */
  check(request: FastifyRequest, sessionToken: string | undefined): void {
    const { origin } = request.headers
    const header = request.headers[headerName]
    const cookie = request.cookies[cookieName]
    const isEchoed = typeof header === 'string' && cookie !== undefined && header === cookie
    if ((origin !== undefined && !this.#isOurs(origin)) || !isEchoed || !this.#isGood(cookie, sessionToken)) {
      throw new DomainError('csrf')
    }
  }

  /** A GET that changes state is refused to pages of other sites. */
  checkSameSite(request: FastifyRequest): void {
    const { origin } = request.headers
    const site = request.headers['sec-fetch-site']
    const isForeign = origin !== undefined && !this.#isOurs(origin)
    if (isForeign || site === 'cross-site' || site === 'same-site') throw new DomainError('csrf')
  }

  /** On loopback the names `localhost` and `127.0.0.1` are one place. */
  #isOurs(origin: string): boolean {
    const loopback = (url: string) => url.replace('://127.0.0.1', '://localhost')
    return loopback(origin) === loopback(this.#origin)
  }

  #isGood(token: string | undefined, sessionToken: string | undefined): boolean {
    const [, nonce, signature] = tokenPattern.exec(token ?? '') ?? []
    if (!nonce || !signature) return false
    // The token has no space in it: no other pair reads the same.
    const pair = `${token} ${sessionToken}`
    if (this.#known.has(pair)) return true
    const expected = Buffer.from(this.#sign(nonce, sessionToken))
    const actual = Buffer.from(signature)
    const isGood = actual.length === expected.length && timingSafeEqual(actual, expected)
    if (isGood) this.#known.set(pair, true)
    return isGood
  }

  #sign(nonce: string, sessionToken: string | undefined): string {
    return this.#secrets.hmac('csrf', `${nonce}:${sessionToken ?? ''}`).toString('base64url')
  }
}

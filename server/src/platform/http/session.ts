import { createHash, hash, randomBytes } from 'node:crypto'
import type { Role } from '@almanac/contract/endpoint'
import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { placeSql } from '../statement-shapes.ts'

/** By what a session is known. */
export interface SessionKey {
  /** Finds it; another one after the password was changed. */
  readonly tokenHash: Buffer
  /** Names its login, from the login to the logout: what was paid for in it stays paid. */
  readonly loginHash: Buffer
}

/** A signed-in platform operator; belongs to no tenant. */
export interface AdminSession extends SessionKey {
  readonly role: 'admin'
  readonly userId: number
  readonly tenantId: null
  readonly tenantUrl: null
  readonly timeZone: null
}

/** A signed-in operator (`customer`) or consumer of one tenant. */
export interface TenantSession extends SessionKey {
  readonly role: 'customer' | 'consumer'
  readonly userId: number
  readonly tenantId: number
  readonly tenantUrl: string
  /** The tenant's zone. */
  readonly timeZone: string
}

export type Session = AdminSession | TenantSession

export interface FoundSession {
  readonly session: Session
  /** A remembered one that was used: it and its cookie should last anew. */
  readonly isToProlong: boolean
  /** What was asked for beside it; null where it was nothing, or is not there. */
  readonly beside: unknown
}

/** Whose session it is, in the statement that finds it: for what is read beside it. */
export const ownSql = {
  userId: sql<number>`u.id`,
  role: sql<Role>`u.role`,
  tenantId: sql<number>`u.tenant_id`,
  loginHash: placeSql<Buffer>('loginHash'),
} as const

/** What of a call's address is another for each login: given to the statement that finds the session each time it is sent. */
export const askedSql = {
  session: placeSql<string>('session'),
  audioId: placeSql<number>('audioId'),
} as const

/** What is read in the statement that finds the session, over `ownSql` and all of `u`, the user, and `t`, their tenant. */
export interface Beside {
  /** All that the text depends on: for two of the same shape it is made once. */
  shape: string
  build: () => RawBuilder<unknown>
  /** Of `askedSql`. */
  asked: { session?: string | undefined; audioId?: number | undefined }
}

/** Finds the session of a cookie; role and tenant are read from the database on each request. */
export type ResolveSession = (key: SessionKey, beside?: Beside) => Promise<FoundSession | null>

/** How long a remembered session lasts after its last use, and any other at the most, in seconds (decision W6). */
export const sessionSeconds = { remembered: 30 * 24 * 3600, browser: 12 * 3600 } as const

/** A few megabytes; beyond it each session is counted with its address once, until it is seen again. */
const recentSessionsMax = 50_000

/** A new opaque session token of 256 bits, as the cookie carries it. */
export function newSessionToken(): string {
  return randomBytes(32).toString('base64url')
}

/** A new token for the session of another: it names the same login, and nothing of it can be guessed from the old one. */
export function rotateToken(token: string): string {
  return `${loginPart(token)}.${newSessionToken()}`
}

/** What a token and all that were made of it by `rotateToken` have in common. */
function loginPart(token: string): string {
  return token.split('.', 1)[0] ?? token
}

/** By what the session of a token is known. */
export function sessionKeyOf(token: string): SessionKey {
  return { tokenHash: hashToken(token), loginHash: hashToken(loginPart(token)) }
}

/** A name for a login that its user may know: the session can't be found by it. */
export function loginIdOf({ loginHash }: SessionKey): string {
  return createHash('sha256').update('login').update(loginHash).digest('base64url').slice(0, 16)
}

/** What is stored of a session token. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

/**
 * Cookies that were a session's not long ago, so that each session has a rate of its own while invented cookies share
 * that of their address.
 */
export class RecentSessions {
  readonly #tokens = new Set<string>()

  add(token: string): void {
    if (this.#tokens.size >= recentSessionsMax) this.#tokens.clear()
    this.#tokens.add(token)
  }

  has(token: string): boolean {
    return this.#tokens.has(token)
  }
}

/** The name of the session's cookie: on https the browser vouches for who set it (decision W6). */
export function sessionCookieName(publicUrl: string): 'sid' | '__Host-sid' {
  return publicUrl.startsWith('https:') ? '__Host-sid' : 'sid'
}

/** Reads and writes the session cookie. */
export class SessionCookie {
  readonly #name: string
  readonly #isSecure: boolean

  constructor(publicUrl: string) {
    this.#isSecure = publicUrl.startsWith('https:')
    this.#name = sessionCookieName(publicUrl)
  }

  read(request: FastifyRequest): string | undefined {
    return request.cookies[this.#name]
  }

  write(reply: FastifyReply, token: string, isRemembered: boolean): void {
    reply.setCookie(this.#name, token, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: this.#isSecure,
      ...(isRemembered ? { maxAge: sessionSeconds.remembered } : {}),
    })
  }

  clear(reply: FastifyReply): void {
    reply.clearCookie(this.#name, { path: '/', httpOnly: true, sameSite: 'lax', secure: this.#isSecure })
  }
}

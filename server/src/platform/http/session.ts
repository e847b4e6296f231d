import { createHash, randomBytes } from 'node:crypto'
import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A signed-in platform operator; belongs to no tenant. */
export interface AdminSession {
  readonly role: 'admin'
  readonly userId: number
  readonly tenantId: null
  readonly tenantUrl: null
  readonly timeZone: null
  readonly tokenHash: Buffer
}

/** A signed-in operator (`customer`) or consumer of one tenant. */
export interface TenantSession {
  readonly role: 'customer' | 'consumer'
  readonly userId: number
  readonly tenantId: number
  readonly tenantUrl: string
  /** The tenant's zone. */
  readonly timeZone: string
  readonly tokenHash: Buffer
}

export type Session = AdminSession | TenantSession

/** Finds the session of a cookie; role and tenant are read from the database on each request. */
export type ResolveSession = (tokenHash: Buffer) => Promise<Session | null>

/** How long a remembered session lasts after its last use, and any other at the most, in seconds (decision W6). */
export const sessionSeconds = { remembered: 30 * 24 * 3600, browser: 12 * 3600 } as const

/** A new opaque session token of 256 bits, as the cookie carries it. */
export function newSessionToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a session token. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Reads and writes the session cookie; on https it is `__Host-sid`. */
export class SessionCookie {
  readonly #name: string
  readonly #isSecure: boolean

  constructor(publicUrl: string) {
    this.#isSecure = publicUrl.startsWith('https:')
    this.#name = this.#isSecure ? '__Host-sid' : 'sid'
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

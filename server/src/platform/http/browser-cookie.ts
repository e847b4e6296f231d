import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** How long a browser is known after its last login, in seconds: 400 days, the most that browsers keep a cookie. */
export const knownBrowserSeconds = 400 * 24 * 3600

/**
 * The cookie by which a browser that signed in before is known again: it opens nothing, and stays after logging out.
 * On https it is `__Host-browser`.
 */
export class BrowserCookie {
  readonly #name: string
  readonly #isSecure: boolean

  constructor(publicUrl: string) {
    this.#isSecure = publicUrl.startsWith('https:')
    this.#name = this.#isSecure ? '__Host-browser' : 'browser'
  }

  read(request: FastifyRequest): string | undefined {
    return request.cookies[this.#name]
  }

  write(reply: FastifyReply, token: string): void {
    reply.setCookie(this.#name, token, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: this.#isSecure,
      maxAge: knownBrowserSeconds,
    })
  }
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet from 'helmet'
import { permissionsPolicy } from './permissions-policy.ts'

/** Origins besides our own that a page may use. */
export interface PageSources {
  script: readonly string[]
  frame: readonly string[]
  /** Those that scripts may call. */
  connect: readonly string[]
}

/** What of a page's own scripts and style sheets a policy allows, each by its hash, `'sha256-…'`. */
export interface InlineHashes {
  script: readonly string[]
  style: readonly string[]
}

export interface SecurityOptions {
  publicUrl: string
  /** Of the card fields. */
  pageSources: PageSources
  /** Whether browsers keep our pages in a process apart from other ports of the same host, the sandbox's frames among them. */
  isolatesOrigin: boolean
  /** There are none unless given. */
  inline?: InlineHashes
}

/** The headers that every answer has, by their names in small letters; made once, since they never change. */
export function securityHeaders(options: SecurityOptions): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {}
  const collect = {
    setHeader: (name: string, value: unknown) => {
      headers[name.toLowerCase()] = String(value)
    },
    removeHeader: () => undefined,
  }
  helmet(policies(options))({} as IncomingMessage, collect as unknown as ServerResponse, (error) => {
    if (error) throw error
  })
  return { ...headers, 'permissions-policy': permissionsPolicy(options.pageSources.frame) }
}

function policies({ publicUrl, pageSources, isolatesOrigin, inline }: SecurityOptions) {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'", ...pageSources.script, ...(inline?.script ?? [])],
        'style-src': ["'self'", ...(inline?.style ?? [])],
        'img-src': ["'self'", 'data:', 'blob:'],
        'media-src': ["'self'", 'blob:'],
        'connect-src': ["'self'", ...pageSources.connect],
        'frame-src': ["'self'", ...pageSources.frame],
        'frame-ancestors': ["'none'"],
        'form-action': ["'self'"],
        'base-uri': ["'none'"],
        'object-src': ["'none'"],
      },
    },
    frameguard: { action: 'deny' as const },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' as const },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' as const },
    crossOriginEmbedderPolicy: false,
    originAgentCluster: isolatesOrigin,
    strictTransportSecurity: publicUrl.startsWith('https:') ? { maxAge: 31_536_000 } : false,
  }
}

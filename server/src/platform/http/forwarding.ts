import type { FastifyInstance, FastifyRequest } from 'fastify'

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** What proxies add to the requests that they pass on. */
const forwardingHeaders = [
  'x-forwarded-for',
  'x-real-ip',
  'forwarded',
  'x-forwarded-host',
  'x-forwarded-proto',
  'cf-connecting-ip',
  'true-client-ip',
  'via',
] as const

type TrustedProxies = string | false | ((address: string, hop: number) => boolean)

/**
 * Whose `X-Forwarded-For` is believed. Unset, it is this machine's own: a proxy here would otherwise make one address of
 * all visitors, and one of them could use up what all may do; who connects from elsewhere is never believed.
 */
export function trustedProxies(setting: string | undefined, isOnSocket: boolean): TrustedProxies {
  // Only those connect to a socket whom its folder lets in; such a connection has no address.
  if (isOnSocket) return (_address, hop) => hop === 0
  return setting === 'none' ? false : (setting ?? 'loopback')
}

/** Whether a request comes from a program on this machine, and not from a proxy that runs here. */
export function isFromThisMachine(request: FastifyRequest): boolean {
  return loopback.has(request.socket.remoteAddress ?? '') && findForwardingHeader(request) === undefined
}

/** Names of this machine for programs on it. */
const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Whether a request names this server as we know it: by a name of this machine or by the host of PUBLIC_URL. A page of
 * another site whose name was made to lead here (DNS rebinding) sends its own name. `X-Forwarded-Host` doesn't count: such a
 * page could send it.
 */
export function namesThisServer({ raw }: FastifyRequest, publicUrl: string): boolean {
  const url = URL.parse(`http://${raw.headers.host}`)
  return url !== null && (loopbackNames.has(url.hostname) || url.hostname === new URL(publicUrl).hostname)
}

/** Says once, at the first request that a proxy passed on, that TRUST_PROXY should name the proxy. */
export function warnOfForwarding(app: FastifyInstance): void {
  let isWarned = false
  app.addHook('onRequest', async (request) => {
    const header = isWarned ? undefined : findForwardingHeader(request)
    if (header === undefined) return
    isWarned = true
    request.log.warn(
      { peer: request.socket.remoteAddress, header },
      'requests come through a proxy while TRUST_PROXY is unset: unless the proxy is on this machine and sends X-Forwarded-For, all its visitors count as one address. Set TRUST_PROXY to the addresses of the proxies, or to none',
    )
  })
}

function findForwardingHeader({ headers }: FastifyRequest): string | undefined {
  return forwardingHeaders.find((name) => headers[name] !== undefined)
}

import { isIP } from 'node:net'

interface ProxySettings {
  NODE_ENV: string
  HOST: string
  SOCKET?: string | undefined
  WEB_PROCESSES: number
  PUBLIC_URL?: string | undefined
  TRUST_PROXY?: string | undefined
  ALLOW_PLAIN_HTTP: boolean
}

const loopbackHost = /^(localhost|127\.[\d.]+|::1)$/
const namedRanges = new Set(['loopback', 'linklocal', 'uniquelocal'])

/** Whether a setting is `none` or a list that names addresses, ranges of them, or the ranges that have a name. */
export function isProxyList(setting: string): boolean {
  return setting === 'none' || setting.split(',').every((part) => isProxy(part.trim()))
}

function isProxy(part: string): boolean {
  const [address = '', prefix] = part.split('/')
  const version = isIP(address)
  if (version === 0) return namedRanges.has(part)
  return prefix === undefined || (/^\d+$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128))
}

const isPlain = ({ PUBLIC_URL }: ProxySettings) => PUBLIC_URL?.startsWith('http:') === true

/** What keeps production from being reached safely, a line each that starts with the variable's name. */
export function problemsOfReach(settings: ProxySettings): string[] {
  const { NODE_ENV, SOCKET, TRUST_PROXY, WEB_PROCESSES } = settings
  const problems: string[] = []
  if (SOCKET !== undefined && TRUST_PROXY !== undefined)
    problems.push(
      'TRUST_PROXY: is for connections by a port; who connects to SOCKET is believed, and nobody else',
    )
  if (SOCKET !== undefined && WEB_PROCESSES > 1)
    problems.push(
      'WEB_PROCESSES: share a port; with SOCKET each process is started by itself, with one of its own',
    )
  if (NODE_ENV !== 'production' || !isPlain(settings) || settings.ALLOW_PLAIN_HTTP) return problems
  return [
    ...problems,
    'PUBLIC_URL: must be https in production: passwords and sessions would travel in the open. Set ALLOW_PLAIN_HTTP to true where that is meant',
  ]
}

/** What works, but not as one may expect, in sentences. */
export function warningsOfReach(settings: ProxySettings): string[] {
  const isBehindProxy =
    (settings.PUBLIC_URL !== undefined && !isPlain(settings)) || loopbackHost.test(settings.HOST)
  const isTold = settings.TRUST_PROXY !== undefined || settings.SOCKET !== undefined
  if (settings.NODE_ENV !== 'production' || !isBehindProxy || isTold) return []
  return [
    'TRUST_PROXY is not set. A proxy on this machine is believed when it says who a request is from; behind one elsewhere all visitors count as one address. Name the addresses of the proxies (docs/configuration.md).',
  ]
}

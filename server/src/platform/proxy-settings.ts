import { isIP } from 'node:net'

interface ProxySettings {
  NODE_ENV: string
  HOST: string
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

/** What keeps production from being reached safely, a line each that starts with the variable's name. */
export function problemsOfReach(settings: ProxySettings): string[] {
  if (settings.NODE_ENV !== 'production') return []
  const isPlain = settings.PUBLIC_URL?.startsWith('http:') === true
  const isBehindProxy = (settings.PUBLIC_URL !== undefined && !isPlain) || loopbackHost.test(settings.HOST)
  return [
    ...(isPlain && !settings.ALLOW_PLAIN_HTTP
      ? [
          'PUBLIC_URL: must be https in production: passwords and sessions would travel in the open. Set ALLOW_PLAIN_HTTP to true where that is meant',
        ]
      : []),
    ...(isBehindProxy && settings.TRUST_PROXY === undefined
      ? [
          'TRUST_PROXY: is needed in production behind a proxy, as where https ends: all visitors would count as one address. Name the addresses of the proxies (loopback for this machine), or none where connections show who they come from',
        ]
      : []),
  ]
}

import { lazily } from '../../platform/lazily.ts'
import type { Log } from '../../platform/log.ts'

export interface TwilioOptions {
  accountSid: string
  keySid: string
  keySecret: string
  /** Signs callbacks; the API key's secret does not. */
  authToken: string
  messagingServiceSid: string
  /** Origin under which Twilio calls us. */
  publicUrl: string
  /** Origin of the provider sandbox in place of Twilio. */
  sandboxUrl?: string
  /** Wait for an answer, in milliseconds. */
  timeoutMs?: number
  /** Hears of refusals that a setting of ours is to blame for. */
  log?: Pick<Log, 'error'>
}

type Twilio = typeof import('twilio')

/** The SDK, loaded when it is first needed: with all that it brings it is a tenth of what a start loads. */
export async function loadTwilio(): Promise<Twilio> {
  return (await import('twilio')).default
}

type HttpOptions = NonNullable<ConstructorParameters<Twilio['RequestClient']>[0]>
type HttpClient = InstanceType<Twilio['RequestClient']>

const defaultTimeoutMs = 10_000
/** Connections that are kept: as many as messages in hand. The SDK's own 20 would make the others wait. */
const connectionsMax = 100

/**
 * The SDK's client, made when it is first needed. It repeats only what was answered by 429, which is certain not to have
 * been taken.
 */
export function openTwilio(options: TwilioOptions): () => Promise<ReturnType<Twilio>> {
  const http = {
    timeout: options.timeoutMs ?? defaultTimeoutMs,
    autoRetry: true,
    maxRetries: 2,
    maxSockets: connectionsMax,
    maxFreeSockets: connectionsMax,
  }
  return lazily(async () => {
    const twilio = await loadTwilio()
    const httpClient = options.sandboxUrl
      ? clientOfSandbox(twilio, options.sandboxUrl, http)
      : new twilio.RequestClient(http)
    return twilio(options.keySid, options.keySecret, { accountSid: options.accountSid, httpClient })
  })
}

/** Neither region nor edge can name another host, so that the real one becomes the first part of the path. */
function clientOfSandbox({ RequestClient }: Twilio, origin: string, options: HttpOptions): HttpClient {
  class SandboxClient extends RequestClient {
    override request<Body>(request: Parameters<typeof RequestClient.prototype.request<Body>>[0]) {
      const real = new URL(request.uri)
      return super.request<Body>({
        ...request,
        uri: `${origin}/${real.hostname}${real.pathname}${real.search}`,
      })
    }
  }
  return new SandboxClient(options)
}

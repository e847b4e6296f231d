import twilio from 'twilio'
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

type HttpOptions = NonNullable<ConstructorParameters<typeof twilio.RequestClient>[0]>
type HttpRequest<Body> = Parameters<typeof twilio.RequestClient.prototype.request<Body>>[0]

/** Neither region nor edge can name another host, so that the real one becomes the first part of the path. */
class SandboxClient extends twilio.RequestClient {
  readonly #origin: string

  constructor(origin: string, options: HttpOptions) {
    super(options)
    this.#origin = origin
  }

  override request<Body>(request: HttpRequest<Body>) {
    const real = new URL(request.uri)
    return super.request<Body>({
      ...request,
      uri: `${this.#origin}/${real.hostname}${real.pathname}${real.search}`,
    })
  }
}

const defaultTimeoutMs = 10_000

/** The SDK's client. It repeats only what was answered by 429, which is certain not to have been taken. */
export function createTwilioClient(options: TwilioOptions): ReturnType<typeof twilio> {
  const http = { timeout: options.timeoutMs ?? defaultTimeoutMs, autoRetry: true, maxRetries: 2 }
  const httpClient = options.sandboxUrl
    ? new SandboxClient(options.sandboxUrl, http)
    : new twilio.RequestClient(http)
  return twilio(options.keySid, options.keySecret, { accountSid: options.accountSid, httpClient })
}

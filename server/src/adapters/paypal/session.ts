import type * as Sdk from '@paypal/paypal-server-sdk'
import { lazily } from '../../platform/lazily.ts'

export interface PayPalSettings {
  clientId: string
  clientSecret: string
  /** `test` is PayPal's own sandbox. */
  environment: 'test' | 'live'
  /** Where the stand-in listens; without it, PayPal's API. */
  baseUrl?: string
}

type RequestBuilder = ReturnType<ReturnType<Sdk.Client['getRequestBuilderFactory']>>

/** The API for as long as one access token is good. */
export interface PayPalSession {
  sdk: typeof Sdk
  orders: Sdk.OrdersController
  payments: Sdk.PaymentsController
  vault: Sdk.VaultController
  search: Sdk.TransactionSearchController
  /** A request of what the SDK has no call of, with the session's token. */
  request(method: 'GET' | 'POST', path: string): RequestBuilder
}

export interface PayPalSessions {
  /** The present one; where there is none, or it is about to end, another is opened by an OAuth call. */
  open(): Promise<PayPalSession>
  /** Has the next call open another one: PayPal does not take this one's token any more. */
  end(session: PayPalSession): Promise<void>
}

/** A token is not used in the last seconds of its life. */
const reserveMs = 60_000
/** Of an OAuth call. */
const tokenTimeoutMs = 8_000
/** Of any other, which all stop waiting by themselves before. */
const timeoutMs = 60_000

/**
 * Sessions of the account. The SDK is loaded with the first of them. Tokens are asked for here: by itself the SDK keeps a
 * failed OAuth call for ever, and a token that PayPal has ended until its time is over.
 */
export function openSessions(settings: PayPalSettings): PayPalSessions {
  const load = lazily(() => import('@paypal/paypal-server-sdk'))
  let present: Opened | null = null

  async function start(opened: () => Opened): Promise<PayPalSession> {
    const sdk = await load()
    const token = await askForToken(sdk, settings)
    opened().endsAt = performance.now() + Number(token.expiresIn ?? 0n) * 1_000 - reserveMs
    return sessionOf(sdk, makeClient(sdk, settings, token))
  }

  return {
    async open() {
      if (!present || present.endsAt < performance.now()) {
        const opened: Opened = { endsAt: Number.POSITIVE_INFINITY, session: start(() => opened) }
        present = opened
      }
      const opened = present
      try {
        return await opened.session
      } catch (error) {
        if (present === opened) present = null
        throw error
      }
    },
    async end(session) {
      const opened = present
      if (opened && (await opened.session) === session && present === opened) present = null
    },
  }
}

interface Opened {
  session: Promise<PayPalSession>
  /** By the process's own clock. */
  endsAt: number
}

function sessionOf(sdk: typeof Sdk, client: Sdk.Client): PayPalSession {
  const build = client.getRequestBuilderFactory()
  return {
    sdk,
    orders: new sdk.OrdersController(client),
    payments: new sdk.PaymentsController(client),
    vault: new sdk.VaultController(client),
    search: new sdk.TransactionSearchController(client),
    request(method, path) {
      const request = build(method, path)
      request.authenticate([{ oauth2: true }])
      return request
    },
  }
}

/** @throws the SDK's error where PayPal does not accept the keys, or does not answer. */
export async function askForToken(sdk: typeof Sdk, settings: PayPalSettings): Promise<Sdk.OAuthToken> {
  return makeClient(sdk, settings).clientCredentialsAuthManager.fetchToken()
}

function makeClient(sdk: typeof Sdk, settings: PayPalSettings, token?: Sdk.OAuthToken): Sdk.Client {
  const { clientId, clientSecret, environment, baseUrl } = settings
  const { Production, Sandbox } = sdk.Environment
  const options = {
    environment: environment === 'live' ? Production : Sandbox,
    timeout: token ? timeoutMs : tokenTimeoutMs,
    clientCredentialsAuthCredentials: {
      oAuthClientId: clientId,
      oAuthClientSecret: clientSecret,
      // Without its expiry: the SDK asks for none by itself.
      ...(token ? { oAuthToken: { accessToken: token.accessToken, tokenType: token.tokenType } } : {}),
    },
  }
  return baseUrl === undefined ? new sdk.Client(options) : clientAt(sdk, options, new URL(baseUrl))
}

/** The SDK has no option for another host: each of its requests is led there instead. */
function clientAt(sdk: typeof Sdk, options: Partial<Sdk.Configuration>, base: URL): Sdk.Client {
  class ClientAt extends sdk.Client {
    override getRequestBuilderFactory(): ReturnType<Sdk.Client['getRequestBuilderFactory']> {
      const build = super.getRequestBuilderFactory()
      return (...args) => {
        const request = build(...args)
        request.interceptRequest((sent) => {
          const { pathname, search } = new URL(sent.url)
          return { ...sent, url: new URL(`${pathname}${search}`, base).href }
        })
        return request
      }
    }
  }
  return new ClientAt(options)
}

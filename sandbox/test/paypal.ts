import {
  type ApiError,
  Client,
  Environment,
  OrdersController,
  PaymentsController,
  TransactionSearchController,
  VaultController,
} from '@paypal/paypal-server-sdk'
import type { PartialOptions } from '../src/options.ts'
import { openSandbox } from './sandbox.ts'

export const account = { clientId: 'client-of-tests', clientSecret: 'secret-of-tests', webhookId: 'WHTESTS' }

/** Sends the SDK's calls to the sandbox instead of PayPal's hosts. */
class SandboxClient extends Client {
  readonly base: string
  constructor(base: string) {
    super({
      environment: Environment.Sandbox,
      timeout: 5000,
      clientCredentialsAuthCredentials: {
        oAuthClientId: account.clientId,
        oAuthClientSecret: account.clientSecret,
      },
    })
    this.base = base
  }
  override getRequestBuilderFactory(): ReturnType<Client['getRequestBuilderFactory']> {
    const factory = super.getRequestBuilderFactory()
    return (...input) => {
      const builder = factory(...input)
      builder.interceptRequest((request) => {
        const url = new URL(request.url)
        return { ...request, url: this.base + url.pathname + url.search }
      })
      return builder
    }
  }
}

/** A running sandbox with PayPal's SDK pointed at it, raw calls, and what a payer does. */
export async function openPaypal(options: PartialOptions = {}) {
  const sandbox = await openSandbox({ ...options, paypal: { ...account, ...options.paypal } })
  const client = new SandboxClient(sandbox.base)
  const bearer = async (secret = account.clientSecret) => {
    const response = await fetch(`${sandbox.base}/v1/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${account.clientId}:${secret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })
    return { status: response.status, body: (await response.json()) as { access_token: string } }
  }
  let token = ''
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    token ||= (await bearer()).body.access_token
    const response = await fetch(sandbox.base + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(method === 'POST' && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    // biome-ignore lint/suspicious/noExplicitAny: tests look into it as they please
    return { status: response.status, body: text === '' ? null : (JSON.parse(text) as any) }
  }
  return {
    ...sandbox,
    orders: new OrdersController(client),
    payments: new PaymentsController(client),
    vault: new VaultController(client),
    search: new TransactionSearchController(client),
    bearer,
    call,
    /** Presses a button of an approval page; answers where it leads. */
    decide: async (link: string, form: Record<string, string> = { decision: 'approve' }) => {
      const page = new URL(link)
      const response = await fetch(page.origin + page.pathname, {
        method: 'POST',
        body: new URLSearchParams({ ...Object.fromEntries(page.searchParams), ...form }),
        redirect: 'manual',
      })
      return { status: response.status, to: response.headers.get('location') ?? '' }
    },
  }
}

export type OpenPaypal = Awaited<ReturnType<typeof openPaypal>>

export const linkOf = (body: { links?: { rel: string; href: string }[] | undefined }, rel: string): string =>
  body.links?.find((link) => link.rel === rel)?.href ?? ''

/** The first issue of a refused SDK call. */
export async function issueOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise
  } catch (error) {
    const { result } = error as ApiError<{ details?: { issue?: string }[] }>
    return result?.details?.[0]?.issue ?? String(error)
  }
  throw new Error('The call succeeded.')
}

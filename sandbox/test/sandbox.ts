import Stripe from 'stripe'
import twilio from 'twilio'
import type RequestClient from 'twilio/lib/base/RequestClient.js'
import type { PartialOptions } from '../src/options.ts'
import { startSandbox } from '../src/sandbox.ts'
import { startRecorded } from './recorder.ts'

export const accountSid = `AC${'1'.repeat(32)}`
export const serviceSid = `MG${'2'.repeat(32)}`

/** Sends the SDK's calls to the sandbox: its host becomes the first part of the path. */
class SandboxClient extends twilio.RequestClient {
  readonly base: string
  constructor(base: string) {
    super({ timeout: 3000 })
    this.base = base
  }
  override request<Data>(call: RequestClient.RequestOptions<Data>) {
    const url = new URL(call.uri)
    return super.request({ ...call, uri: `${this.base}/${url.hostname}${url.pathname}${url.search}` })
  }
}

/** A running sandbox with the real SDKs pointed at it. */
export async function openSandbox(options: PartialOptions = {}) {
  const sandbox = await startRecorded('sandbox', (publicUrl) =>
    startSandbox({
      webhookRetryMs: 20,
      publicUrl,
      ...options,
      twilio: { stepMs: 5, ...options.twilio },
    }),
  )
  const base = `http://127.0.0.1:${sandbox.port}`
  const stripeWith = (more: { maxNetworkRetries?: number; timeout?: number } = {}, key = 'sk_test_almanac') =>
    new Stripe(key, {
      host: '127.0.0.1',
      port: sandbox.port,
      protocol: 'http',
      telemetry: false,
      maxNetworkRetries: 0,
      timeout: 5000,
      ...more,
    })
  return {
    ...sandbox,
    base,
    stripe: stripeWith(),
    stripeWith,
    twilio: twilio(accountSid, 'token', { httpClient: new SandboxClient(base) }),
    control: (path: string, body: unknown = {}) => send(base, 'POST', `/sandbox/control${path}`, body),
    get: (path: string) => send(base, 'GET', path),
    /** Makes a payment method from a card number, as the card frame does. */
    typeCard: async (number: string) => {
      const form = new URLSearchParams({
        type: 'card',
        'card[number]': number,
        'card[exp_month]': '12',
        'card[exp_year]': '2040',
        'card[cvc]': '123',
      })
      const response = await fetch(`${base}/v1/payment_methods`, {
        method: 'POST',
        headers: { authorization: 'Bearer pk_test_almanac' },
        body: form,
      })
      return { status: response.status, body: (await response.json()) as { id: string } }
    },
  }
}

export type OpenSandbox = Awaited<ReturnType<typeof openSandbox>>

async function send(base: string, method: string, path: string, body?: unknown) {
  const response = await fetch(base + path, {
    method,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
  const json = (await response.json()) as { data: unknown; message?: string }
  return { status: response.status, ...json }
}

/** Repeats `look` until it answers something other than undefined or false. */
export async function until<Value>(look: () => Value | Promise<Value>): Promise<NonNullable<Value>> {
  for (;;) {
    const value = await look()
    if (value !== undefined && value !== null && value !== false) return value as NonNullable<Value>
    await new Promise((done) => setTimeout(done, 10))
  }
}

/** The error of a call that must fail. */
export async function refusal<Failure>(call: Promise<unknown>): Promise<Failure> {
  try {
    await call
  } catch (error) {
    return error as Failure
  }
  throw new Error('The call succeeded.')
}

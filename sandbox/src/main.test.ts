import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

type Child = ChildProcessByStdio<Writable, Readable, null>

let dataDir: string
const children: Child[] = []

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'sandbox-test-'))
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

async function start(env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: { ...process.env, SANDBOX_DATA_DIR: dataDir, ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  children.push(child)
  const line = await new Promise<string>((done, fail) => {
    child.stdout.once('data', (chunk: Buffer) => done(chunk.toString()))
    child.once('exit', () => fail(new Error('The sandbox ended before it was ready.')))
  })
  const ready = JSON.parse(line) as { ready: boolean; port: number; smtpPort: number }
  const stripe = new Stripe('sk_test_x', {
    host: '127.0.0.1',
    port: ready.port,
    protocol: 'http',
    telemetry: false,
  })
  return { child, ready, stripe, ended: new Promise<number | null>((done) => child.once('exit', done)) }
}

const payment: Stripe.PaymentIntentCreateParams = {
  amount: 1299,
  currency: 'usd',
  payment_method: 'pm_card_visa',
  confirm: true,
  allowed_payment_method_types: ['card'],
  metadata: { purchase: '1' },
}

async function paypalToken(port: number): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('client:secret')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  return ((await response.json()) as { access_token: string }).access_token
}

/** Asks for the same order each time. */
async function paypalOrder(port: number, token: string) {
  const response = await fetch(`http://127.0.0.1:${port}/v2/checkout/orders`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'paypal-request-id': 'purchase-1',
    },
    body: JSON.stringify({
      intent: 'CAPTURE',
      purchase_units: [{ amount: { currency_code: 'USD', value: '12.99' } }],
      payment_source: { paypal: {} },
    }),
  })
  return { status: response.status, id: ((await response.json()) as { id: string }).id }
}

describe('the process', () => {
  it('keeps the books and the idempotency keys over a SIGKILL', async () => {
    const first = await start()
    expect(first.ready).toMatchObject({ ready: true, smtpPort: expect.any(Number) })
    const paid = await first.stripe.paymentIntents.create(payment, { idempotencyKey: 'purchase-1' })
    const token = await paypalToken(first.ready.port)
    const order = await paypalOrder(first.ready.port, token)
    first.child.kill('SIGKILL')
    await first.ended

    const second = await start()
    expect(await second.stripe.paymentIntents.retrieve(paid.id)).toMatchObject({ status: 'succeeded' })
    const again = await second.stripe.paymentIntents.create(payment, { idempotencyKey: 'purchase-1' })
    expect(again.id).toBe(paid.id)
    expect((await second.stripe.charges.list()).data).toHaveLength(1)
    expect(await paypalOrder(second.ready.port, token)).toEqual({ ...order, status: 200 })
  })

  it('ends on SIGTERM, even with calls that it never answers', async () => {
    const { child, ready, stripe, ended } = await start()
    await fetch(`http://127.0.0.1:${ready.port}/sandbox/control/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ provider: 'stripe', kind: 'timeout_after_success' }),
    })
    const lost = stripe.paymentIntents
      .create(payment, { maxNetworkRetries: 0 })
      .catch((error: Error) => error)
    await fetch(`http://127.0.0.1:${ready.port}/healthz`)
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(await lost).toBeInstanceOf(Error)
  })

  it('ends when its parent is gone', async () => {
    const { child, ended } = await start({ SANDBOX_EXIT_WITH_PARENT: '1' })
    child.stdin.destroy()
    expect(await ended).toBe(0)
  })
})

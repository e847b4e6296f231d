import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { capturesOf, makeBuyer } from '../../../test/buyer.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { chargeSecondsMax } from '../../features/payments/ports.ts'
import { sandboxAccount } from '../../sandbox-account.ts'
import { chargeSecondsOf, createStripe } from './stripe.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
  await app.sandbox.control('webhooks', { provider: 'stripe', lose: -1 })
})
afterAll(() => app.close())
afterEach(() => fetch(`${app.sandbox.url}/sandbox/control/faults`, { method: 'DELETE' }))

describe('a charge', () => {
  test('is waited for while the issuer takes eleven seconds', { timeout: 40_000 }, async () => {
    const buyer = await makeBuyer(app)
    const slow = { provider: 'stripe', kind: 'latency', latencyMs: 11_000, path: '/v1/payment_intents' }
    await app.sandbox.control('faults', slow)
    const answer = await buyer.buy()
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 201, code: undefined })
    expect(await capturesOf(app, buyer.consumer)).toEqual([2_520])
  })

  test('with all its retries ends before anybody gives its purchase up', () => {
    expect(chargeSecondsOf()).toBeLessThan(chargeSecondsMax)
  })
})

test('a look-up asks once and leaves the next try to whoever comes again', async () => {
  const stripe = createStripe({
    secretKey: sandboxAccount.stripeSecretKey,
    webhookSecret: sandboxAccount.stripeWebhookSecret,
    baseUrl: app.sandbox.url,
  })
  const faults = `${app.sandbox.url}/sandbox/control/faults`
  const times = 100
  await app.sandbox.control('faults', { provider: 'stripe', kind: 'error_500_before', method: '*', times })
  const sent = { customerId: 'cus_1', reference: 'purchase-1', since: app.deps.clock.now() }
  await expect(stripe.lookUp({ ...sent, providerPaymentId: 'pi_1' })).rejects.toThrow('get payment')
  await expect(stripe.lookUp({ ...sent, providerPaymentId: null })).rejects.toThrow('find payment')
  await expect(stripe.cancel('pi_1')).rejects.toThrow('cancel payment')
  const left = (await (await fetch(faults)).json()) as { data: { times: number }[] }
  expect(left.data[0]?.times).toBe(times - 3)
})

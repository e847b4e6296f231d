import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import { seedDemo } from './seed-demo.ts'

let app: TestApp
let live: TestApp

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
  await seedDemo(app.deps)
  live = await startTestApp({
    databaseOf: app,
    environment: {
      PAYMENTS: 'live',
      STRIPE_SECRET_KEY: `sk_test_51GqIC8HYgolSBA35${'x'.repeat(80)}`,
      STRIPE_PUBLISHABLE_KEY: `pk_test_51GqIC8HYgolSBA35${'x'.repeat(80)}`,
      STRIPE_WEBHOOK_SECRET: `whsec_${'x'.repeat(32)}`,
    },
  })
}, 60_000)
afterAll(async () => {
  await live.close()
  await app.close()
})

test('the demo’s cards and customers belong to the sandbox, and are none where payments are live', async () => {
  for (const [table, column] of [
    ['provider_customers', 'account'],
    ['default_payments', 'account'],
    ['purchases', 'provider_account'],
  ]) {
    expect(await app.query(`select distinct ${column} as account from ${table}`)).toEqual([
      { account: 'sandbox' },
    ])
  }
  const [stella] = await app.query<{ id: number }>(`select id from users where username = 'stella'`)
  const noDefaultPaymentAt = async (one: TestApp) => {
    const client = one.client()
    const body = { usernameOrEmail: 'stella', password: 'almanac-demo', rememberMe: false }
    expect((await client.post('/v1/customers/aurora/login', body)).status).toBe(200)
    const answer = await client.get(`/v1/customers/aurora/consumers/${stella?.id}/default-payment`)
    return answer.body.noDefaultPayment
  }
  expect([await noDefaultPaymentAt(app), await noDefaultPaymentAt(live)]).toEqual([false, true])
})

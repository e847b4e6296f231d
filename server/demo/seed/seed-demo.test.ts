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

test('who uploaded what the demo offers stands in the audit trail, in the past', async () => {
  const rows = await app.query<{ action: string; acts: number; things: number; isPast: boolean }>(
    `select action, count(*)::int as acts, bool_and(created_at < now()) as is_past,
       case action when 'add-audio' then (select count(*)::int from audios)
         else (select count(distinct category_id)::int from short_texts) end as things
     from audit_entries where actor_role = 'customer' group by action order by action`,
  )
  expect(rows.map(({ action }) => action)).toEqual(['add-audio', 'add-short-texts'])
  for (const { acts, things, isPast } of rows) expect([acts, isPast]).toEqual([things, true])
})

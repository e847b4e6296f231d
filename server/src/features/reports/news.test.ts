import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeBuyer } from '../../../test/buyer.ts'
import type { MadeTenant } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { sunburstsOf } from '../../../test/sunbursts.ts'
import { formatLocal } from '../../platform/zoned-time.ts'
import { endDeliveries } from '../delivery/end-deliveries.ts'

let app: TestApp
let sun: ReturnType<typeof sunburstsOf>
beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
  sun = sunburstsOf(app)
})
afterAll(() => app.close())

/** Resolves when the operators of a tenant are told that their reports have changed. */
function news(tenant: MadeTenant): Promise<void> {
  return new Promise((resolve) => {
    const stop = app.deps.wakeups.onChange(({ topic, tenantId, role }) => {
      if (topic !== 'reports' || tenantId !== tenant.id || role !== 'customer') return
      stop()
      resolve()
    })
  })
}

/** What an operator reads of today. */
async function readToday(tenant: MadeTenant, report: string) {
  const client = await app.signIn((await app.make.operator(tenant)).username, tenant)
  const today = formatLocal(new Date(), 'America/New_York').slice(0, 10)
  const query = { startDate: today, endDate: today }
  return (await client.get(`/v1/customers/${tenant.url}/${report}`, { query })).body
}

test('a purchase is today’s revenue at what was paid, and operators are told', async () => {
  const buyer = await makeBuyer(app, { priceCents: 1_999, numberOfTokens: 20 })
  const told = news(buyer.tenant)
  expect((await buyer.buy()).status).toBe(201)
  await told
  expect((await readToday(buyer.tenant, 'revenue')).totalRevenue).toBe(19.99)
  expect((await readToday(buyer.tenant, 'gross-sales')).totals).toEqual({
    packageSoldQuantity: 1,
    tokenCount: 20,
    totalAmount: 19.99,
  })
})

test('a reading is one play a session, and operators are told', async () => {
  const tenant = await app.make.tenant()
  const consumer = await app.make.consumer(tenant, { tokens: 30 })
  const client = await app.signIn(consumer.username, tenant)
  const [audio] = await app.query<{ id: number }>(
    `insert into audios (tenant_id, category_id, name, file_name, file_key, size_bytes, duration_seconds, starts_at, ends_at)
     values (${tenant.id}, ${tenant.categoryId}, 'Leo', 'leo.mp3', 'leo-${tenant.url}', 1, 1, now() - interval '1 day', now() + interval '1 day')
     returning id`,
  )
  const charge = (session: string) =>
    client.put(
      `/v1/customers/${tenant.url}/consumers/${consumer.id}/audio/${audio?.id}/charge?session=${session}`,
    )
  const told = news(tenant)
  for (const session of ['session-1', 'session-1', 'session-2'])
    expect((await charge(session)).status).toBe(200)
  await told
  expect((await readToday(tenant, 'usage')).totalAudioPlays).toBe(2)
})

test('a Sunburst counts once charged and no more once returned, and operators are told of both', async () => {
  const tenant = await app.make.tenant()
  await sun.subscriber(tenant)
  await sun.subscriber(tenant, { tokens: 0, mediums: ['sms'] })
  const textId = await sun.text(tenant)
  const charged = news(tenant)
  await sun.plan()
  await charged
  expect((await readToday(tenant, 'usage')).totalSmsSunbrusts).toBe(2)

  const [{ id } = { id: 0 }] = await sun.deliveries(textId)
  const returned = news(tenant)
  await app.deps.db.transact((tx) =>
    endDeliveries(tx, { to: 'undeliverable', from: ['planned'] }, [{ id, reason: 'undeliverable' }]),
  )
  await returned
  expect((await readToday(tenant, 'usage')).totalSmsSunbrusts).toBe(1)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalogueOf } from '../../../test/catalogue.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { sunburstsOf } from '../../../test/sunbursts.ts'

let app: TestApp
let catalogue: Awaited<ReturnType<typeof catalogueOf>>

beforeAll(async () => {
  app = await startTestApp()
  catalogue = await catalogueOf(app)
})
afterAll(() => app.close())

const list = (query: Record<string, string>) =>
  catalogue.client.get('/v1/admin/consumer-categories', { query })
const names = ({ body }: { body: { data: { name: string }[] } }) => body.data.map(({ name }) => name)

test('an admin lists the categories of a tenant in their order, by pages, found by a part of the name', async () => {
  const tenant = await app.make.tenant()
  await app.query(`update categories set name = 'Aries', sort_order = 5 where tenant_id = ${tenant.id}`)
  for (const [name, sortOrder] of [
    ['Zodiac 100%', 1],
    ['Taurus', 9],
  ] as const)
    await catalogue.addCategory(tenant, { name, sortOrder })
  await app.make.category((await app.make.tenant()).id, { name: 'Aries' })
  const customerId = String(tenant.id)
  const all = await list({ customerId })
  expect(all.body).toMatchObject({ totalItems: 3, totalPages: 1, currentPage: 1 })
  expect(names(all)).toEqual(['Zodiac 100%', 'Aries', 'Taurus'])
  expect(names(await list({ customerId, page: '2', itemPerPage: '2' }))).toEqual(['Taurus'])
  expect(names(await list({ customerId, searchText: 'aur' }))).toEqual(['Taurus'])
  expect(names(await list({ customerId, searchText: '%' }))).toEqual(['Zodiac 100%'])
  expect((await list({ customerId, sendList: 'false' })).body).toMatchObject({ totalItems: 3, data: [] })
  const everywhere = await list({ noPagination: 'true', searchText: 'Aries' })
  expect(
    everywhere.body.data.filter(({ name }: { name: string }) => name === 'Aries').length,
  ).toBeGreaterThan(1)
})

test('each says how many receive it and how many texts are still to come', async () => {
  const sunbursts = sunburstsOf(app)
  const tenant = await app.make.tenant()
  await sunbursts.subscriber(tenant, { mediums: ['sms', 'email'] })
  await sunbursts.subscriber(tenant, { mediums: ['email'] })
  const later = new Date(sunbursts.clock.now().getTime() + 86_400_000)
  await sunbursts.text(tenant, { dueAt: later })
  const cancelled = await sunbursts.text(tenant, { dueAt: later })
  await app.query(`update short_texts set state = 'cancelled' where id = ${cancelled}`)
  const { body } = await list({ customerId: String(tenant.id) })
  expect(body.data).toMatchObject([{ subscriberCount: 2, scheduledTextCount: 1 }])
})

test('those of an unknown tenant are 404, and of a deleted one or deleted themselves nowhere', async () => {
  const tenant = await app.make.tenant()
  const deleted = await app.make.category(tenant.id)
  await app.query(`update categories set deleted_at = now() where id = ${deleted}`)
  expect((await list({ customerId: String(tenant.id) })).body.totalItems).toBe(1)
  await app.query(`update tenants set deleted_at = now() where id = ${tenant.id}`)
  for (const customerId of [String(tenant.id), '2000000000'])
    expect((await list({ customerId })).status).toBe(404)
  const all = await list({ noPagination: 'true' })
  expect(all.body.data.filter((row: { customerId: number }) => row.customerId === tenant.id)).toEqual([])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function makeShop() {
  const tenant = await app.make.tenant()
  const ids = [
    await app.make.tokenPackage(tenant, { numberOfTokens: 91, priceCents: 7_280 }),
    await app.make.tokenPackage(tenant, { numberOfTokens: 1, priceCents: 100 }),
    await app.make.tokenPackage(tenant, { numberOfTokens: 28, priceCents: 2_519 }),
  ]
  const deleted = await app.make.tokenPackage(tenant, { numberOfTokens: 2 })
  await app.query(`update packages set deleted_at = now() where id = ${deleted}`)
  await app.query(
    `update packages set is_auto_renewable = true, auto_renew_price_cents = 2240 where id = ${ids[2]}`,
  )
  await app.make.tokenPackage(await app.make.tenant())
  return { tenant, ids }
}

test('consumers and operators see their tenant’s packages, smallest first, in dollars', async () => {
  const { tenant, ids } = await makeShop()
  const consumer = await app.signIn((await app.make.consumer(tenant)).username, tenant)
  const operator = await app.signIn((await app.make.operator(tenant)).username, tenant)
  for (const client of [consumer, operator]) {
    const { body } = await client.get(`/v1/customers/${tenant.url}/packages`)
    expect(body).toMatchObject({ totalItems: 3, totalPages: 1, currentPage: 1 })
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual([ids[1], ids[2], ids[0]])
    expect(body.data[1]).toEqual({
      id: ids[2],
      name: expect.stringMatching(/^Package /),
      price: 25.19,
      numberOfTokens: 28,
      imagePath: null,
      isAutoRenewable: true,
      autoRenewPrice: 22.4,
      customerId: tenant.id,
    })
  }
  const page = await consumer.get(`/v1/customers/${tenant.url}/packages`, {
    query: { page: '2', itemPerPage: '2' },
  })
  expect(page.body).toMatchObject({ totalItems: 3, totalPages: 2, data: [{ id: ids[0] }] })
})

test('a consumer’s own packages come all at once', async () => {
  const { tenant, ids } = await makeShop()
  const consumer = await app.make.consumer(tenant)
  const client = await app.signIn(consumer.username, tenant)
  const { body } = await client.get(`/v1/customers/${tenant.url}/consumers/${consumer.id}/packages`)
  expect(body.packages).toHaveLength(3)
  expect(body.packages[0]).toMatchObject({ id: ids[1], price: 1, consumerAutoRenewablePackages: [] })
})

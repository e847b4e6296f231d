import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalogueOf, mediums } from './catalogue.ts'
import type { TestClient } from './client.ts'
import { startTestApp, type TestApp } from './harness.ts'

let app: TestApp
/** Another server of the same database. */
let other: TestApp
let origin: string
let catalogue: Awaited<ReturnType<typeof catalogueOf>>

beforeAll(async () => {
  app = await startTestApp()
  other = await startTestApp({ databaseOf: app })
  origin = await other.server.listen({ host: '127.0.0.1', port: 0 })
  catalogue = await catalogueOf(app)
})
afterAll(async () => {
  await other.close()
  await app.close()
})

/** The topics that a browser at the other server hears of. */
async function follow(client: TestClient) {
  const { body } = await fetch(`${origin}/v1/events`, {
    headers: { cookie: `sid=${client.cookies.get('sid')}` },
  })
  const topics: string[] = []
  const reader = (body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader()
  void (async () => {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      for (const [, topic = ''] of piece.value.matchAll(/"topic":"(\w+)"/g)) topics.push(topic)
    }
  })().catch(() => undefined)
  return topics
}

test('screens at another server are told at once of what an admin changes, and read nothing stale', async () => {
  const tenant = await app.make.tenant()
  const { body: tokenPackage } = await catalogue.addPackage(tenant)
  const consumer = await app.make.consumer(tenant)
  const client = await other.signIn(consumer.username, tenant)
  const admin = await other.signIn((await app.make.admin()).username, null)
  const [heard, heardByAdmin] = [await follow(client), await follow(admin)]
  const base = `/v1/customers/${tenant.url}`
  const costs = async () => {
    const [signs, packages, details] = await Promise.all([
      client.get(`${base}/consumer-category`),
      client.get(`${base}/packages`),
      other.client().get(`/v1/customer-details-by-url/${tenant.url}`),
    ])
    const [audio] = signs.body.data[0].deliveryMediums
    return [audio.numberOfTokens, packages.body.data[0]?.price, details.body.subscriptionCategory[0].name]
  }
  expect((await costs()).slice(0, 2)).toEqual([7, 25.2])

  await catalogue.updateCategory(tenant.categoryId, tenant, {
    name: 'Ophiuchus',
    deliveryMedium: mediums(9, 1, 1),
  })
  await expect.poll(() => heard).toContain('subscriptions')
  await expect.poll(() => heardByAdmin).toContain('subscriptions')
  expect(await costs()).toEqual([9, 25.2, 'Ophiuchus'])

  await catalogue.updatePackage(tokenPackage.id, tenant, { price: '30' })
  await expect.poll(() => heard).toContain('packages')
  await expect.poll(() => heardByAdmin).toContain('packages')
  expect(await costs()).toEqual([9, 30, 'Ophiuchus'])

  heard.length = 0
  await catalogue.deletePackage(tokenPackage.id)
  await expect.poll(() => heard).toContain('packages')
  expect((await costs())[1]).toBeUndefined()
})

import type { RaisedCost } from '@almanac/contract/subscriptions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalogueOf, mediums } from '../../../test/catalogue.ts'
import type { MadeTenant, MadeUser } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { sunburstsOf } from '../../../test/sunbursts.ts'

let app: TestApp
let sun: ReturnType<typeof sunburstsOf>
let catalogue: Awaited<ReturnType<typeof catalogueOf>>

beforeAll(async () => {
  app = await startTestApp()
  sun = sunburstsOf(app)
  catalogue = await catalogueOf(app)
})
afterAll(() => app.close())

const raise = (tenant: MadeTenant, sms: number, email = 1) =>
  catalogue.updateCategory(tenant.categoryId, tenant, { deliveryMedium: mediums(7, sms, email) })

async function visit(tenant: MadeTenant, consumer: MadeUser) {
  const client = await app.signIn(consumer.username, tenant)
  const costs = `/v1/customers/${tenant.url}/consumers/${consumer.id}/subscription-costs`
  return {
    read: async (): Promise<RaisedCost[]> => (await client.get(costs)).body.raisedCosts,
    answer: (isKept: boolean, toTokens: number, categoryId = tenant.categoryId) =>
      client.put(`${costs}/${categoryId}`, { isKept, costs: [{ medium: 'sms', toTokens }] }),
    subscribe: (expectedTokens: number) =>
      client.put(
        `/v1/customers/${tenant.url}/consumers/${consumer.id}/subscription/${tenant.categoryId}/subscribe`,
        { mediums: ['sms', 'email'], expectedTokens },
      ),
  }
}

const mediumsOf = async ({ id }: MadeUser) =>
  (await app.query<{ medium: string }>(`select medium from subscriptions where consumer_id = ${id}`)).map(
    ({ medium }) => medium,
  )

test('a cost that rises is shown to whoever subscribed before, with what it was, until it is kept', async () => {
  const tenant = await app.make.tenant()
  const consumer = await sun.subscriber(tenant)
  const { read, answer } = await visit(tenant, consumer)
  expect(await read()).toEqual([])
  await raise(tenant, 2)
  await raise(tenant, 3)
  expect(await read()).toMatchObject([
    { consumerCategoryId: tenant.categoryId, costs: [{ medium: 'sms', fromTokens: 1, toTokens: 3 }] },
  ])
  // What was seen of it is no longer all of it.
  expect((await answer(true, 2)).status).toBe(200)
  expect(await read()).toHaveLength(1)
  expect((await answer(true, 3)).body).toEqual({ message: 'Subscription kept.' })
  expect((await answer(true, 3)).status).toBe(200)
  expect([await read(), (await mediumsOf(consumer)).toSorted()]).toEqual([[], ['email', 'sms']])
})

test('is ended by a press, by the medium that costs more, whatever the balance', async () => {
  const tenant = await app.make.tenant()
  const consumer = await sun.subscriber(tenant, { tokens: 0 })
  const { read, answer } = await visit(tenant, consumer)
  await raise(tenant, 2)
  expect((await answer(false, 2)).body).toEqual({ message: 'Unsubscribed successfully.' })
  expect((await answer(false, 2)).status).toBe(200)
  expect([await read(), await mediumsOf(consumer)]).toEqual([[], ['email']])
  const consents = await app.query(
    `select act, medium, source from consents where consumer_id = ${consumer.id} order by id`,
  )
  expect(consents).toEqual([{ act: 'withdrawn', medium: 'sms', source: 'screen' }])
})

test('is not shown to whoever subscribes at the new cost, nor once it has fallen again, nor to anybody else', async () => {
  const tenant = await app.make.tenant()
  const [before, again] = [await sun.subscriber(tenant), await sun.subscriber(tenant)]
  await raise(tenant, 2)
  const visits = { before: await visit(tenant, before), again: await visit(tenant, again) }
  expect((await visits.again.subscribe(3)).status).toBe(200)
  expect([(await visits.before.read()).length, await visits.again.read()]).toEqual([1, []])
  const late = await sun.subscriber(tenant)
  expect(await (await visit(tenant, late)).read()).toEqual([])
  const other = await app.make.tenant()
  expect((await visits.before.answer(true, 2, other.categoryId)).status).toBe(404)
  await raise(tenant, 1)
  expect(await visits.before.read()).toEqual([])
})

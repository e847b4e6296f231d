import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalogueOf, mediums } from '../../../test/catalogue.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { readingsOf } from '../../../test/readings.ts'
import { sunburstsOf } from '../../../test/sunbursts.ts'
import { readSamples } from '../storefront/queries.ts'

let app: TestApp
let catalogue: Awaited<ReturnType<typeof catalogueOf>>
let sunbursts: ReturnType<typeof sunburstsOf>

beforeAll(async () => {
  app = await startTestApp()
  catalogue = await catalogueOf(app)
  sunbursts = sunburstsOf(app)
})
afterAll(() => app.close())

const night = new Date('2026-11-18T04:00:00Z')
const noon = new Date('2026-11-17T17:00:00Z')

/** Holds the rows of a tenant's categories, changed or not, so that whoever wants to act on them waits. */
async function holdCategories(tenantId: number, change = 'sort_order = sort_order') {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: isHeld, resolve: begun } = Promise.withResolvers<void>()
  void app.deps.db.transact(async (tx) => {
    await sql`update categories set ${sql.raw(change)} where tenant_id = ${tenantId}`.execute(tx)
    begun()
    await released
  })
  await isHeld
  return {
    release,
    /** Until so many calls wait for a lock. */
    async until(calls: number) {
      const count =
        "select count(*) as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
      try {
        await expect.poll(async () => (await app.query<{ count: number }>(count))[0]?.count).toBe(calls)
      } catch (error) {
        release()
        throw error
      }
    },
  }
}

/** A tenant with a second category, so that the first can go. */
async function makeShop() {
  const tenant = await app.make.tenant()
  await app.make.category(tenant.id)
  return tenant
}

describe('a category that an admin deletes', () => {
  test('cancels its texts, returns what was charged and not sent, ends subscriptions and tells subscribers', async () => {
    const tenant = await makeShop()
    const both = await sunbursts.subscriber(tenant)
    const byEmail = await sunbursts.subscriber(tenant, { mediums: ['email'] })
    const neighbor = await sunbursts.subscriber(await app.make.tenant())
    await sunbursts.clock.set(night)
    const begun = await sunbursts.text(tenant)
    await sunbursts.plan()
    // As a worker leaves it that died between two batches of subscribers.
    await app.query(`update short_texts set planned_at = null where id = ${begun}`)
    const later = await sunbursts.text(tenant, { dueAt: new Date(night.getTime() + 86_400_000) })
    expect((await catalogue.deleteCategory(tenant.categoryId)).body).toEqual({
      message: 'Category deleted successfully.',
    })
    expect(await sunbursts.textState(later)).toBe('cancelled')
    expect(await sunbursts.fates(begun)).toEqual(Array(3).fill(expect.stringMatching(/skipped cancelled$/)))
    expect(await sunbursts.balanceOf(both)).toBe(10)
    expect(await sunbursts.balanceOf(byEmail)).toBe(10)
    expect(await sunbursts.entries(byEmail)).toEqual(['-1 sunburst', '+1 sunburst-return'])
    const left = await app.query(`select 1 from subscriptions where tenant_id = ${tenant.id}`)
    expect(left).toEqual([])
    expect(await catalogue.lettersTo(both.email)).toMatchObject([
      {
        subject: expect.stringMatching(/ has ended$/),
        text: expect.stringContaining('by SMS and email has ended'),
      },
    ])
    expect(await catalogue.lettersTo(byEmail.email)).toHaveLength(1)
    expect(await catalogue.lettersTo(neighbor.email)).toEqual([])
    // Nothing more comes of it, and the text that had begun ends.
    await sunbursts.clock.set(new Date(night.getTime() + 2 * 86_400_000))
    await sunbursts.plan()
    await sunbursts.send()
    expect([await sunbursts.fates(later), await sunbursts.textState(begun)]).toEqual([[], 'sent'])
    expect(await sunbursts.balanceOf(both)).toBe(10)
    await sunbursts.clock.set(noon)
  })

  test('leaves one audit row, with what it was and what it ended', async () => {
    const tenant = await makeShop()
    await sunbursts.subscriber(tenant)
    await sunbursts.text(tenant, { dueAt: new Date(noon.getTime() + 86_400_000) })
    await catalogue.deleteCategory(tenant.categoryId)
    expect(await catalogue.auditCount(tenant)).toBe(1)
    expect(await catalogue.audits(`category:${tenant.categoryId}`)).toEqual([
      {
        action: 'delete-category',
        actorUserId: catalogue.admin.id,
        tenantId: tenant.id,
        before: expect.objectContaining({ id: tenant.categoryId, subscriberCount: 1, scheduledTextCount: 1 }),
        after: { ended: { subscribers: 1, cancelledTexts: 1, withdrawnMessages: 0 } },
      },
    ])
  })

  test('is gone from every list, cannot be subscribed to, and is nobody’s sign any more', async () => {
    const tenant = await makeShop()
    const readings = readingsOf(app)
    const audio = await readings.upload(tenant)
    const consumer = await app.make.consumer(tenant, { tokens: 20 })
    const client = await app.signIn(consumer.username, tenant)
    const own = `/v1/customers/${tenant.url}/consumers/${consumer.id}`
    const pay = (session: string) => client.put(`${own}/audio/${audio.id}/charge?session=${session}`)
    expect((await pay('paid-before')).status).toBe(200)
    await catalogue.deleteCategory(tenant.categoryId)
    const { body } = await client.get(`/v1/customers/${tenant.url}/consumer-category`)
    expect(body.data.map(({ id }: { id: number }) => id)).not.toContain(tenant.categoryId)
    const subscribed = await client.put(`${own}/subscription/${tenant.categoryId}/subscribe`, {
      mediums: ['email'],
    })
    expect(subscribed.status).toBe(404)
    expect((await pay('after-it-went')).status).toBe(404)
    expect((await client.get(`${own}/audio`)).body.data).toEqual([])
    // What was paid for plays on (decision A6).
    expect((await client.get(`${own}/audio/${audio.id}/stream?session=paid-before`)).status).toBe(200)
    expect((await client.get(`${own}/profile`)).body).toMatchObject({
      defaultCategoryId: null,
      defaultCategory: null,
    })
    expect((await client.get('/v1/token-validity')).body.defaultCategoryId).toBeNull()
  })

  test('is subscribed to before, or found gone: never by somebody whom nobody told', async () => {
    const tenant = await makeShop()
    const consumer = await app.make.consumer(tenant, { tokens: 9 })
    const client = await app.signIn(consumer.username, tenant)
    const held = await holdCategories(tenant.id, 'deleted_at = now()')
    const answer = client.put(
      `/v1/customers/${tenant.url}/consumers/${consumer.id}/subscription/${tenant.categoryId}/subscribe`,
      { mediums: ['email'] },
    )
    await held.until(1)
    held.release()
    expect((await answer).status).toBe(404)
    expect(await app.query(`select 1 from subscriptions where tenant_id = ${tenant.id}`)).toEqual([])
  })

  test('is not what the landing page says that a reading costs', async () => {
    const tenant = await makeShop()
    const { body } = await catalogue.addCategory(tenant, { deliveryMedium: mediums(2, 1, 1) })
    expect((await readSamples(app.deps.db.reader, tenant.id)).readingTokens).toBe(2)
    await catalogue.deleteCategory(body.id)
    expect((await readSamples(app.deps.db.reader, tenant.id)).readingTokens).toBe(7)
  })

  test('may be added again under the same name', async () => {
    const tenant = await makeShop()
    const { body } = await catalogue.addCategory(tenant, { name: 'Ophiuchus' })
    await catalogue.deleteCategory(body.id)
    expect((await catalogue.addCategory(tenant, { name: 'Ophiuchus' })).status).toBe(201)
  })
})

describe('the last category of a tenant', () => {
  test('stays, and so does all that hangs on it', async () => {
    const tenant = await app.make.tenant()
    await sunbursts.subscriber(tenant)
    const answer = await catalogue.deleteCategory(tenant.categoryId)
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([
      409,
      'last_category',
      'The last category of a customer cannot be deleted.',
    ])
    expect(await app.query(`select 1 from subscriptions where tenant_id = ${tenant.id}`)).toHaveLength(2)
    expect(await catalogue.auditCount(tenant)).toBe(0)
  })

  test('stays also where all are deleted at the same moment', async () => {
    const tenant = await makeShop()
    const rows = await app.query<{ id: number }>(`select id from categories where tenant_id = ${tenant.id}`)
    const held = await holdCategories(tenant.id)
    const answers = Promise.all(rows.map(({ id }) => catalogue.deleteCategory(id)))
    await held.until(2)
    held.release()
    expect((await answers).map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

test('while a category is being changed nothing is planned of it, and planning goes on elsewhere', async () => {
  const tenant = await makeShop()
  await sunbursts.subscriber(tenant, { mediums: ['email'] })
  const elsewhere = await app.make.tenant()
  await sunbursts.subscriber(elsewhere, { mediums: ['email'] })
  const [text, other] = [await sunbursts.text(tenant), await sunbursts.text(elsewhere)]
  const held = await holdCategories(tenant.id)
  await sunbursts.plan()
  expect([await sunbursts.fates(text), await sunbursts.fates(other)]).toEqual([[], ['email:planned']])
  held.release()
  await expect
    .poll(async () => {
      await sunbursts.plan()
      return sunbursts.fates(text)
    })
    .toEqual(['email:planned'])
})

test('planning and deleting at the same moment end the same: nothing stays charged that was not sent', async () => {
  for (let round = 0; round < 5; round++) {
    const tenant = await makeShop()
    const subscribers = await Promise.all([1, 2, 3].map(() => sunbursts.subscriber(tenant)))
    await sunbursts.clock.set(night)
    const texts = [await sunbursts.text(tenant), await sunbursts.text(tenant)]
    const [deleted] = await Promise.all([
      catalogue.deleteCategory(tenant.categoryId),
      sunbursts.plan(),
      sunbursts.plan(),
    ])
    expect(deleted.status).toBe(200)
    for (const text of texts) {
      const planned = (await sunbursts.fates(text)).filter((fate) => fate.endsWith(':planned'))
      expect(planned).toEqual([])
    }
    for (const subscriber of subscribers) expect(await sunbursts.balanceOf(subscriber)).toBe(10)
  }
  await sunbursts.clock.set(noon)
})

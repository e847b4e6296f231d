import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestClient } from '../../../test/client.ts'
import type { MadeTenant, MadeUser } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

interface Visit {
  tenant: MadeTenant
  consumer: MadeUser
  client: TestClient
  subscribe(mediums: unknown, categoryId?: number): ReturnType<TestClient['put']>
  unsubscribe(categoryId?: number): ReturnType<TestClient['put']>
  mediums(): Promise<string[]>
}

async function visit(values: { tokens?: number; smsPhoneNumber?: string } = {}): Promise<Visit> {
  const tenant = await app.make.tenant()
  const consumer = await app.make.consumer(tenant, { tokens: 5, smsPhoneNumber: '+16175550177', ...values })
  const client = await app.signIn(consumer.username, tenant)
  const base = `/v1/customers/${tenant.url}`
  return {
    tenant,
    consumer,
    client,
    subscribe: (mediums, categoryId = tenant.categoryId) =>
      client.put(`${base}/consumers/${consumer.id}/subscription/${categoryId}/subscribe`, { mediums }),
    unsubscribe: (categoryId = tenant.categoryId) =>
      client.put(`${base}/subscription/${categoryId}/unsubscribe`),
    async mediums() {
      const rows = await app.query<{ medium: string }>(
        `select medium from subscriptions where consumer_id = ${consumer.id} order by medium`,
      )
      return rows.map(({ medium }) => medium)
    },
  }
}

describe('subscribing', () => {
  test('replaces the choice, and unsubscribing ends it', async () => {
    const { subscribe, unsubscribe, mediums } = await visit()
    const answer = await subscribe(['sms', 'email'])
    expect([answer.status, answer.body]).toEqual([200, { message: 'Subscription updated successfully.' }])
    expect(await mediums()).toEqual(['email', 'sms'])
    await subscribe(['email'])
    expect(await mediums()).toEqual(['email'])
    for (const _ of [1, 2]) {
      const ended = await unsubscribe()
      expect([ended.status, ended.body]).toEqual([200, { message: 'Unsubscribed successfully.' }])
    }
    expect(await mediums()).toEqual([])
  })

  test('keeps the date of a medium that stays', async () => {
    const { consumer, subscribe } = await visit()
    await subscribe(['email'])
    await app.query(`update subscriptions set created_at = '2026-01-01' where consumer_id = ${consumer.id}`)
    await subscribe(['sms', 'email'])
    const rows = await app.query<{ medium: string; createdAt: Date }>(
      `select medium, created_at from subscriptions where consumer_id = ${consumer.id} order by created_at`,
    )
    expect(rows.map(({ medium }) => medium)).toEqual(['email', 'sms'])
    expect(rows[0]?.createdAt.getUTCFullYear()).toBe(2026)
    expect(rows[0]?.createdAt.getUTCMonth()).toBe(0)
  })

  test('needs the tokens of one message by all media chosen', async () => {
    const { tenant, consumer, subscribe, mediums } = await visit({ tokens: 1 })
    const both = await subscribe(['sms', 'email'])
    expect([both.status, both.body.code]).toEqual([402, 'insufficient_tokens'])
    expect(await mediums()).toEqual([])
    expect((await subscribe(['sms'])).status).toBe(200)
    await app.query(
      `update category_mediums set number_of_tokens = 2 where category_id = ${tenant.categoryId}`,
    )
    expect((await subscribe(['email'])).status).toBe(402)
    await app.make.grant(consumer, 1)
    expect((await subscribe(['email'])).status).toBe(200)
    expect(await mediums()).toEqual(['email'])
  })

  test.each([
    ['no number', undefined],
    ['a Canadian number', '+14165550123'],
    ['a number of Puerto Rico, which `SMS_COUNTRIES` does not name', '+17872345678'],
    ['a number of the Bahamas, which also begins with +1', '+12425550100'],
  ])('by SMS with %s asks for a US one, and e-mail needs none', async (_, smsPhoneNumber) => {
    const { consumer, subscribe } = await visit()
    await app.query(
      `update users set sms_phone_number = ${smsPhoneNumber ? `'${smsPhoneNumber}'` : 'null'}, pending_sms_phone_number = '+16175550178' where id = ${consumer.id}`,
    )
    const answer = await subscribe(['sms', 'email'])
    expect([answer.status, answer.body.code]).toEqual([400, 'sms_number_required'])
    expect((await subscribe(['email'])).status).toBe(200)
  })

  test('by SMS after STOP is refused until START', async () => {
    const { consumer, subscribe } = await visit()
    await app.query(`update users set sms_opted_out_at = now() where id = ${consumer.id}`)
    const answer = await subscribe(['sms'])
    expect([answer.status, answer.body.code]).toEqual([409, 'sms_opted_out'])
    expect((await subscribe(['email'])).status).toBe(200)
  })

  test('by a medium the category does not offer is refused', async () => {
    const { tenant, subscribe } = await visit()
    await app.query(
      `update category_mediums set is_disable = true, number_of_tokens = 0 where category_id = ${tenant.categoryId} and name = 'email'`,
    )
    const answer = await subscribe(['email'])
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input'])
    expect(answer.body.message).toMatch(/does not come by Email\.$/)
  })

  test.each([[[]], [['audio']], [['sms', 'sms']], ['sms'], [undefined]])(
    'the media %j are no choice',
    async (mediums) => {
      const { subscribe } = await visit()
      expect((await subscribe(mediums)).status).toBe(400)
    },
  )

  test("to another tenant's category, a deleted one, or for another consumer is as to one that does not exist", async () => {
    const { tenant, client, subscribe, unsubscribe } = await visit()
    const foreign = (await app.make.tenant()).categoryId
    const deleted = await app.make.category(tenant.id)
    await app.query(`update categories set deleted_at = now() where id = ${deleted}`)
    for (const categoryId of [foreign, deleted, 2_000_000_000]) {
      expect((await subscribe(['email'], categoryId)).status).toBe(404)
      expect((await unsubscribe(categoryId)).status).toBe(404)
    }
    const other = await app.make.consumer(tenant, { tokens: 5 })
    const path = `/v1/customers/${tenant.url}/consumers/${other.id}/subscription/${tenant.categoryId}/subscribe`
    expect((await client.put(path, { mediums: ['email'] })).status).toBe(404)
  })

  test('two changes at once leave one of the two choices', async () => {
    const { subscribe, mediums } = await visit()
    for (let round = 0; round < 5; round++) {
      await Promise.all([subscribe(['sms']), subscribe(['email'])])
      expect(await mediums()).toHaveLength(1)
    }
  })
})

describe('the list of categories', () => {
  const rowsOf = (answer: { body: { data: { id: number }[] } }) => answer.body.data.map(({ id }) => id)

  test('shows a consumer the state of the subscriptions when asked to, and an operator none', async () => {
    const { tenant, client, subscribe } = await visit()
    const second = await app.make.category(tenant.id)
    await subscribe(['email', 'sms'])
    const url = `/v1/customers/${tenant.url}/consumer-category`
    const { body } = await client.get(url, {
      query: { mediums: ['sms', 'email'], includeSubscription: 'true' },
    })
    const byId = new Map(body.data.map((row: { id: number }) => [row.id, row]))
    expect(byId.get(tenant.categoryId)).toMatchObject({
      isSubscribed: true,
      subscribedMediums: ['sms', 'email'],
      customerId: tenant.id,
    })
    expect(byId.get(second)).toMatchObject({ isSubscribed: false, subscribedMediums: [] })
    expect(body.data[0].deliveryMediums.map(({ name }: { name: string }) => name)).toEqual(['sms', 'email'])

    const plain = await client.get(url)
    expect(plain.body.data[0]).not.toHaveProperty('isSubscribed')
    expect(plain.body.data[0].deliveryMediums).toHaveLength(3)

    const operator = await app.make.operator(tenant)
    const asOperator = await (await app.signIn(operator.username, tenant)).get(url, {
      query: { includeSubscription: 'true' },
    })
    expect(asOperator.status).toBe(200)
    expect(asOperator.body.data[0]).not.toHaveProperty('isSubscribed')
  })

  test('is in sort order, of this tenant, without deleted ones and without those that offer none of the media', async () => {
    const { tenant, client } = await visit()
    const [first, silent, gone] = [
      await app.make.category(tenant.id),
      await app.make.category(tenant.id),
      await app.make.category(tenant.id),
    ]
    await app.query(`update categories set sort_order = 9 where id = ${tenant.categoryId}`)
    await app.query(`update categories set deleted_at = now() where id = ${gone}`)
    await app.query(`update categories set sort_order = 2 where id = ${silent}`)
    await app.query(
      `update category_mediums set is_disable = true where category_id = ${silent} and name in ('sms', 'email')`,
    )
    const url = `/v1/customers/${tenant.url}/consumer-category`
    expect(rowsOf(await client.get(url))).toEqual([first, silent, tenant.categoryId])
    expect(rowsOf(await client.get(url, { query: { mediums: 'sms' } }))).toEqual([first, tenant.categoryId])
    const page = await client.get(url, { query: { page: '2', itemPerPage: '2' } })
    expect(page.body).toMatchObject({ totalItems: 3, totalPages: 2, currentPage: 2 })
    expect(rowsOf(page)).toEqual([tenant.categoryId])
    expect((await client.get(url, { query: { sendList: 'false' } })).body).toMatchObject({
      totalItems: 3,
      data: [],
    })
    expect((await client.get(url, { query: { mediums: 'pigeon' } })).status).toBe(400)
  })
})

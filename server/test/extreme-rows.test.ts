import { limits } from '@almanac/contract/limits'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postEntry } from '../src/features/ledger/index.ts'
import type { TestClient } from './client.ts'
import type { MadeTenant } from './factories.ts'
import { startTestApp, type TestApp } from './harness.ts'
import { mp3 } from './readings.ts'

/**
 * Rows with the extreme values that inputs allow, in every list, calendar and export: the first and the last instant, the
 * longest texts, the largest numbers.
 */

let app: TestApp
let tenant: MadeTenant
let consumer: Awaited<ReturnType<TestApp['make']['consumer']>>
let operator: TestClient
let admin: TestClient
let reader: TestClient

const first = '2000-01-01 00:00'
const last = '2100-12-31 23:59'
/** Each of these letters is two units of JavaScript and four bytes. */
const wide = (units: number) => '𝓐'.repeat(Math.floor(units / 2))

const desk = () => `/v1/customers/${tenant.url}`
const own = () => `${desk()}/consumers/${consumer.id}`

beforeAll(async () => {
  app = await startTestApp()
  tenant = await app.make.tenant()
  consumer = await app.make.consumer(tenant)
  operator = await app.signIn((await app.make.operator(tenant)).username, tenant)
  admin = await app.signIn((await app.make.admin()).username, null)
  reader = await app.signIn(consumer.username, tenant)
  await addReadings()
  await addTexts()
  await addMoney()
})
afterAll(() => app.close())

const readingNames = [wide(100), `=${wide(99)}`, 'ab']

async function addReadings(): Promise<void> {
  for (const [audioName, startDateTime, endDateTime] of [
    [readingNames[0], first, first],
    [readingNames[1], first, last],
    [readingNames[2], last, last],
  ] as [string, string, string][]) {
    const fields = {
      audioName,
      startDateTime,
      endDateTime,
      consumerCategoryId: String(tenant.categoryId),
      duration: '0:01',
    }
    const file = { field: 'audio', name: 'a.mp3', type: 'audio/mpeg', content: mp3 }
    expect(await operator.upload(`${desk()}/audio`, fields, file)).toMatchObject({ status: 201 })
  }
}

async function addTexts(): Promise<void> {
  const entry = (messageName: string, disburseDateTime: string) => ({
    messageName,
    textContent: wide(limits.shortTextMaxCharacters),
    disburseDateTime,
  })
  const shortTextList = [entry(wide(100), last), entry('ab', '2100-12-31T23:59:59.999+14:00')]
  const body = { consumerCategoryId: tenant.categoryId, shortTextList }
  expect(await operator.post(`${desk()}/short-text`, body)).toMatchObject({ status: 201 })
  await app.query(
    `insert into short_texts (tenant_id, category_id, message_name, text_content, disburse_at, state)
     values (${tenant.id}, ${tenant.categoryId}, 'First', 'First text', '2000-01-01Z', 'sent')`,
  )
}

async function addMoney(): Promise<void> {
  const packageId = await app.make.tokenPackage(tenant, {
    priceCents: limits.priceMaxDollars * 100,
    numberOfTokens: limits.tokensMax,
  })
  await app.query(`update packages set name = '${wide(50)}' where id = ${packageId}`)
  await app.query(
    `insert into purchases (tenant_id, consumer_id, package_id, package_name, number_of_tokens, amount_cents, provider,
       payment_method, request_hash, state, settled_at, provider_payment_id, provider_capture_id)
     values (${tenant.id}, ${consumer.id}, ${packageId}, '${wide(50)}', ${limits.tokensMax}, ${limits.priceMaxDollars * 100},
       'stripe', 'Stripe', '', 'settled', now(), '${'p'.repeat(200)}', '${'c'.repeat(200)}')`,
  )
  const kind = 'admin' as const
  const about = { tenantId: tenant.id, consumerId: consumer.id, kind, actor: 'system' as const }
  const description = wide(500)
  await app.deps.db.transact(async (tx) => {
    await postEntry(tx, { ...about, creditTokens: limits.tokenEditMax, reference: 'extreme:1', description })
    await postEntry(tx, { ...about, debitTokens: limits.tokenEditMax, reference: 'extreme:2', description })
  })
  const ticket = { description: wide(limits.supportMessageMaxCharacters), email: consumer.email }
  expect(await reader.post(`${own()}/tickets`, ticket)).toMatchObject({ status: 201 })
}

const everyDay = { startDate: '2000-01-01', endDate: '2100-12-31', timeZone: 'UTC' }
const lists: [string, () => TestClient, () => string, Record<string, string>, number][] = [
  ['the operator’s active readings', () => operator, () => `${desk()}/audio`, { isActive: 'true' }, 1],
  ['the operator’s expired readings', () => operator, () => `${desk()}/audio`, { isExpired: 'true' }, 1],
  ['the operator’s unexpired readings', () => operator, () => `${desk()}/audio`, { isUnexpired: 'true' }, 2],
  ['the consumer’s readings', () => reader, () => `${own()}/audio`, {}, 1],
  ['the unsent texts', () => operator, () => `${desk()}/short-text`, { isUnsent: 'true' }, 2],
  ['the sent texts', () => operator, () => `${desk()}/short-text`, { isSent: 'true' }, 1],
  ['the packages', () => operator, () => `${desk()}/packages`, {}, 1],
  ['the admin’s packages', () => admin, () => '/v1/admin/packages', {}, 1],
  ['the admin’s categories', () => admin, () => '/v1/admin/consumer-categories', {}, 1],
  ['the purchases', () => reader, () => `${own()}/purchases`, {}, 1],
  ['the payments', () => admin, () => '/v1/admin/payment-histories', {}, 1],
  ['the consumer’s token history', () => reader, () => `${own()}/token-transactions`, {}, 2],
  ['the token transactions', () => admin, () => '/v1/admin/token-transactions', everyDay, 2],
  ['the consumer’s tickets', () => reader, () => `${own()}/tickets`, {}, 1],
  ['the operator’s tickets', () => operator, () => `${desk()}/tickets`, {}, 1],
  ['the consumers', () => admin, () => '/v1/admin/consumers', {}, 1],
  ['the customers', () => admin, () => '/v1/admin/customers', {}, 1],
]

test.each(lists)('%s list every extreme row', async (_what, client, path, given, count) => {
  const isOfCategory = /\/(audio|short-text)$/.test(path())
  const query = { ...given, ...(isOfCategory && { consumerCategoryId: String(tenant.categoryId) }) }
  const isOfAudioSession = path().includes('/consumers/') && path().endsWith('/audio')
  const answer = await client().get(path(), {
    query: { ...query, ...(isOfAudioSession && { session: 'a-session-of-lists' }) },
  })
  expect({ status: answer.status, total: answer.body.totalItems }).toEqual({ status: 200, total: count })
  expect(answer.body.data).toHaveLength(count)
})

describe('the calendar', () => {
  test.each(['2000-01', '2050-06', '2100-12'])(
    'of %s shows the readings and texts that lie in it',
    async (month) => {
      const { status, body } = await operator.get(`${desk()}/calendar`, { query: { month } })
      expect(status).toBe(200)
      const sign = body.signs.find(({ id }: { id: number }) => id === tenant.categoryId)
      const counts = { readings: sign.readings.length, texts: sign.shortTexts.length }
      const expected = { '2000-01': [2, 0], '2050-06': [1, 0], '2100-12': [2, 2] }[month]
      expect([counts.readings, counts.texts]).toEqual(expected)
    },
  )
})

test.each(['revenue', 'usage', 'gross-sales'])('%s and its file show the largest sale', async (report) => {
  const today = new Date().toISOString().slice(0, 10)
  const query = { startDate: '2000-01-01', endDate: '2000-12-31' }
  const around = { startDate: shift(today, -1), endDate: shift(today, 1) }
  for (const range of [query, around, { startDate: '2100-01-01', endDate: '2100-12-31' }]) {
    for (const path of [report, `${report}/csv`])
      expect((await operator.get(`${desk()}/${path}`, { query: range })).status, path).toBe(200)
  }
  const { body } = await operator.get(`${desk()}/gross-sales`, { query: around })
  expect(body.totals).toMatchObject({ totalAmount: limits.priceMaxDollars, tokenCount: limits.tokensMax })
})

const shift = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

test('the audit and its file show every act on extreme rows', async () => {
  const query = { timeZone: 'UTC', customerId: String(tenant.id) }
  const { body } = await admin.get('/v1/admin/audit-entries', { query })
  const words = body.data.map(({ action }: { action: string }) => action)
  expect(words.filter((action: string) => action === 'add-audio')).toHaveLength(3)
  const file = await admin.get('/v1/admin/audit-entries/csv', { query })
  expect(file.status).toBe(200)
})

describe('a date outside of 2000 to 2100 is refused before anything is written', () => {
  const far = ['0001-01-01T00:00:00Z', '1999-12-31 23:59', '2101-01-01 00:00', '9999-12-31T23:59:00-12:00']
  const rows = () =>
    app.query(`select (select count(*)::int from audios) as audios, (select count(*)::int from short_texts) as texts,
      (select count(*)::int from audit_entries) as acts`)

  test.each(far)('%s', async (time) => {
    const before = await rows()
    const [audio] = await app.query<{ id: number }>('select id from audios order by id limit 1')
    const [text] = await app.query<{ id: number }>(
      `select id from short_texts where state = 'scheduled' limit 1`,
    )
    const entry = { messageName: 'Far', textContent: 'Far text', disburseDateTime: time }
    const reading = { audioName: 'Far', startDateTime: time, endDateTime: time }
    const category = { consumerCategoryId: tenant.categoryId }
    const answers = [
      await operator.post(`${desk()}/audio/copy`, { ...reading, audioId: audio?.id }),
      await operator.post(`${desk()}/audio/copy`, { ...reading, startDateTime: first, audioId: audio?.id }),
      await operator.put(`${desk()}/audio/${audio?.id}`, { ...reading, ...category }),
      await operator.post(`${desk()}/short-text`, { ...category, shortTextList: [entry] }),
      await operator.post(`${desk()}/short-text/copy`, { ...entry, shortTextId: text?.id }),
      await operator.put(`${desk()}/short-text/${text?.id}`, entry),
      await operator.get(`${desk()}/revenue`, {
        query: { startDate: time.slice(0, 10), endDate: '2026-01-01' },
      }),
    ]
    for (const { status, body } of answers)
      expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('from 2000 to 2100')])
    expect(await rows()).toEqual(before)
  })
})

test.each(['2026-12-01 24:00', '2026-12-01 07:60', '2026-12-01T24:00:00Z'])(
  '%s is no time of day, and is refused instead of moved to another day',
  async (time) => {
    const entry = { messageName: 'Late', textContent: 'Late text', disburseDateTime: time }
    const body = { consumerCategoryId: tenant.categoryId, shortTextList: [entry] }
    expect(await operator.post(`${desk()}/short-text`, body)).toMatchObject({ status: 400 })
  },
)

import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { TestClient } from './client.ts'
import { startTestApp, type TestApp } from './harness.ts'
import { type Listener, readingsOf } from './readings.ts'

let app: TestApp
let listener: Listener
let operator: TestClient
let admin: TestClient
let textId: number

beforeAll(async () => {
  app = await startTestApp()
  listener = await readingsOf(app).listener(100)
  const { tenant } = listener
  await listener.client.put(`${listener.base}/${listener.audio.id}/charge?session=heard-here`)
  operator = await app.signIn((await app.make.operator(tenant)).username, tenant)
  admin = await app.signIn((await app.make.admin()).username, null)
  const [text] = await app.query<{ id: number }>(
    `insert into short_texts (tenant_id, category_id, message_name, text_content, disburse_at, state)
     values (${tenant.id}, ${tenant.categoryId}, 'A text', 'Take an hour.', now(), 'sent') returning id`,
  )
  textId = text?.id ?? 0
})
afterAll(() => app.close())

/** Operators' reports are told of a charge by a statement of its own, some time after it. */
const isNews = (query: unknown) => (query as { text?: string }).text?.includes('pg_notify') ?? false

/** How many statements a call sends to the database, each a round trip. */
async function statementsOf(call: () => Promise<{ status: number }>): Promise<number> {
  // The first of its kind may make what the next ones find made.
  await call()
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  try {
    expect((await call()).status).toBeLessThan(300)
    return asked.mock.calls.filter(([query]) => !isNews(query)).length
  } finally {
    asked.mockRestore()
  }
}

const asConsumer = (path: string) => () =>
  listener.client.get(`/v1/customers/${listener.tenant.url}/consumers/${listener.consumer.id}${path}`)
const inTenant = (path: string) => () => listener.client.get(`/v1/customers/${listener.tenant.url}${path}`)
const asOperator = (path: string) => () => operator.get(`/v1/customers/${listener.tenant.url}${path}`)

let charges = 0
const charge = () =>
  listener.client.put(`${listener.base}/${listener.audio.id}/charge?session=charge-${charges++}`)

function hear() {
  const headers = { range: 'bytes=0-1023' }
  return listener.client.get(`${listener.base}/${listener.audio.id}/stream?session=heard-here`, { headers })
}

test.each<[string, () => Promise<{ status: number }>, number]>([
  ['who am I', () => listener.client.get('/v1/token-validity'), 1],
  ["a consumer's readings", asConsumer('/audio?page=1&itemPerPage=20&session=session-one'), 1],
  [
    'those of one sign',
    () => asConsumer(`/audio?category=${listener.tenant.categoryId}&session=session-one`)(),
    1,
  ],
  ['signs with subscriptions', inTenant('/consumer-category?includeSubscription=true'), 1],
  ['Sunbursts that came', asConsumer('/sunbursts'), 2],
  ['packages', asConsumer('/packages'), 1],
  ['the own profile', asConsumer('/profile'), 2],
  ['the own token history', asConsumer('/token-transactions'), 2],
  ['purchases', asConsumer('/purchases'), 2],
  ['the charge of a reading', charge, 2],
  ['a part of a reading that is paid for', hear, 1],
  [
    "an operator's readings",
    () => asOperator(`/audio?consumerCategoryId=${listener.tenant.categoryId}`)(),
    2,
  ],
  ['packages of an operator', asOperator('/packages'), 1],
  ['consumers of all tenants', () => admin.get('/v1/admin/consumers'), 2],
  [
    'all of one consumer',
    () => admin.get(`/v1/admin/consumer-details/${listener.tenant.url}/${listener.consumer.id}`),
    3,
  ],
  ['what became of a text', () => asOperator(`/short-text/${textId}/report`)(), 3],
  ['the rows of a figure', () => asOperator(`/short-text/${textId}/deliveries?state=delivered`)(), 3],
  ['tickets of an operator', asOperator('/tickets'), 3],
  ['a month of the calendar', asOperator('/calendar?month=2031-03'), 1],
  ['the audit trail', () => admin.get('/v1/admin/audit-entries'), 3],
  ['the health of the platform', () => admin.get('/v1/admin/health'), 18],
])('%s: as many statements as it needs', async (_call, send, expected) => {
  expect(await statementsOf(send)).toBe(expected)
})

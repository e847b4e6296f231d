import type { ChangeTopic } from '@almanac/contract/events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestClient } from '../../../test/client.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { announceChange } from '../wakeups.ts'

let app: TestApp
let origin: string

beforeAll(async () => {
  app = await startTestApp()
  origin = await app.server.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.close())

/** What a signed-in browser's event stream says, piece by piece. */
async function follow(client: TestClient) {
  const cookie = `sid=${client.cookies.get('sid')}`
  const { body } = await fetch(`${origin}/v1/events`, { headers: { cookie } })
  const reader = (body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader()
  const next = async () => (await reader.read()).value
  expect(await next()).toContain('retry:')
  return next
}

async function openStream() {
  const tenant = await app.make.tenant()
  const consumer = await app.make.consumer(tenant)
  const client = await app.signIn(consumer.username, tenant)
  const next = await follow(client)
  const change = (topic: ChangeTopic) => announceChange(app.deps.db.reader, { topic, userId: consumer.id })
  return { client, tenant, consumer, next, change }
}

test('a screen is told of what concerns its user, and of nothing else', async () => {
  const { next, change } = await openStream()
  const other = await openStream()
  await other.change('tickets')
  await change('balance')
  expect(await next()).toBe('event: change\ndata: {"topic":"balance"}\n\n')
})

test('what is for the operators of a tenant reaches them, and no consumer', async () => {
  const { tenant, next, change } = await openStream()
  const operator = await app.make.operator(tenant)
  const atDesk = await follow(await app.signIn(operator.username, tenant))
  await announceChange(app.deps.db.reader, { topic: 'reports', tenantId: tenant.id, role: 'customer' })
  expect(await atDesk()).toContain('"reports"')
  await change('balance')
  expect(await next()).toBe('event: change\ndata: {"topic":"balance"}\n\n')
})

test('a stream ends at the logout, also where another process serves it, and other sessions of the user go on', async () => {
  const { client, tenant, consumer, next, change } = await openStream()
  const elsewhere = await follow(await app.signIn(consumer.username, tenant))
  const other = await startTestApp({ databaseOf: app })
  try {
    const there = new TestClient(other.server)
    for (const [name, value] of client.cookies) there.cookies.set(name, value)
    await there.get('/v1/user/logout')
    expect(await next()).toBeUndefined()
  } finally {
    await other.close()
  }
  await change('balance')
  expect(await elsewhere()).toContain('"balance"')
})

test('a stream ends where news was lost, so that its screen asks for all', async () => {
  const { next } = await openStream()
  await app.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen%'`,
  )
  expect(await next()).toBeUndefined()
})

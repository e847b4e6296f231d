import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { TestClient } from '../../../test/client.ts'
import type { MadeTenant } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { noon, sunburstsOf } from '../../../test/sunbursts.ts'

let app: TestApp
let sun: ReturnType<typeof sunburstsOf>
let tenant: MadeTenant
let operator: TestClient
let url: string
/** A connection that keeps something from going on. */
let other: pg.Client

beforeAll(async () => {
  app = await startTestApp()
  sun = sunburstsOf(app)
  tenant = await app.make.tenant({ timeZone: 'America/New_York' })
  operator = await app.signIn((await app.make.operator(tenant)).username, tenant)
  url = `/v1/customers/${tenant.url}/short-text`
  other = new pg.Client({ connectionString: app.databaseUrl })
  await other.connect()
})
afterEach(async () => {
  await other.query('rollback')
  await sun.clock.set(noon)
})
afterAll(async () => {
  await other.end()
  await app.close()
})

const soon = new Date(noon.getTime() + 61_000)
const edit = { messageName: 'Moved', textContent: 'Take it slower.', disburseDateTime: '2026-11-18 12:00' }

const contentOf = async (textId: number) =>
  (
    await app.query<{ messageName: string; disburseAt: Date; state: string }>(
      `select message_name, disburse_at, state from short_texts where id = ${textId}`,
    )
  )[0]

/** How many statements wait for what `other` has locked, or for those who do. */
const waiting = async () =>
  (
    await app.query<{ count: number }>(
      `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  )[0]?.count

describe('a worker that plans a text while it is edited', () => {
  test.each([
    ['edited', () => (id: number) => operator.put(`${url}/${id}`, edit)],
    ['deleted', () => (id: number) => operator.delete(`${url}/${id}`)],
  ])('passes over one that is being %s, and finds it changed', async (_how, act) => {
    await sun.clock.stands()
    const textId = await sun.text(tenant, { dueAt: soon })
    await sun.subscriber(tenant)
    await other.query('begin; lock table audit_entries in exclusive mode')
    const answer = act()(textId)
    await expect.poll(waiting).toBe(1)
    await sun.clock.set(soon)
    await sun.plan()
    expect(await sun.deliveries(textId)).toEqual([])
    await other.query('commit')
    expect((await answer).status).toBe(200)
    await sun.plan()
    expect(await sun.deliveries(textId)).toEqual([])
    expect((await contentOf(textId))?.state).not.toBe('sending')
  })

  test('wins where it was first: the edit changes nothing, however long ago it was begun', async () => {
    await sun.clock.stands()
    const textId = await sun.text(tenant, { dueAt: soon, messageName: 'As it was' })
    const consumer = await sun.subscriber(tenant)
    await other.query(`begin; select from wallets where consumer_id = ${consumer.id} for update`)
    await sun.clock.set(soon)
    const planned = sun.plan()
    await expect.poll(waiting).toBe(1)
    // As a transaction has it that began when the text was not locked yet.
    await sun.clock.set(noon)
    const answers = [operator.put(`${url}/${textId}`, edit), operator.delete(`${url}/${textId}`)]
    await expect.poll(waiting).toBe(3)
    await other.query('commit')
    await planned
    const codes = (await Promise.all(answers)).map(({ status, body }) => [status, body.code])
    expect(codes).toEqual([
      [409, 'text_sent'],
      [409, 'text_sent'],
    ])
    expect(await contentOf(textId)).toEqual({ messageName: 'As it was', disburseAt: soon, state: 'sending' })
    expect(await sun.deliveries(textId)).not.toEqual([])
    expect(await app.query(`select 1 from audit_entries where subject = 'short-text:${textId}'`)).toEqual([])
  })
})

test('an edit that waited until its text was locked changes nothing', async () => {
  await sun.clock.stands()
  const textId = await sun.text(tenant, { dueAt: soon, messageName: 'As it was' })
  await other.query(`begin; select from short_texts where id = ${textId} for update`)
  const answer = operator.put(`${url}/${textId}`, edit)
  await expect.poll(waiting).toBe(1)
  await sun.clock.set(new Date(soon.getTime() - 30_000))
  await other.query('commit')
  const { status, body } = await answer
  expect([status, body.code]).toEqual([409, 'text_locked'])
  expect((await contentOf(textId))?.messageName).toBe('As it was')
})

test('an edit that moves a text wakes the job that plans it', async () => {
  await sun.clock.stands()
  const textId = await sun.text(tenant, { dueAt: new Date(noon.getTime() + 3_600_000) })
  const jobs: unknown[] = []
  other.on('notification', ({ payload }) => jobs.push(payload))
  await other.query('listen jobs')
  await operator.put(`${url}/${textId}`, edit)
  await expect.poll(() => jobs).toContain('plan-due-texts')
})

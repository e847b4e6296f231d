import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ADMIN } from '../../demo/content/users.ts'
import type { MadeTenant } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import { type mayRunDemo, refuseDemo } from './refuse-demo.ts'

type Settings = Parameters<typeof mayRunDemo>[0]
const live: Settings = { NODE_ENV: 'development', MESSAGES: 'live', DEMO_WITH_LIVE_MESSAGES: 'refuse' }
const rehearsal: Settings = { ...live, DEMO_WITH_LIVE_MESSAGES: 'allow' }

let app: TestApp
let demo: MadeTenant

beforeAll(async () => {
  app = await startTestApp()
  demo = await app.make.tenant()
  await app.query(`update tenants set support_email = 'support@aurora.example' where id = ${demo.id}`)
})
beforeEach(() => app.query(`update tenants set deleted_at = null where id = ${demo.id}`))
afterAll(() => app.close())

const deleteTenant = () => app.query(`update tenants set deleted_at = now() where id = ${demo.id}`)
const start = (settings: Settings) => refuseDemo(app.deps.db.reader, settings)

describe('a database that holds the demo', () => {
  test.each<[string, Settings, RegExp]>([
    ['with live messages', live, /Point DATABASE_URL .*DEMO_WITH_LIVE_MESSAGES=allow\.$/],
    [
      'in production',
      { ...live, NODE_ENV: 'production' },
      /Point DATABASE_URL .*admin@almanac\.example\)\.$/,
    ],
    ['in production, also for a rehearsal', { ...rehearsal, NODE_ENV: 'production' }, /Point DATABASE_URL/],
  ])('does not start %s, and says what to do', async (_when, settings, sentence) => {
    await expect(start(settings)).rejects.toThrow(sentence)
  })

  test.each<[string, Settings]>([
    ['with messages in the sandbox', { ...live, MESSAGES: 'sandbox' }],
    ['for a rehearsal', rehearsal],
  ])('starts %s', async (_when, settings) => {
    await expect(start(settings)).resolves.toBeUndefined()
  })

  test('is one no more once its tenants are deleted, and its admin', async () => {
    await app.make.operator(demo)
    await deleteTenant()
    await expect(start(live)).resolves.toBeUndefined()
    const { id } = await app.make.admin()
    await app.query(`update users set email = '${ADMIN.email}' where id = ${id}`)
    await expect(start(live)).rejects.toThrow(/holds the demo/)
    await app.query(`update users set deleted_at = now() where id = ${id}`)
    await expect(start(live)).resolves.toBeUndefined()
  })

  test("is not one for having a tenant of the demo's name", async () => {
    await deleteTenant()
    await app.query(`update tenants set url = 'aurora' where id = ${(await app.make.tenant()).id}`)
    await expect(start(live)).resolves.toBeUndefined()
  })
})

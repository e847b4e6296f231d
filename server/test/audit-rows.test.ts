import { endpoints } from '@almanac/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deskActs, openWorld, type World } from './desk-acts.ts'
import { startTestApp, type TestApp } from './harness.ts'
import { callOf, rolesOf, whoMay } from './who-may.ts'

let app: TestApp
let world: World

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
  world = await openWorld(app, await app.make.tenant({ timeZone: 'America/Denver' }))
})
afterAll(() => app.close())

/** Writes that change nothing but what is shown before one. */
const changeNothing: readonly string[] = ['POST /v1/admin/bulk-short-text/{customerId}/preview']

test('every write of an admin or operator is among these', () => {
  const writes = whoMay
    .filter(
      ([call, who]) => !call.startsWith('GET') && who !== 'anybody' && !rolesOf(who).includes('consumer'),
    )
    .map(([call]) => call)
  const shared = whoMay
    .filter(([call, who]) => !call.startsWith('GET') && Array.isArray(who) && who.length > 1)
    .map(([call]) => call)
  expect([...deskActs.map(([call]) => call), ...changeNothing].sort()).toEqual([...writes, ...shared].sort())
  expect(Object.values(endpoints).map(callOf)).toEqual(expect.arrayContaining(deskActs.map(([call]) => call)))
})

describe('exactly one audit row is left by', () => {
  test.each(deskActs)('%s', async (call, action, act) => {
    const [last] = await app.query<{ id: number }>('select coalesce(max(id), 0) as id from audit_entries')
    const { status, body } = await act(world)
    expect([status < 300, body]).toEqual([true, body])
    const rows = await app.query<{ action: string; actorRole: string }>(
      `select action, actor_role from audit_entries where id > ${last?.id} order by id`,
    )
    const role = call.includes('/v1/admin/') ? 'admin' : 'customer'
    expect(rows).toEqual([{ action, actorRole: role }])
  })
})

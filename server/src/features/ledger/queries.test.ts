import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestClient } from '../../../test/client.ts'
import { type MadeTenant, type MadeUser, unique } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { postEntry } from './index.ts'

let app: TestApp
let admin: TestClient

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signIn((await app.make.admin()).username, null)
})
afterAll(() => app.close())

type Row = { description: string; tokenDebit: number; tokenCredit: number; newTokenBalance: number }

/** A consumer who was given 10 tokens, then spent 7. */
async function spender(tenant: MadeTenant): Promise<MadeUser> {
  const consumer = await app.make.consumer(tenant, { tokens: 10 })
  await app.deps.db.transact((tx) =>
    postEntry(tx, {
      tenantId: tenant.id,
      consumerId: consumer.id,
      debitTokens: 7,
      kind: 'reading',
      reference: unique('test-play:'),
      description: 'Reading: Leo',
      actor: `consumer:${consumer.id}`,
    }),
  )
  return consumer
}

const ask = (query: Record<string, string>) => admin.get('/v1/admin/token-transactions', { query })

describe('the token history of all consumers', () => {
  test('is newest first, with debit, credit and the balance that each left', async () => {
    const tenant = await app.make.tenant()
    const { username } = await spender(tenant)
    const { body } = await ask({ searchText: username })
    expect(body).toMatchObject({ totalItems: 2, totalPages: 1, currentPage: 1 })
    expect(body.data).toEqual([
      {
        id: expect.any(Number),
        username,
        customerUrl: tenant.url,
        description: 'Reading: Leo',
        tokenDebit: 7,
        tokenCredit: 0,
        newTokenBalance: 3,
        createdAt: expect.stringMatching(/Z$/),
      },
      expect.objectContaining({ tokenDebit: 0, tokenCredit: 10, newTokenBalance: 10 }),
    ])
  })

  test.each([
    ['createdAt', [10, 3]],
    ['username', [10, 3]],
    ['description', [3, 10]],
    ['tokenDebit', [10, 3]],
    ['tokenCredit', [3, 10]],
    ['newTokenBalance', [3, 10]],
  ])('is sorted by %s, and the other way round', async (shortByColumn, ascending) => {
    const { username } = await spender(await app.make.tenant())
    const balances = async (isShortAscending: string) => {
      const { body } = await ask({ searchText: username, shortByColumn, isShortAscending })
      return body.data.map((row: Row) => row.newTokenBalance)
    }
    expect(await balances('true')).toEqual(ascending)
    expect(await balances('false')).toEqual([...ascending].reverse())
  })

  test('is searched by a part of the username, whose signs mean themselves', async () => {
    const { username } = await spender(await app.make.tenant())
    expect((await ask({ searchText: username.slice(1).toUpperCase() })).body.totalItems).toBe(2)
    expect((await ask({ searchText: `${username.slice(0, -1)}_` })).body.totalItems).toBe(0)
    expect((await ask({ searchText: '%' })).body.totalItems).toBe(0)
  })

  test('counts days in the zone that is sent, both ends inclusive', async () => {
    const { id, tenantId, username } = await app.make.consumer(await app.make.tenant())
    await app.deps.db.transact((tx) =>
      postEntry(tx, {
        tenantId,
        consumerId: id,
        creditTokens: 1,
        kind: 'admin',
        reference: `late:${id}`,
        description: 'Tokens added',
        actor: 'system',
        createdAt: new Date('2026-11-17T04:30:00Z'),
      }),
    )
    const on = async (day: string, timeZone: string) =>
      (await ask({ searchText: username, startDate: day, endDate: day, timeZone })).body.totalItems
    expect([await on('2026-11-17', 'UTC'), await on('2026-11-16', 'UTC')]).toEqual([1, 0])
    expect([await on('2026-11-16', 'America/New_York'), await on('2026-11-17', 'America/New_York')]).toEqual([
      1, 0,
    ])
  })

  test.each([
    [{ startDate: '2026-11-18', endDate: '2026-11-17' }, 'End date can not be before start date'],
    [{ startDate: 'yesterday' }, 'Start date must be a date as YYYY-MM-DD.'],
    [{ timeZone: 'Mars/Olympus' }, 'The time zone is not known.'],
  ])('%j is refused', async (query, message) => {
    const { status, body } = await ask(query)
    expect([status, body.message]).toEqual([400, message])
  })
})

test("a consumer's own history is its own, newest first", async () => {
  const tenant = await app.make.tenant()
  const consumer = await spender(tenant)
  await spender(tenant)
  const client = await app.signIn(consumer.username, tenant)
  const { body } = await client.get(
    `/v1/customers/${tenant.url}/consumers/${consumer.id}/token-transactions?itemPerPage=1`,
  )
  expect(body).toMatchObject({ totalItems: 2, totalPages: 2, data: [{ description: 'Reading: Leo' }] })
})

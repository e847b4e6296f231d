import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runOn } from '../../../test/database.ts'
import type { MadeUser } from '../../../test/factories.ts'
import { unique } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { superuser } from '../../platform/postgres/create-cluster.ts'
import { postEntry } from './index.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** A consumer whose first 10 tokens came through the door. */
const owner = async () => app.make.consumer(await app.make.tenant(), { tokens: 10 })

async function booksOf({ id }: MadeUser) {
  return app.query<{ balance: number; entries: number[] }>(
    `select w.balance, array(select new_balance from ledger_entries e where e.consumer_id = w.consumer_id order by id) as entries
     from wallets w where w.consumer_id = ${id}`,
  )
}

const entryColumns = 'tenant_id, consumer_id, debit, credit, new_balance, kind, reference, description, actor'
const entryOf = ({ id, tenantId }: MadeUser) =>
  `${tenantId}, ${id}, 0, 5, 15, 'admin', 'bare:${id}', 'x', 'system'`

/** Statements that don't go through `post_ledger_entry`, and the trigger that refuses each. */
const bare: Record<string, [(of: MadeUser) => string, string]> = {
  'an update of a balance': [
    ({ id }) => `update wallets set balance = 11 where consumer_id = ${id}`,
    'wallets_moved_by_the_door',
  ],
  'an update that changes nothing': [
    ({ id }) => `update wallets set balance = balance where consumer_id = ${id}`,
    'wallets_moved_by_the_door',
  ],
  'an update of another tenant': [
    ({ id }) => `update wallets set tenant_id = tenant_id where consumer_id = ${id}`,
    'wallets_moved_by_the_door',
  ],
  'an upsert of a balance': [
    ({ id, tenantId }) =>
      `insert into wallets (tenant_id, consumer_id) values (${tenantId}, ${id}) on conflict (consumer_id) do update set balance = 11`,
    'wallets_moved_by_the_door',
  ],
  'a merge into wallets': [
    ({ id }) =>
      `merge into wallets w using (select ${id} as id) s on w.consumer_id = s.id when matched then update set balance = 11`,
    'wallets_moved_by_the_door',
  ],
  'a wallet that opens with tokens': [
    ({ tenantId }) => `insert into wallets (tenant_id, consumer_id, balance) values (${tenantId}, 999999, 5)`,
    'wallets_open_empty',
  ],
  'a wallet deleted': [({ id }) => `delete from wallets where consumer_id = ${id}`, 'wallets_kept'],
  'wallets truncated': [() => 'truncate wallets cascade', 'wallets_kept'],
  'an entry inserted': [
    (of) => `insert into ledger_entries (${entryColumns}) values (${entryOf(of)})`,
    'ledger_entries_written_by_the_door',
  ],
  'entry and balance changed together': [
    (of) =>
      `with entry as (insert into ledger_entries (${entryColumns}) values (${entryOf(of)}))
       update wallets set balance = 15 where consumer_id = ${of.id}`,
    'wallets_moved_by_the_door',
  ],
  'a block of code': [
    ({ id }) => `do $$ begin update wallets set balance = 11 where consumer_id = ${id}; end $$`,
    'wallets_moved_by_the_door',
  ],
  'words that name the function': [
    ({ id }) =>
      `update wallets set balance = 11 where consumer_id = ${id} /* PL/pgSQL function post_ledger_entry(integer) line 5 */`,
    'wallets_moved_by_the_door',
  ],
  'an entry changed': [
    ({ id }) => `update ledger_entries set credit = 11 where consumer_id = ${id}`,
    'ledger_entries is append-only',
  ],
  'an entry deleted': [
    ({ id }) => `delete from ledger_entries where consumer_id = ${id}`,
    'ledger_entries is append-only',
  ],
  'entries truncated': [() => 'truncate ledger_entries', 'ledger_entries is append-only'],
}

/** Who sends it, and after which settings. The superuser is that of the server which the tests start themselves. */
const senders: [sender: string, settings: string, isSuperuser: boolean][] = [
  ["the product's own role, which owns the tables", '', false],
  ['its role after a setting of its own making', "set almanac.ledger_door = 'open';", false],
  ['a superuser', '', true],
  ['a superuser who switches off ordinary triggers', 'set session_replication_role = replica;', true],
]

async function send(statement: string, isSuperuser: boolean): Promise<void> {
  const url = new URL(app.databaseUrl)
  if (isSuperuser) url.username = superuser
  await runOn(url.href, statement)
}

/** Of a server that is given, the tests know no superuser. */
const asked = senders.filter(([, , isSuperuser]) => !isSuperuser || !process.env.TEST_DATABASE_URL)

describe("the ledger's door: the database refuses", () => {
  describe.each(asked)('to %s', (_sender, settings, isSuperuser) => {
    test.each(Object.entries(bare))('%s', async (_what, [statement, by]) => {
      const of = await owner()
      const refusal = await send(settings + statement(of), isSuperuser).catch((error) => error)
      expect(refusal).toMatchObject({ code: '23000' })
      expect(`${refusal.constraint} ${refusal.message}`).toContain(by)
      expect(await booksOf(of)).toEqual([{ balance: 10, entries: [10] }])
    })
  })

  test.each(asked.filter(([, settings]) => settings.includes('replication')))(
    'an entry through the door too, by %s and with it the trigger of the door',
    async (_sender, settings, isSuperuser) => {
      const { id, tenantId } = await owner()
      const post = `select post_ledger_entry(${tenantId}, ${id}, 1, 0, 'admin', 'closed:${id}', 'x', 'system')`
      await expect(send(settings + post, isSuperuser)).rejects.toThrow('does not open')
    },
  )

  test('every one of them under any replication role', async () => {
    const triggers = await app.query<{ name: string; fires: string }>(
      `select tgname as name, tgenabled as fires from pg_trigger
       where not tgisinternal and tgrelid in ('wallets'::regclass, 'ledger_entries'::regclass)`,
    )
    expect(triggers.map(({ fires }) => fires)).toEqual(triggers.map(() => 'A'))
    expect(triggers.map(({ name }) => name).sort()).toEqual([
      'ledger_entries_append_only',
      'ledger_entries_no_truncate',
      'ledger_entries_written_by_the_door',
      'wallets_kept',
      'wallets_moved_by_the_door',
      'wallets_open_empty',
    ])
  })
})

describe('post_ledger_entry', () => {
  const post = (of: { id: number; tenantId: number }, values: { debit?: number; credit?: number } = {}) =>
    app.query<{ balance: number | null }>(
      `select post_ledger_entry(${of.tenantId}, ${of.id}, ${values.debit ?? 0}, ${values.credit ?? 0},
         'admin', '${unique('test:')}', 'x', 'system') as balance`,
    )

  test('moves the balance and writes its row', async () => {
    const of = await owner()
    expect(await post(of, { debit: 4 })).toEqual([{ balance: 6 }])
    expect(await post(of, { credit: 3 })).toEqual([{ balance: 9 }])
    expect(await booksOf(of)).toEqual([{ balance: 9, entries: [10, 6, 9] }])
  })

  test('answers null where the balance does not cover the debit, and writes nothing', async () => {
    const of = await owner()
    expect(await post(of, { debit: 11 })).toEqual([{ balance: null }])
    expect(await booksOf(of)).toEqual([{ balance: 10, entries: [10] }])
  })

  test.each(['debit', 'credit'])('fails by name where there is no wallet, at a %s', async (side) => {
    const { id } = await app.make.operator(await app.make.tenant())
    await expect(post({ id, tenantId: 1 }, { [side]: 1 })).rejects.toMatchObject({
      code: 'LE404',
      message: expect.stringContaining('has no wallet'),
    })
  })

  test("fails alike for another tenant's consumer", async () => {
    const of = await owner()
    const { id: tenantId } = await app.make.tenant()
    await expect(post({ id: of.id, tenantId }, { debit: 1 })).rejects.toMatchObject({ code: 'LE404' })
    expect(await booksOf(of)).toEqual([{ balance: 10, entries: [10] }])
  })

  test.each([
    ['neither debit nor credit', {}],
    ['both', { debit: 1, credit: 1 }],
    ['a negative debit', { debit: -5 }],
  ])('refuses %s', async (_what, values) => {
    const of = await owner()
    await expect(post(of, values)).rejects.toMatchObject({ code: '23514' })
    expect(await booksOf(of)).toEqual([{ balance: 10, entries: [10] }])
  })

  test('is refused a balance below zero by the wallet itself, whatever the door computed', async () => {
    const of = await owner()
    await expect(post(of, { credit: -11 })).rejects.toMatchObject({ constraint: 'wallets_balance_check' })
    expect(await booksOf(of)).toEqual([{ balance: 10, entries: [10] }])
  })

  test('dates an entry back where it is told when it happened', async () => {
    const of = await owner()
    const createdAt = new Date('2026-09-01T12:00:00Z')
    await app.deps.db.transact((tx) =>
      postEntry(tx, {
        tenantId: of.tenantId,
        consumerId: of.id,
        debitTokens: 1,
        kind: 'reading',
        reference: unique('test:'),
        description: 'x',
        actor: 'system',
        createdAt,
      }),
    )
    expect(
      await app.query(`select created_at from ledger_entries where consumer_id = ${of.id} and debit = 1`),
    ).toEqual([{ createdAt }])
  })
})

describe('post_ledger_entries', () => {
  const post = async (tenantId: number, entries: [consumerId: number, debit: number, credit: number][]) => {
    const arrays = [0, 1, 2].map((column) => `array[${entries.map((entry) => entry[column])}]::int[]`)
    const references = `array[${entries.map(() => `'${unique('batch:')}'`)}]::text[]`
    const rows = await app.query<{ balances: (number | null)[] }>(
      `select post_ledger_entries(${tenantId}, ${arrays}, 'admin', ${references}, ${references}, 'system') as balances`,
    )
    return rows[0]?.balances
  }

  /** Two consumers of a tenant with 10 tokens each. */
  const two = async () => {
    const tenant = await app.make.tenant()
    const make = () => app.make.consumer(tenant, { tokens: 10 })
    return { tenantId: tenant.id, one: await make(), other: await make() }
  }

  test('posts each as if alone, in its order, and answers the balances in that order', async () => {
    const { tenantId, one, other } = await two()
    const balances = await post(tenantId, [
      [other.id, 4, 0],
      [one.id, 7, 0],
      [one.id, 5, 0],
      [other.id, 0, 2],
      [one.id, 3, 0],
    ])
    expect(balances).toEqual([6, 3, null, 8, 0])
    expect(await booksOf(one)).toEqual([{ balance: 0, entries: [10, 3, 0] }])
    expect(await booksOf(other)).toEqual([{ balance: 8, entries: [10, 6, 8] }])
  })

  test('writes none of them where a consumer has no wallet, or is of another tenant', async () => {
    const { tenantId, one } = await two()
    const stranger = await owner()
    const operator = await app.make.operator(await app.make.tenant())
    for (const { id } of [stranger, operator]) {
      await expect(
        post(tenantId, [
          [one.id, 1, 0],
          [id, 1, 0],
        ]),
      ).rejects.toMatchObject({ code: 'LE404' })
    }
    expect(await booksOf(one)).toEqual([{ balance: 10, entries: [10] }])
    expect(await booksOf(stranger)).toEqual([{ balance: 10, entries: [10] }])
  })

  test.each([
    ['neither debit nor credit', 0, 0],
    ['both', 1, 1],
    ['a negative debit', -5, 0],
  ])('refuses all for one with %s', async (_what, debit, credit) => {
    const { tenantId, one, other } = await two()
    await expect(
      post(tenantId, [
        [one.id, 1, 0],
        [other.id, debit, credit],
      ]),
    ).rejects.toMatchObject({ code: '23514' })
    expect(await booksOf(one)).toEqual([{ balance: 10, entries: [10] }])
  })

  test('of two batches in opposite orders none waits for the other for ever', async () => {
    const { tenantId, one, other } = await two()
    const there = [one.id, other.id].map((id): [number, number, number] => [id, 0, 1])
    const batches = Array.from({ length: 20 }, (_, index) =>
      post(tenantId, index % 2 ? there : there.toReversed()),
    )
    await Promise.all(batches)
    expect(await booksOf(one)).toMatchObject([{ balance: 30 }])
    expect(await booksOf(other)).toMatchObject([{ balance: 30 }])
  })
})

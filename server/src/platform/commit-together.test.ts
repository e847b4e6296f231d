import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, runOn } from '../../test/database.ts'
import { isDatabaseAway } from './database-away.ts'
import type { StatementConnection } from './prepared-statements.ts'
import { shareConnections } from './shared-connections.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let shared: ReturnType<typeof shareConnections>
let connection: StatementConnection
/** For looking on. */
let other: pg.Pool

beforeAll(async () => {
  database = await createTestDatabase()
  await runOn(
    database.url,
    "create table notes (word text primary key check (word <> ''), xid xid8 not null)",
  )
  other = new pg.Pool({ connectionString: database.url, max: 1 })
  shared = shareConnections({ connectionString: database.url, lock_timeout: 100 }, { size: 1, writes: true })
  connection = await shared.connect()
})
afterEach(() => other.query('truncate notes'))
afterAll(async () => {
  await shared.end()
  await other.end()
  await database.drop()
})

const note = (word: string) =>
  connection.query({
    name: 'note',
    text: `with noted as (insert into notes values ($1, pg_current_xact_id()) returning word) select word from noted`,
    values: [word],
  })
const noteAll = (...words: string[]) => Promise.allSettled(words.map(note))
const refusalOf = (answer: PromiseSettledResult<pg.QueryResult>) =>
  answer.status === 'fulfilled' ? answer.value.rows[0]?.word : answer.reason.code
const written = async () =>
  (await other.query<{ word: string; xid: string }>('select word, xid::text from notes order by word')).rows

const countWaiting = async () =>
  (
    await other.query(
      `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    )
  ).rowCount

describe('writes of one connection at the same time', () => {
  test('are committed together', async () => {
    const answers = await noteAll('one', 'three', 'two')
    expect(answers.map(refusalOf)).toEqual(['one', 'three', 'two'])
    expect(new Set((await written()).map(({ xid }) => xid)).size).toBe(1)
  })

  test('are answered once all of them are committed', async () => {
    const seen: string[][] = []
    const words = ['a', 'b', 'c', 'd']
    await Promise.all(
      words.map(async (word) => {
        await note(word)
        seen.push((await written()).map((row) => row.word))
      }),
    )
    expect(seen).toEqual(Array(4).fill(words))
  })

  test.each([
    ['one that the table has', 'one'],
    ['one that breaks a rule of it', ''],
  ])('one that is refused is refused alone: %s', async (_, wrong) => {
    const answers = await noteAll('one', 'two', wrong, 'three')
    expect(answers.map(refusalOf)).toEqual(['one', 'two', expect.stringMatching(/^23/), 'three'])
    expect((await written()).map(({ word }) => word)).toEqual(['one', 'three', 'two'])
  })

  test('one that would wait for a lock is refused alone, and nothing of it stays', async () => {
    await other.query('begin')
    await other.query(`insert into notes values ('held', pg_current_xact_id())`)
    const answers = await noteAll('one', 'two', 'held', 'three')
    await other.query('rollback')
    expect(answers.map(refusalOf)).toEqual(['one', 'two', '55P03', 'three'])
    expect((await written()).map(({ word }) => word)).toEqual(['one', 'three', 'two'])
  })

  test('lock their accounts in the order of the ids, whatever order they came in', async () => {
    await connection.query({ text: `select set_config('lock_timeout', '0', false)` })
    await other.query('begin')
    await other.query(`insert into notes values ('1', pg_current_xact_id())`)
    const answers = noteAll('3', '1', '2')
    await expect.poll(countWaiting).toBe(1)
    await other.query(`set local lock_timeout = '100ms'`)
    // Refused if the batch, which waits for account 1, had locked one of these first.
    await other.query(`insert into notes values ('2', pg_current_xact_id()), ('3', pg_current_xact_id())`)
    await other.query('rollback')
    expect((await answers).map(refusalOf)).toEqual(['3', '1', '2'])
    await connection.query({ text: `select set_config('lock_timeout', '100ms', false)` })
  })

  test('what was on its way when the connection was lost is sent no second time', async () => {
    await other.query('begin')
    await other.query('lock table notes in exclusive mode')
    await connection.query({ text: `select set_config('lock_timeout', '0', false)` })
    const answers = noteAll('one', 'two', 'three')
    await expect.poll(countWaiting).toBe(1)
    await other.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    )
    await other.query('commit')
    for (const answer of await answers)
      expect(answer.status === 'rejected' && isDatabaseAway(answer.reason)).toBe(true)
    expect(await written()).toEqual([])
    expect((await noteAll('again')).map(refusalOf)).toEqual(['again'])
  })
})

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, runOn } from '../../test/database.ts'
import { type Database, openDatabase, type Reader, type Tx } from './database.ts'
import { StatementNames } from './prepared-statements.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Database

beforeAll(async () => {
  database = await createTestDatabase()
  // One connection, so that each statement comes to where the last one was prepared.
  db = openDatabase(database.url, { poolSize: 1 })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const plus = (reader: Reader | Tx, number: number) =>
  sql<{ sum: number }>`select ${number}::int + 1 as sum`.execute(reader)

async function preparedTexts(on: Database): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements where name like 'almanac%'`.execute(on.reader)
  return rows.map((row) => row.statement)
}

test('a statement that comes again is prepared once a connection, whatever its values', async () => {
  for (const number of [1, 2, 3, 4])
    expect((await plus(db.reader, number)).rows).toEqual([{ sum: number + 1 }])
  await db.transact((tx) => plus(tx, 5))
  expect((await preparedTexts(db)).filter((text) => text.includes('as sum'))).toEqual([
    'select $1::int + 1 as sum',
  ])
})

test('what is asked once is not kept ready', async () => {
  await sql`select 1 as "asked once"`.execute(db.reader)
  expect((await preparedTexts(db)).filter((text) => text.includes('asked once'))).toEqual([])
})

test('without preparing, for a pooler that cannot have it, the answers are the same', async () => {
  const plain = openDatabase(database.url, { poolSize: 1, prepare: false })
  try {
    for (const number of [1, 2, 3])
      expect((await plus(plain.reader, number)).rows).toEqual([{ sum: number + 1 }])
    expect(await preparedTexts(plain)).toEqual([])
  } finally {
    await plain.close()
  }
})

const readAll = (reader: Reader | Tx) => sql<Record<string, number>>`select * from grows`.execute(reader)

test('a column that a newer version adds meanwhile fails nobody, in a transaction or out of it', async () => {
  await runOn(database.url, 'create table grows (a int); insert into grows values (1)')
  for (let again = 0; again < 3; again++) await readAll(db.reader)
  await runOn(database.url, 'alter table grows add column b int default 2')
  expect((await readAll(db.reader)).rows).toEqual([{ a: 1, b: 2 }])

  for (let again = 0; again < 3; again++) await readAll(db.reader)
  await runOn(database.url, 'alter table grows add column c int default 3')
  const { rows } = await db.transact(async (tx) => {
    await plus(tx, 1)
    return readAll(tx)
  })
  expect(rows).toEqual([{ a: 1, b: 2, c: 3 }])
})

test('a statement that fails leaves its connection and its name usable', async () => {
  const divide = (by: number) => sql<{ result: number }>`select 6 / ${by}::int as result`.execute(db.reader)
  for (const by of [1, 2]) await divide(by)
  await expect(divide(0)).rejects.toThrow('division by zero')
  expect((await divide(3)).rows).toEqual([{ result: 2 }])
})

test('no more than 500 texts have names, each of its own', () => {
  const names = new StatementNames()
  const texts = Array.from({ length: 600 }, (_, index) => `select ${index}`)
  for (const text of texts) names.nameOf(text)
  // What was seen once is forgotten when it was much, and is seen for the first time again.
  for (const text of texts) names.nameOf(text)
  const named = texts.map((text) => names.nameOf(text) ?? names.nameOf(text))
  expect(new Set(named.filter((name) => name !== undefined)).size).toBe(500)
})

test.each(['begin', 'commit', 'rollback', 'listen changes', 'set local statement_timeout = 1'])(
  '%s is sent as it is',
  (text) => {
    const names = new StatementNames()
    names.nameOf(text)
    expect(names.nameOf(text)).toBeUndefined()
  },
)

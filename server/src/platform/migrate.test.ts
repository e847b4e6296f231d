import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, runOn } from '../../test/database.ts'
import { migrateToLatest } from './migrate.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('finds nothing to do on a migrated database, from two starts at once', async () => {
  const runs = await Promise.all([migrateToLatest(database.url), migrateToLatest(database.url)])
  expect(runs).toEqual([[], []])
})

test('refuses a database that is newer than the program, and names the migration', async () => {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(`insert into kysely_migration (name, timestamp) values ('9999_from_the_future', '2030')`)
  await expect(migrateToLatest(database.url)).rejects.toThrow(
    /newer than this Almanac: .* 9999_from_the_future/,
  )
  await client.query(`delete from kysely_migration where name = '9999_from_the_future'`)
  await client.end()
})

test('a release goes on, and starts again, with what the next one has added', async () => {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const had = `insert into kysely_migration (name, timestamp) values ('9998_adds', '2030')`
  await client.query(`${had}; insert into adding_migrations values ('9998_adds')`)
  expect(await migrateToLatest(database.url)).toEqual([])
  await client.query(`insert into kysely_migration (name, timestamp) values ('9999_removes', '2030')`)
  await expect(migrateToLatest(database.url)).rejects.toThrow(/it has the migration 9999_removes, which/)
  await client.query(
    `delete from kysely_migration where name like '999%'; delete from adding_migrations where name = '9998_adds'`,
  )
  await client.end()
})

describe('of a folder of its own', () => {
  const sources = fileURLToPath(new URL('../../migrations/', import.meta.url))
  let own: Awaited<ReturnType<typeof createTestDatabase>>
  let folder: string

  beforeAll(async () => {
    own = await createTestDatabase()
    // Beside the others: what a migration imports is found from there.
    folder = await mkdtemp(join(sources, '..', 'migrations-'))
    await cp(sources, folder, { recursive: true })
    await runOn(own.url, 'create table hot (id int)')
  })
  afterAll(async () => {
    await rm(folder, { recursive: true })
    await own.drop()
  })

  const add = (name: string, text: string) => writeFile(join(folder, `${name}.ts`), text)

  test('one that only adds is noted as such, in its own transaction', async () => {
    const body = `import { sql } from 'kysely'\nexport const isAdding = true\n`
    await add(
      '9001_adds',
      `${body}export const up = (db) => sql\`alter table hot add column more int\`.execute(db)\n`,
    )
    expect(await migrateToLatest(own.url, folder)).toEqual(['9001_adds'])
    // The release that has no such file.
    expect(await migrateToLatest(own.url)).toEqual([])
  })

  test('one that waits for a lock lets others pass, and is done once it is free', async () => {
    await add(
      '9002_removes',
      `import { sql } from 'kysely'\nexport const up = (db) => sql\`alter table hot drop column more\`.execute(db)\n`,
    )
    const reader = new pg.Client({ connectionString: own.url })
    await reader.connect()
    await reader.query('begin; select * from hot')
    const migrated = migrateToLatest(own.url, folder)
    const other = new pg.Client({ connectionString: own.url, query_timeout: 4_000 })
    await other.connect()
    const isWaiting = () =>
      other
        .query(`select from pg_locks where not granted and locktype = 'relation'`)
        .then(({ rowCount }) => rowCount)
    await expect.poll(isWaiting).toBe(1)
    // It stands behind the one that waits, and would until the reader is done.
    await other.query('select * from hot')
    await reader.query('commit')
    expect(await migrated).toEqual(['9002_removes'])
    await expect(migrateToLatest(own.url)).rejects.toThrow(/it has the migration 9002_removes, which/)
    await Promise.all([reader.end(), other.end()])
  })
})

import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import { migrateToLatest } from './migrate.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

it('finds nothing to do on a migrated database, from two starts at once', async () => {
  const runs = await Promise.all([migrateToLatest(database.url), migrateToLatest(database.url)])
  expect(runs).toEqual([[], []])
})

it('refuses a database that is newer than the program, and names the migration', async () => {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(`insert into kysely_migration (name, timestamp) values ('9999_from_the_future', '2030')`)
  await expect(migrateToLatest(database.url)).rejects.toThrow(
    /newer than this Almanac: .* 9999_from_the_future/,
  )
  await client.query(`delete from kysely_migration where name = '9999_from_the_future'`)
  await client.end()
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import { dumpDatabase } from './dump-database.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let folder: string

beforeEach(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'almanac-dump-'))
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
  await database.drop()
})

test('a schema that cannot be told of a restore is backed up once it can', async () => {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(`delete from kysely_migration where name >= '0042'`)
  await client.end()
  await expect(dumpDatabase(database.url, folder)).rejects.toThrow('Start this one once, and back up then.')
})

import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { migrateToLatest } from '../src/platform/migrate.ts'
import { withDatabase } from '../test/database.ts'
import { unique } from '../test/factories.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const name = unique('migration_')
let before: string
let server: pg.Client
let client: pg.Client

/** A database as it was before 0045, with what one provider had told by then. */
beforeAll(async () => {
  const url = inject('testServerUrl')
  server = new pg.Client({ connectionString: url })
  await server.connect()
  await server.query(`create database ${name}`)
  before = await mkdtemp(join(tmpdir(), 'almanac-migrations-'))
  for (const file of await readdir(here)) {
    if (!/^00([0-3]\d|4[0-4])_.+\.ts$/.test(file)) continue
    await writeFile(join(before, file), `export * from ${JSON.stringify(join(here, file))}\n`)
  }
  await migrateToLatest(withDatabase(url, name), before)
  client = new pg.Client({ connectionString: withDatabase(url, name) })
  await client.connect()
  await client.query(
    `insert into payment_events (provider, event_id, type, body, received_at) values
       ('stripe', 'evt_1', 'charge.odd', '{}', '2026-01-01T10:00:00Z'),
       ('stripe', 'evt_2', 'charge.odd', '{}', '2026-01-02T10:00:00Z')`,
  )
  await migrateToLatest(withDatabase(url, name))
})
afterAll(async () => {
  await client.end()
  await server.query(`drop database ${name} with (force)`)
  await server.end()
  await rm(before, { recursive: true, force: true })
})

test('who has called is known from the events, and what was begun before is held against nobody', async () => {
  const { rows } = await client.query(
    `select name, last_heard_at as heard, watched_from > now() - interval '5 minutes' as is_new
     from callers order by name`,
  )
  expect(rows).toEqual([
    { name: 'paypal', heard: null, is_new: true },
    { name: 'sms', heard: null, is_new: true },
    { name: 'stripe', heard: new Date('2026-01-02T10:00:00Z'), is_new: true },
  ])
})

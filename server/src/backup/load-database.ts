import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { addressOf } from '../platform/database-hosts.ts'
import { migrateTo, migrateToLatest } from '../platform/migrate.ts'
import { type Manifest, rowsFile } from './manifest.ts'

interface Constraint {
  table: string
  name: string
  definition: string
}

interface Trigger {
  table: string
  name: string
  /** `O` for what fires ordinarily, `A` for what fires always. */
  enabled: string
}

/**
 * Loads a backup into an empty database: the schema that it was made of, then every row, with the note that the database was
 * restored, in one transaction, so that there is all of it or nothing; then what later versions changed of the schema.
 * @throws Error where the database is not empty, or rows are missing.
 */
export async function loadDatabase(url: string, folder: string, manifest: Manifest): Promise<void> {
  const { Client, options } = addressOf(url)
  const client = new Client(options)
  await client.connect()
  try {
    await requireEmpty(client)
    await migrateTo(url, manifest.migrations)
    await client.query('begin')
    await loadRows(client, folder, manifest)
    // Whoever starts now finds the note, and holds what may have gone out before anything is sent.
    await client.query('insert into restores (backup_at) values ($1)', [manifest.takenAt])
    await client.query('commit')
  } finally {
    await client.end()
  }
  await migrateToLatest(url)
}

async function requireEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ hasUsers: boolean }>(
    `select to_regclass('users') is not null as "hasUsers"`,
  )
  if (!rows[0]?.hasUsers) return
  const { rowCount } = await client.query('select from users limit 1')
  if (rowCount)
    throw new Error(
      'The database is in use: it has users. A backup is restored into an empty one: set DATA_DIR or DATABASE_URL.',
    )
}

/** Without the triggers and foreign keys, which would refuse rows one by one; both are there again before it is committed. */
async function loadRows(client: pg.Client, folder: string, { tables, sequences }: Manifest): Promise<void> {
  const keys = await readForeignKeys(client)
  const triggers = await readTriggers(client)
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`)
  for (const { table, name } of triggers) await client.query(`alter table ${table} disable trigger ${name}`)
  const quoted = (name: string) => client.escapeIdentifier(name)
  await client.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`)
  for (const { name, columns, rows } of tables) {
    const list = columns.map(quoted).join(', ')
    const loading = client.query(copyFrom(`copy ${quoted(name)} (${list}) from stdin`))
    await pipeline(createReadStream(rowsFile(folder, name)), createGunzip(), loading)
    if (loading.rowCount !== rows)
      throw new Error(`Of the ${rows} rows of ${name} the backup has ${loading.rowCount}: it is damaged.`)
  }
  for (const [name, value] of Object.entries(sequences))
    await client.query('select setval($1::regclass, $2)', [quoted(name), value])
  for (const { table, name, enabled } of triggers)
    await client.query(`alter table ${table} enable ${enabled === 'A' ? 'always ' : ''}trigger ${name}`)
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
}

async function readForeignKeys(client: pg.Client): Promise<Constraint[]> {
  const { rows } = await client.query<Constraint>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`,
  )
  return rows
}

async function readTriggers(client: pg.Client): Promise<Trigger[]> {
  const { rows } = await client.query<Trigger>(
    `select t.tgrelid::regclass::text as table, quote_ident(t.tgname) as name, t.tgenabled as enabled
     from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where not t.tgisinternal and t.tgenabled <> 'D' and c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace`,
  )
  return rows
}

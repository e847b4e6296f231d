import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { addressOf } from '../platform/database-hosts.ts'
import { type Manifest, rowsFile } from './manifest.ts'

/** With it came the table that tells of restores, which every backup is restored with. */
const firstRestorable = '0042_restores'

/** The migrations make these again. */
const schemaTables = ['kysely_migration', 'kysely_migration_lock']

/**
 * Writes every row of the database into `folder`, as it was at one moment, while it goes on being used.
 * @throws Error where it was never migrated.
 */
export async function dumpDatabase(url: string, folder: string): Promise<Omit<Manifest, 'hasFiles'>> {
  await mkdir(join(folder, 'tables'), { recursive: true })
  const { Client, options } = addressOf(url)
  const client = new Client(options)
  await client.connect()
  try {
    // The clock is read before the snapshot is taken: what was committed by then is in it.
    const takenAt = await readOne<Date>(client, 'select clock_timestamp()')
    await client.query('begin isolation level repeatable read read only')
    const migrations = await readColumn<string>(client, 'select name from kysely_migration order by name')
    if (!migrations.includes(firstRestorable))
      throw new Error('The database is of an older version. Start this one once, and back up then.')
    const tables: Manifest['tables'] = []
    for (const name of await listTables(client)) tables.push(await dumpTable(client, folder, name))
    const sequences = await readSequences(client)
    await client.query('commit')
    return { format: 1, takenAt: takenAt.toISOString(), migrations, tables, sequences }
  } finally {
    await client.end()
  }
}

async function listTables(client: pg.Client): Promise<string[]> {
  const names = await readColumn<string>(
    client,
    `select relname from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r' order by relname`,
  )
  return names.filter((name) => !schemaTables.includes(name))
}

async function dumpTable(
  client: pg.Client,
  folder: string,
  name: string,
): Promise<Manifest['tables'][number]> {
  const columns = await readColumn<string>(
    client,
    `select attname from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [client.escapeIdentifier(name)],
  )
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ')
  const rows = client.query(copyTo(`copy ${client.escapeIdentifier(name)} (${list}) to stdout`))
  await pipeline(rows, createGzip({ level: 4 }), createWriteStream(rowsFile(folder, name)))
  return { name, columns, rows: rows.rowCount }
}

async function readSequences(client: pg.Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<[string, string | number]>({
    text: `select sequencename, last_value from pg_sequences where schemaname = current_schema() and last_value is not null`,
    rowMode: 'array',
  })
  return Object.fromEntries(rows.map(([name, value]) => [name, Number(value)]))
}

async function readColumn<Value>(client: pg.Client, text: string, values: unknown[] = []): Promise<Value[]> {
  const { rows } = await client.query<[Value]>({ text, values, rowMode: 'array' })
  return rows.map(([value]) => value)
}

async function readOne<Value>(client: pg.Client, text: string): Promise<Value> {
  const [value] = await readColumn<Value>(client, text)
  if (value === undefined) throw new Error(`The database does not answer ${text}`)
  return value
}

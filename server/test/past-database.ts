import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { inject } from 'vitest'
import { migrateToLatest } from '../src/platform/migrate.ts'
import { withDatabase } from './database.ts'
import { unique } from './factories.ts'

const migrations = fileURLToPath(new URL('../migrations', import.meta.url))

export interface PastDatabase {
  client: pg.Client
  close(): Promise<void>
}

/**
 * A database as it was before a migration, with what was in it then, brought to the latest.
 * @param first the migration's number: `14` for `0014_…`
 * @param past the statements that fill it
 */
export async function openPastDatabase(first: number, past: string): Promise<PastDatabase> {
  const serverUrl = inject('testServerUrl')
  const name = unique('migration_')
  const url = withDatabase(serverUrl, name)
  const server = new pg.Client({ connectionString: serverUrl })
  await server.connect()
  await server.query(`create database ${name}`)
  const before = await mkdtemp(join(tmpdir(), 'almanac-migrations-'))
  for (const file of await readdir(migrations)) {
    const number = /^(\d{4})_.+\.ts$/.exec(file)?.[1]
    if (number === undefined || Number(number) >= first) continue
    await writeFile(join(before, file), `export * from ${JSON.stringify(join(migrations, file))}\n`)
  }
  await migrateToLatest(url, before)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(past)
  await migrateToLatest(url)
  return {
    client,
    async close() {
      await client.end()
      await server.query(`drop database ${name} with (force)`)
      await server.end()
      await rm(before, { recursive: true, force: true })
    },
  }
}

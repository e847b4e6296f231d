import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import type { Reader } from './database.ts'
import { addressOf } from './database-hosts.ts'

declare module './database.ts' {
  interface Tables {
    /** Migrations that only added, beside Kysely's own record, so that the release before knows that it may go on. */
    addingMigrations: { name: string }
  }
}

const defaultFolder = fileURLToPath(new URL('../../migrations/', import.meta.url))

/** The database's schema is not one that this version of the program can bring up to date. */
export class MigrationError extends Error {
  readonly code = 'migration_failed'
}

/** How often a migration is begun again that waited for a lock, each time for as long as `lockWaitMs`. */
const attemptsMax = 600
const lockWaitMs = 500
const pauseMs = 500

/**
 * Brings the database's schema up to this program's, forward only. All missing migrations run in one transaction under
 * an advisory lock: of two servers that start at once the second waits and finds nothing to do, and a start that is
 * killed leaves the old schema. A migration that waits for a lock lets those pass that wait behind it, and begins again.
 *
 * @returns the names of the migrations that were run now
 * @throws MigrationError when the database knows migrations that this program doesn't (it is newer) and cannot do without,
 *   or one fails
 */
export async function migrateToLatest(databaseUrl: string, folder = defaultFolder): Promise<string[]> {
  return migrate(databaseUrl, folder, await listMigrations(folder))
}

/**
 * Brings an empty database to the schema that had these migrations, as a backup names them.
 * @throws MigrationError when this program doesn't know one of them, or one fails
 */
export async function migrateTo(databaseUrl: string, wanted: readonly string[]): Promise<void> {
  const known = await listMigrations(defaultFolder)
  const unknown = wanted.filter((name) => !known.includes(name))
  if (unknown.length > 0)
    throw new MigrationError(`A newer Almanac made this backup: it has the migration ${unknown.join(', ')}.`)
  await migrate(databaseUrl, defaultFolder, [...wanted])
}

async function migrate(databaseUrl: string, folder: string, names: string[]): Promise<string[]> {
  const { Client, options } = addressOf(databaseUrl)
  const pool = new pg.Pool({ ...options, Client, max: 1, lock_timeout: lockWaitMs })
  // A connection that the server cuts off while it is being closed has nobody left to tell.
  pool.on('error', () => undefined)
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    if (await hasHadAll(db, names)) return []
    const known = await readMigrations(folder, names)
    const migrator = new Migrator({ db, provider: { getMigrations: async () => known } })
    for (let attempt = 1; ; attempt++) {
      const { error, results = [] } = await migrator.migrateToLatest()
      if (!error) return results.map((result) => result.migrationName)
      if (waitedForLock(error) && attempt < attemptsMax) {
        await sleep(pauseMs)
        continue
      }
      const failed = results.find((result) => result.status === 'Error')?.migrationName
      const why = error instanceof Error ? error.message : String(error)
      throw new MigrationError(`The database could not be migrated${failed ? ` (${failed})` : ''}: ${why}`, {
        cause: error,
      })
    }
  } finally {
    await db.destroy()
  }
}

function waitedForLock(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '55P03'
}

/** The names of the migrations in a folder, in their order. */
async function listMigrations(folder: string): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => /^\d{4}_.+\.ts$/.test(name)).sort()
  return files.map((file) => file.slice(0, -3))
}

/** What a file in `server/migrations` exports. */
interface MigrationFile extends Migration {
  /** Whether the release before goes on with what it finds: nothing that it knows is gone, or has another meaning. */
  isAdding?: boolean
}

/** Noted in the transaction that runs it, for releases that do not have the file. */
function noted(name: string, { up }: Migration): Migration {
  return {
    async up(db) {
      await up(db)
      await sql`insert into adding_migrations (name) values (${name})`.execute(db)
    },
  }
}

async function readMigrations(folder: string, names: string[]): Promise<Record<string, Migration>> {
  const migrations: Record<string, Migration> = {}
  for (const name of names) {
    const migration = (await import(pathToFileURL(join(folder, `${name}.ts`)).href)) as MigrationFile
    migrations[name] = migration.isAdding ? noted(name, migration) : migration
  }
  return migrations
}

/** Whether the database has had every migration of this program. */
export async function isMigrated(reader: Reader, folder = defaultFolder): Promise<boolean> {
  const done = new Set(await readDone(reader as Kysely<unknown>))
  return (await listMigrations(folder)).every((name) => done.has(name))
}

/** The names of the migrations that the database has had, or of those among them that only add. */
export async function readDone(
  db: Kysely<unknown>,
  table: 'kysely_migration' | 'adding_migrations' = 'kysely_migration',
): Promise<string[]> {
  const { rows: tables } = await sql<{ present: boolean }>`
    select to_regclass(${table}) is not null as present`.execute(db)
  if (!tables[0]?.present) return []
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)} order by name`.execute(db)
  return rows.map((row) => row.name)
}

/**
 * Whether the database has had these migrations already. It may have had others that only add: so a release goes on, and
 * starts again, while the next one is rolled out.
 * @throws MigrationError when it has had others that this release cannot do without.
 */
async function hasHadAll(db: Kysely<unknown>, known: string[]): Promise<boolean> {
  const done = await readDone(db)
  const isComplete = known.every((name) => done.includes(name))
  const foreign = done.filter((name) => !known.includes(name))
  if (foreign.length === 0) return isComplete
  const adding = await readDone(db, 'adding_migrations')
  const unknown = foreign.filter((name) => !adding.includes(name))
  if (unknown.length === 0 && isComplete) return true
  throw new MigrationError(
    `The database is newer than this Almanac: it has the migration ${(unknown.length > 0 ? unknown : foreign).join(', ')}, which this version doesn't know. ` +
      'Start the newer version again.',
  )
}

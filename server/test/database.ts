import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { inject } from 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A server with the migrated template database; made by global-setup.ts. */
    testServerUrl: string
    testTemplate: string
  }
}

/**
 * A migrated, empty database of one's own, cloned from the template. Call it once per test file, in `beforeAll`, and
 * `drop` it in `afterAll`, after closing one's pools.
 */
export async function createTestDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const server = inject('testServerUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  await cloneTemplate(server, name, inject('testTemplate'))
  return {
    url: withDatabase(server, name),
    drop: () => dropDatabase(server, name),
  }
}

/** PostgreSQL 18 can let the file system share the files until they change, which is twenty times as fast. */
async function cloneTemplate(server: string, name: string, template: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    const canShare = await client.query('set file_copy_method = clone').then(
      () => true,
      () => false,
    )
    await client.query(`create database ${name} template ${template} ${canShare ? 'strategy file_copy' : ''}`)
  } finally {
    await client.end()
  }
}

/**
 * Drops a database once its connections are gone. A pool's `end` doesn't wait for the server to see that, and a
 * connection cut off at that moment is an uncaught error in the test; one that stays open after 2 s is cut off.
 */
async function dropDatabase(server: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    for (let attempt = 0; attempt < 100; attempt++) {
      const { rowCount } = await client.query('select from pg_stat_activity where datname = $1', [name])
      if (rowCount === 0) break
      await sleep(20)
    }
    await client.query(`drop database if exists ${name} with (force)`)
  } finally {
    await client.end()
  }
}

/** The same server, another database. */
export function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

/** Runs one statement on a connection of its own. */
export async function runOn(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, runOn } from '../../test/database.ts'
import { type Database, openDatabase, type Reader, type Tx } from './database.ts'
import { isDatabaseAway } from './database-away.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Database

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, { poolSize: 3 })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

/** Cuts off the connection as a server that goes down does. */
async function cutOff(pid: number): Promise<void> {
  await runOn(database.url, `select pg_terminate_backend(${pid})`)
}

async function pidOf(reader: Reader | Tx): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(reader)
  return rows[0]?.pid ?? 0
}

const awayOr = (error: unknown) => (isDatabaseAway(error) ? 'away' : error)

test('a connection lost between two statements of a transaction fails that transaction alone', async () => {
  const lost = db.transact(async (tx) => {
    await cutOff(await pidOf(tx))
    // Long enough for the loss to be seen while nothing is asked.
    await new Promise((resolve) => setTimeout(resolve, 100))
    await pidOf(tx)
  })
  expect(await lost.catch(awayOr)).toBe('away')
  expect(await pidOf(db.reader)).toBeGreaterThan(0)
})

test('a connection lost during a statement fails that statement alone', async () => {
  const lost = db.transact(async (tx) => {
    const pid = await pidOf(tx)
    const sleeping = sql`select pg_sleep(10)`.execute(tx)
    sleeping.catch(() => undefined)
    await cutOff(pid)
    await sleeping
  })
  expect(await lost.catch(awayOr)).toBe('away')
  expect(await pidOf(db.reader)).toBeGreaterThan(0)
})

test.each([
  'timeout expired',
  'timeout exceeded when trying to connect',
  'Connection terminated unexpectedly',
])('a connection that fails with "%s" means that the database is away', (message) => {
  expect(isDatabaseAway(new Error(message))).toBe(true)
  expect(isDatabaseAway(new Error(`${message.slice(0, 4)} else`))).toBe(false)
})

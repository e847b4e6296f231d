import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import { type Database, openDatabase } from './database.ts'
import { clearEvents, giveBack, reserveEvent } from './rate-limit.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Database

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, { poolSize: 2 })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const rate = { max: 2, windowSeconds: 60 }
const reserve = (key: string) => reserveEvent(db.reader, key, rate)
const expectFull = (key: string) => expect(reserve(key)).rejects.toMatchObject({ code: 'rate_limited' })

describe('an event that is given back', () => {
  test('makes room for one other in its window', async () => {
    const [first] = [await reserve('own'), await reserve('own')]
    await expectFull('own')
    await giveBack(db.reader, first)
    await reserve('own')
    await expectFull('own')
  })

  test.each<[string, (key: string) => Promise<unknown>]>([
    [
      'whose window has passed',
      (key) => sql`update rate_counters set window_ends_at = now() where key = ${key}`.execute(db.reader),
    ],
    ['that was forgotten', (key) => clearEvents(db.reader, key)],
  ])('%s makes none in the next one', async (key, end) => {
    const before = await reserve(key)
    await end(key)
    await reserve(key)
    await reserve(key)
    await giveBack(db.reader, before)
    await expectFull(key)
  })

  test('takes nothing from an empty window', async () => {
    const only = await reserve('empty')
    await giveBack(db.reader, only)
    await giveBack(db.reader, only)
    await reserve('empty')
    await reserve('empty')
    await expectFull('empty')
  })
})

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import { type Database, openDatabase } from './database.ts'
import { countLong, toLongPage } from './paging.ts'

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

describe('a list that may be long', () => {
  test.each([
    [0, { totalItems: 0, isApproximate: false }],
    [10_000, { totalItems: 10_000, isApproximate: false }],
  ])('of %i rows is counted', async (rows, count) => {
    await fill(rows)
    expect(await countLong(db.reader, db.reader.selectFrom('rateCounters'))).toEqual(count)
  })

  test('of more is estimated, each filter by itself', async () => {
    await fill(60_000)
    const all = db.reader.selectFrom('rateCounters')
    const { totalItems, isApproximate } = await countLong(db.reader, all)
    expect(isApproximate).toBe(true)
    expect(totalItems).toBeGreaterThan(54_000)
    expect(totalItems).toBeLessThan(66_000)
    const half = await countLong(db.reader, all.where('count', '<=', 30_000))
    expect(half.totalItems).toBeGreaterThan(25_000)
    expect(half.totalItems).toBeLessThan(35_000)
    expect(await countLong(db.reader, all.where('count', '<=', 7))).toEqual({
      totalItems: 7,
      isApproximate: false,
    })
  })
})

async function fill(rows: number): Promise<void> {
  await sql`truncate rate_counters`.execute(db.reader)
  await sql`insert into rate_counters (key, window_ends_at, count) select n, now(), n from generate_series(1, ${rows}::int) n`.execute(
    db.reader,
  )
  await sql`analyze rate_counters`.execute(db.reader)
}

describe('an estimate', () => {
  const page = (number: number) => ({ page: number, itemPerPage: 2, noPagination: false, sendList: true })
  const about = (totalItems: number) => ({ totalItems, isApproximate: true })
  test.each([
    [
      'is told as one',
      1,
      about(20_001),
      ['a', 'b'],
      { totalItems: 20_001, totalPages: 10_001, isApproximate: true },
    ],
    [
      'is no less than what is shown',
      12_000,
      about(20_001),
      ['a', 'b'],
      { totalItems: 24_000, isApproximate: true },
    ],
    [
      'is a count once the last page is shown',
      9_000,
      about(20_001),
      ['a'],
      { totalItems: 17_999, totalPages: 9_000 },
    ],
    [
      'ends before a page that has nothing',
      9_000,
      about(20_001),
      [],
      { totalItems: 17_998, isApproximate: true },
    ],
  ])('%s', (_what, number, count, rows, expected) => {
    const answer = toLongPage(page(number), count, rows)
    expect(answer).toMatchObject({ ...expected, currentPage: number, data: rows })
    expect('isApproximate' in answer).toBe('isApproximate' in expected)
  })

  test('stays as it is where no rows are asked for', () => {
    expect(toLongPage({ ...page(1), sendList: false }, about(20_001), [])).toMatchObject({
      totalItems: 20_001,
    })
  })

  test('is none where everything was counted', () => {
    expect(toLongPage(page(9), { totalItems: 3, isApproximate: false }, [])).toEqual({
      totalItems: 3,
      totalPages: 2,
      currentPage: 9,
      data: [],
    })
  })
})

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import { type Database, openDatabase } from './database.ts'
import type { Lane, Wish } from './lanes.ts'
import { aheadOfPace, atPace, openPace, type Pace } from './pace.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Database

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, { poolSize: 4 })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

/** Two workers of one sender. Slow enough that no place becomes free while a test runs, unless it is said. */
function workersOf(sender: string, perSecond = 0.001): [Pace, Pace] {
  return [openPace(db, { sender, perSecond }), openPace(db, { sender, perSecond })]
}

describe('a pace', () => {
  test('is held by all workers together: a place that one has taken, none other has', async () => {
    const [one, other] = workersOf('together')
    const taken = await Promise.all([one.take(5), other.take(5), one.take(5), other.take(5)])
    expect(taken.map(({ places }) => places).sort()).toEqual([0, 0, 0, 1])
    const { againInMs } = await other.take(1)
    expect(againInMs).toBeGreaterThan(900_000)
    expect(againInMs).toBeLessThanOrEqual(1_000_000)
  })

  test('of one sender is nothing to another', async () => {
    for (const sender of ['its own', 'another']) {
      expect((await workersOf(sender)[0].take(1)).places).toBe(1)
    }
  })

  test('takes back a place that nothing left by', async () => {
    const [one, other] = workersOf('given back')
    await one.take(1)
    await one.giveBack(1)
    expect((await other.take(1)).places).toBe(1)
    expect((await other.take(1)).places).toBe(0)
  })

  test('lets what is urgent go first, and others wait for it', async () => {
    const [one, other] = workersOf('urgent')
    await one.takeUrgently(3)
    const { places, againInMs } = await other.take(1)
    expect(places).toBe(0)
    expect(againInMs).toBeGreaterThan(2_900_000)
  })

  /** Places that there are once nobody has taken any for a minute. */
  const takeLate = async (pace: Pace, sender: string) => {
    await sql`
      update send_paces set taken_until = clock_timestamp() - interval '1 minute' where sender = ${sender}
    `.execute(db.reader)
    return (await pace.take(1_000)).places
  }

  test('keeps a second for workers that wait and are held up', async () => {
    const [one] = workersOf('late', 20)
    await one.take(1_000)
    expect(await takeLate(one, 'late')).toBe(20)
  })

  test('has one place where nothing was left to send, so that nothing begins with a burst', async () => {
    const [one] = workersOf('rested', 20)
    await one.take(1_000)
    await one.giveBack(1)
    expect(await takeLate(one, 'rested')).toBe(1)
  })

  test('without a limit is unlimited', async () => {
    const [one] = workersOf('unlimited', 0)
    expect(await one.take(10_000)).toEqual({ places: 10_000, againInMs: 0 })
  })
})

/** A lane with so many rows due, which notes what was asked of it. */
function laneOf(due: number) {
  const wishes: Wish[] = []
  const lane: Lane = {
    name: 'lane',
    everySeconds: 5,
    atOnce: 10,
    atOncePerTenant: 10,
    async claim(wish) {
      wishes.push(wish)
      return { rows: Array.from({ length: Math.min(due, wish.room) }, () => ({ tenantId: 1 })) }
    },
    work: async () => undefined,
  }
  return { lane, wishes }
}

/** A pace that has so many places, and what was done with them. */
function paceOf(places: number) {
  const done: string[] = []
  const pace: Pace = {
    take: async (wanted) => ({ places: Math.min(places, wanted), againInMs: 70 }),
    takeUrgently: async (wanted) => void done.push(`urgent ${wanted}`),
    giveBack: async (count) => void done.push(`back ${count}`),
  }
  return { pace, done }
}

const wish = { room: 10, share: 10, held: new Map() }

describe('a lane at a pace', () => {
  test.each([
    ['claims no more than may leave, and asks again when more may', 5, 3, { claimed: 3, againInMs: 70 }, []],
    ['returns the places that nothing leaves by', 2, 3, { claimed: 2, againInMs: undefined }, ['back 1']],
    ['claims nothing where nothing may leave', 5, 0, { claimed: 0, againInMs: 70 }, []],
    [
      'waits for room, not time, where all that fits may leave',
      20,
      10,
      { claimed: 10, againInMs: undefined },
      [],
    ],
  ])('%s', async (_what, due, places, expected, done) => {
    const { lane } = laneOf(due)
    const paced = paceOf(places)
    const { rows, againInMs } = await atPace(lane, paced.pace).claim(wish)
    expect({ claimed: rows.length, againInMs }).toEqual(expected)
    expect(paced.done).toEqual(done)
  })

  test('returns its places where nothing could be claimed', async () => {
    const { pace, done } = paceOf(3)
    const failing = atPace({ ...laneOf(1).lane, claim: () => Promise.reject(new Error('away')) }, pace)
    await expect(failing.claim(wish)).rejects.toThrow('away')
    expect(done).toEqual(['back 3'])
  })

  test('keeps what it has claimed where places can not be returned', async () => {
    const { pace } = paceOf(3)
    const away = { ...pace, giveBack: () => Promise.reject(new Error('away')) }
    expect((await atPace(laneOf(1).lane, away).claim(wish)).rows).toHaveLength(1)
  })

  test('of what is urgent claims all, counts it, and never fails for that', async () => {
    const { lane, wishes } = laneOf(5)
    const { pace, done } = paceOf(0)
    expect((await aheadOfPace(lane, pace).claim(wish)).rows).toHaveLength(5)
    expect(wishes).toEqual([wish])
    expect(done).toEqual(['urgent 5'])
    const away = { ...pace, takeUrgently: () => Promise.reject(new Error('away')) }
    expect((await aheadOfPace(lane, away).claim(wish)).rows).toHaveLength(5)
  })
})

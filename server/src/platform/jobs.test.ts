import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type Job, runJobs } from './jobs.ts'
import { drainLane, type Lane } from './lanes.ts'
import { createLog } from './log.ts'

const log = createLog('silent')

async function runFor(ms: number, job: Job): Promise<void> {
  const runner = runJobs([job], log)
  await sleep(ms)
  await runner.stop()
}

test('a batch that moved rows on is followed by another at once, until one moves none', async () => {
  const batches = [10, 10, 3, 0]
  let runs = 0
  await runFor(50, { name: 'sweep', everySeconds: 60, run: async () => batches[runs++] ?? 0 })
  expect(runs).toBe(4)
})

test('a batch that moved nothing is followed by a pause, however much is due', async () => {
  let looks = 0
  await runFor(50, {
    name: 'sweep',
    everySeconds: 60,
    async run() {
      looks += 1
      return 0
    },
  })
  expect(looks).toBe(1)
})

test('a wake-up during a batch is followed by another', async () => {
  let runs = 0
  const runner = runJobs(
    [
      {
        name: 'sweep',
        everySeconds: 60,
        async run() {
          runs += 1
          await sleep(1)
          if (runs === 1) runner.wake('sweep')
          return 0
        },
      },
    ],
    log,
  )
  await sleep(50)
  await runner.stop()
  expect(runs).toBe(2)
})

interface Row {
  tenantId: number
  id: number
}

/** A lane over rows in memory, whose work lasts until the test ends it. */
function makeLane(rows: Row[], sizes: Partial<Lane<Row>> = {}) {
  const held = new Map<number, () => void>()
  const lane: Lane<Row> = {
    name: 'lane',
    everySeconds: 60,
    atOnce: 4,
    atOncePerTenant: 2,
    async claim({ room, share, held }) {
      const claimed: Row[] = []
      for (const row of [...rows]) {
        const own = claimed.filter(({ tenantId }) => tenantId === row.tenantId).length
        if (claimed.length === room || own + (held.get(row.tenantId) ?? 0) >= share) continue
        claimed.push(row)
        rows.splice(rows.indexOf(row), 1)
      }
      return { rows: claimed }
    },
    work: ({ id }) => new Promise((resolve) => held.set(id, resolve)),
    ...sizes,
  }
  const inHand = () => [...held.keys()]
  const end = (id: number) => {
    held.get(id)?.()
    held.delete(id)
  }
  return { lane, inHand, end }
}

const rowsOf = (tenantId: number, ...ids: number[]): Row[] => ids.map((id) => ({ tenantId, id }))

test('a slow row holds up nobody but itself', async () => {
  const { lane, inHand, end } = makeLane([...rowsOf(1, 11, 12), ...rowsOf(2, 21, 22, 23, 24)])
  const runner = runJobs([lane], log)
  await expect.poll(inHand).toEqual([11, 12, 21, 22])
  end(21)
  await expect.poll(inHand).toEqual([11, 12, 22, 23])
  end(22)
  await expect.poll(inHand).toEqual([11, 12, 23, 24])
  for (const id of [11, 12, 23, 24]) end(id)
  await runner.stop()
})

test('a tenant holds no more than its share, and one that comes later finds room at once', async () => {
  const rows = rowsOf(1, 11, 12, 13, 14)
  const { lane, inHand, end } = makeLane(rows)
  const runner = runJobs([lane], log)
  await expect.poll(inHand).toEqual([11, 12])
  rows.push(...rowsOf(2, 21))
  runner.wake('lane')
  await expect.poll(inHand).toEqual([11, 12, 21])
  end(11)
  await expect.poll(inHand).toEqual([12, 21, 13])
  for (const id of [12, 21, 13]) end(id)
  await expect.poll(inHand).toEqual([14])
  end(14)
  await runner.stop()
})

test('a tenant whose rows are done while others of it are claimed gets its next ones at once', async () => {
  const rows = rowsOf(1, 11, 12, 13, 14)
  const { lane, end, inHand } = makeLane(rows)
  const claim: typeof lane.claim = async (wish) => {
    const claimed = await lane.claim(wish)
    // The other one of its share ends while this claim is under way.
    if (wish.held.get(1) === 1) end(12)
    await sleep(1)
    return claimed
  }
  const runner = runJobs([{ ...lane, claim }], log)
  await expect.poll(inHand).toEqual([11, 12])
  end(11)
  await expect.poll(inHand).toEqual([13, 14])
  for (const id of [13, 14]) end(id)
  await runner.stop()
})

test('what is in hand is finished before the runner has stopped', async () => {
  const { lane, inHand, end } = makeLane(rowsOf(1, 11))
  const runner = runJobs([lane], log)
  await expect.poll(inHand).toEqual([11])
  let isStopped = false
  const stopped = runner.stop().then(() => {
    isStopped = true
  })
  await sleep(20)
  expect(isStopped).toBe(false)
  end(11)
  await stopped
})

test('a lease is renewed while its row is in hand', async () => {
  const renewed: number[][] = []
  const { lane, end } = makeLane(rowsOf(1, 11), {
    everySeconds: 0.02,
    async renew(rows) {
      renewed.push(rows.map(({ id }) => id))
    },
  })
  const runner = runJobs([lane], log)
  await expect.poll(() => renewed.length).toBeGreaterThan(1)
  end(11)
  await runner.stop()
  expect(renewed[0]).toEqual([11])
})

test('a lane whose rows fail or can not be claimed goes on with its next look', async () => {
  let claims = 0
  const done: number[] = []
  const lane: Lane<Row> = {
    name: 'lane',
    everySeconds: 0.01,
    atOnce: 2,
    atOncePerTenant: 2,
    async claim() {
      claims += 1
      if (claims === 1) throw new Error('the database is away')
      return { rows: claims < 4 ? rowsOf(1, claims) : [] }
    },
    async work({ id }) {
      if (id === 2) throw new Error('no answer')
      done.push(id)
    },
  }
  const runner = runJobs([lane], log)
  await expect.poll(() => done).toEqual([3])
  await runner.stop()
})

test('draining works off all that is due, also where a full batch needed no work', async () => {
  const batches = [{ rows: [], settled: 4 }, { rows: rowsOf(1, 1, 2), settled: 2 }, { rows: [] }]
  const done: number[] = []
  const lane: Lane<Row> = {
    name: 'lane',
    everySeconds: 60,
    atOnce: 4,
    atOncePerTenant: 4,
    claim: async () => batches.shift() ?? { rows: [] },
    async work({ id }) {
      done.push(id)
    },
  }
  expect(await drainLane(lane, log)).toBe(2)
  expect(done).toEqual([1, 2])
})

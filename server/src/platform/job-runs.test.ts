import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import { keepJobNotes, readJobRuns } from './job-runs.ts'
import { runJobs } from './jobs.ts'
import type { Lane } from './lanes.ts'
import { createLog } from './log.ts'

const log = createLog('silent')
let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
beforeEach(() => app.query('delete from job_runs'))
afterAll(() => app.close())

const notes = () => keepJobNotes(app.deps.db.reader, log)
const runs = () => readJobRuns(app.deps.db.reader)
const jobNamed = (name: string) => ({ name, everySeconds: 60 })

test('a job that failed is failing with its sentence, until it runs through again', async () => {
  let isBroken = true
  const job = {
    name: 'sweep-files',
    everySeconds: 60,
    async run() {
      if (isBroken) throw new Error('The store is away')
      return 0
    },
  }
  const runner = runJobs([job], log, notes())
  try {
    await expect
      .poll(runs)
      .toMatchObject([
        { name: 'sweep-files', state: 'failing', failure: 'The store is away', lastSuccessAt: null },
      ])
    isBroken = false
    await expect
      .poll(async () => {
        runner.wake('sweep-files')
        return (await runs())[0]?.state
      })
      .toBe('well')
    expect(await runs()).toMatchObject([{ failure: 'The store is away', lastFailureAt: expect.any(String) }])
  } finally {
    await runner.stop()
  }
})

test('a lane notes what can not be claimed, and a row that fails', async () => {
  const failing: Lane = {
    name: 'cannot-claim',
    everySeconds: 60,
    atOnce: 1,
    atOncePerTenant: 1,
    claim: () => Promise.reject(new Error('No lock')),
    work: async () => undefined,
  }
  const given = [{ tenantId: 1 }]
  const broken: Lane = {
    ...failing,
    name: 'cannot-work',
    claim: async () => ({ rows: given.splice(0) }),
    work: () => Promise.reject(new Error('No answer')),
  }
  const runner = runJobs([failing, broken], log, notes())
  try {
    await expect
      .poll(async () => (await runs()).map(({ name, failure }) => [name, failure]))
      .toEqual(
        expect.arrayContaining([
          ['cannot-claim', 'No lock'],
          ['cannot-work', 'No answer'],
        ]),
      )
  } finally {
    await runner.stop()
  }
})

test('what stays as it is is written once, and what changes at once', async () => {
  const written = vi.spyOn(app.deps.db.reader, 'getExecutor')
  const keeper = notes()
  for (let run = 0; run < 20; run++) keeper.succeeded('one')
  for (let run = 0; run < 20; run++) keeper.failed('one', new Error('no'))
  keeper.succeeded('one')
  await expect.poll(() => written.mock.calls.length).toBe(3)
  written.mockRestore()
})

test('a job that has not run through for three times its rhythm is overdue, and comes before those that are well', async () => {
  notes().begun([jobNamed('a-quick-one'), { name: 'a-slow-one', everySeconds: 3_600 }, jobNamed('z-broken')])
  await expect.poll(async () => (await runs()).length).toBe(3)
  await app.query(
    `update job_runs set started_at = now() - interval '1 hour', last_success_at = now() - interval '10 minutes'`,
  )
  await app.query(`update job_runs set last_failure_at = now(), failure = 'no' where name = 'z-broken'`)
  expect((await runs()).map(({ name, state }) => [name, state])).toEqual([
    ['z-broken', 'failing'],
    ['a-quick-one', 'overdue'],
    ['a-slow-one', 'well'],
  ])
})

test('jobs that a worker has no more are forgotten when it begins', async () => {
  notes().begun([jobNamed('old')])
  await expect.poll(async () => (await runs()).map(({ name }) => name)).toEqual(['old'])
  notes().begun([jobNamed('new')])
  await expect.poll(async () => (await runs()).map(({ name }) => name)).toEqual(['new'])
})

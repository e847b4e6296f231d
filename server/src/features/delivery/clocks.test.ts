import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { childEnvironment } from '../../../test/child-environment.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { noon, sunburstsOf } from '../../../test/sunbursts.ts'

const workerFile = fileURLToPath(new URL('../../../test/delivery-worker.ts', import.meta.url))
let app: TestApp
let sun: ReturnType<typeof sunburstsOf>

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
  sun = sunburstsOf(app)
})
afterAll(() => app.close())

const hours = (count: number) => new Date(noon.getTime() + count * 3_600_000)

/** A worker whose clock is off by so many hours. */
function startWorker(offHours: number) {
  const worker = spawn(process.execPath, [workerFile], {
    env: {
      ...childEnvironment,
      DATABASE_URL: app.databaseUrl,
      DATABASE_POOL: '5',
      DATA_DIR: app.deps.config.DATA_DIR,
      PUBLIC_URL: app.deps.publicUrl,
      SANDBOX_HTTP: app.sandbox.url,
      SANDBOX_SMTP: String(app.sandbox.smtpPort),
      CLOCK_OFF_HOURS: String(offHours),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let idleRounds = 0
  createInterface({ input: worker.stdout }).on('line', () => {
    idleRounds += 1
  })
  return {
    /** Resolves when it has done all there is to do: of the rounds that end from now on, the third begins after now. */
    async finish(): Promise<void> {
      const before = idleRounds
      await expect.poll(() => idleRounds - before, { timeout: 60_000 }).toBeGreaterThanOrEqual(3)
    },
    async stop(): Promise<void> {
      worker.kill('SIGKILL')
      await once(worker, 'exit')
    },
  }
}

/** What a worker makes of texts of some times, step by step: at noon, soon after, and at 21:30 in New York. */
async function fatesBy(offHours: number) {
  const tenant = await app.make.tenant()
  const consumer = await sun.subscriber(tenant)
  await sun.subscriber(tenant, { mediums: ['email'], subscribedAt: hours(-0.5) })
  await sun.clock.set(noon)
  const failed = await sun.text(tenant)
  await sun.plan()
  await app.query(
    `update deliveries set is_waiting = true, send_after = present() + interval '5 minutes' where text_id = ${failed}`,
  )
  const texts = [failed]
  for (const due of [-7, -5, -0.001, 0.05, 1, 9.4]) texts.push(await sun.text(tenant, { dueAt: hours(due) }))
  const steps = []
  const worker = startWorker(offHours)
  try {
    for (const present of [noon, hours(0.1), hours(9.5)]) {
      await sun.clock.set(present)
      await worker.finish()
      steps.push(await Promise.all(texts.map((textId) => fateOf(textId))))
    }
  } finally {
    await worker.stop()
  }
  return { steps, entries: await sun.entries(consumer) }
}

async function fateOf(textId: number): Promise<string[]> {
  const rows = await sun.deliveries(textId)
  return [
    await sun.textState(textId),
    ...rows.map(({ medium, state, error, sendAfter }) =>
      // A report may come sooner or later.
      [medium, state.replace('delivered', 'sent'), error ?? '-', sendAfter.toISOString()].join(' '),
    ),
  ]
}

test('a worker whose clock is eight hours fast or slow brings every text to the same fate', {
  timeout: 120_000,
}, async () => {
  const right = await fatesBy(0)
  const states = right.steps.map((fates) => fates.map(([state]) => state))
  expect(states).toEqual([
    ['sending', 'missed', 'sent', 'sent', 'scheduled', 'scheduled', 'scheduled'],
    ['sent', 'missed', 'sent', 'sent', 'sent', 'scheduled', 'scheduled'],
    ['sent', 'missed', 'sent', 'sent', 'sent', 'missed', 'sending'],
  ])
  expect(right.steps[2]?.[6]).toContain('sms planned - 2026-11-18T13:00:00.000Z')
  expect(await fatesBy(8)).toEqual(right)
  expect(await fatesBy(-8)).toEqual(right)
})

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { childEnvironment } from '../../../test/child-environment.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { type MailHost, startMailHost } from '../../../test/mail-host.ts'
import { addresses, codeLifeSeconds, outboxOf } from '../../../test/outbox.ts'
import { takenSms, usNumber } from '../../../test/sunbursts.ts'
import { type JobRunner, runJobs } from '../../platform/jobs.ts'
import { drainLane } from '../../platform/lanes.ts'
import { messageJobs } from './index.ts'
import { type MessageSenders, messageLane } from './send-messages.ts'

const workerFile = fileURLToPath(new URL('../../../test/outbox-worker.ts', import.meta.url))
/** Leases that end soon, so that a test need not wait for a minute. */
const shortLease = { everySeconds: 0.2, leaseSeconds: 2 }

let app: TestApp
let outbox: ReturnType<typeof outboxOf>
let host: MailHost | undefined
let runners: JobRunner[] = []
let child: ChildProcess | undefined

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
  outbox = outboxOf(app)
})
afterEach(async () => {
  child?.kill('SIGKILL')
  host?.release()
  await Promise.all(runners.map((runner) => runner.stop()))
  runners = []
  await host?.close()
  host = undefined
  await app.query(`update outbox_messages set state = 'failed' where state in ('queued', 'sending')`)
})
afterAll(() => app.close())

async function drain(senders: MessageSenders = app.deps): Promise<void> {
  for (const lane of ['sms', 'code-mail', 'mail'] as const)
    await drainLane(messageLane(senders, lane), app.deps.log)
}

describe('at a host that hangs', () => {
  test('two workers send twenty letters once each, however long the leases are outlived', async () => {
    const hanging = await startMailHost({ hangsAt: () => true })
    host = hanging
    const ids = await outbox.queue(await app.make.tenant(), addresses(20, 'two-workers.example'))
    const senders = outbox.sendersTo(hanging)
    runners = [1, 2].map(() => runJobs([messageLane(senders, 'mail', shortLease)], app.deps.log))
    await expect.poll(() => hanging.hanging()).toBe(20)
    const leaseEnds = async () => (await outbox.rows(ids)).map(({ nextAttemptAt }) => nextAttemptAt.getTime())
    const firstEnd = Math.max(...(await leaseEnds()))
    // Twice the lease later all are still in the same hands.
    await expect.poll(async () => Math.min(...(await leaseEnds()))).toBeGreaterThan(firstEnd + 4_000)
    hanging.release()
    await expect.poll(() => outbox.fates(ids)).toEqual(ids.map(() => 'sent'))
    expect((await outbox.rows(ids)).map(({ attempts }) => attempts)).toEqual(ids.map(() => 1))
    expect(hanging.handedOver.toSorted()).toEqual(addresses(20, 'two-workers.example').toSorted())
  })

  test("sixty letters of one tenant delay neither another's SMS, code and receipt nor its own code", async () => {
    const hanging = await startMailHost({ hangsAt: (recipient) => recipient.endsWith('@slow.example') })
    host = hanging
    const [slow, quick] = [await app.make.tenant(), await app.make.tenant()]
    const sixty = await outbox.queue(slow, addresses(60, 'slow.example'))
    const runner = runJobs(messageJobs(outbox.sendersTo(hanging)), app.deps.log)
    runners = [runner]
    await expect.poll(() => hanging.hanging()).toBe(10)
    const others = [
      ...(await outbox.queue(quick, [usNumber()], { channel: 'sms', codeLifeSeconds })),
      ...(await outbox.queue(quick, ['code@quick.example'], { codeLifeSeconds })),
      ...(await outbox.queue(quick, ['receipt@quick.example'])),
      ...(await outbox.queue(slow, ['own-code@quick.example'], { codeLifeSeconds })),
      ...(await outbox.queue(null, ['admin@quick.example'])),
    ]
    for (const job of messageJobs(app.deps)) runner.wake(job.name)
    await expect.poll(() => outbox.fates(others)).toEqual(others.map(() => 'sent'))
    // Nothing had to be done first.
    expect(await outbox.fates(sixty)).not.toContain('sent')
    expect(hanging.hanging()).toBe(10)
  })
})

describe('a worker that dies', () => {
  test('leaves its letters to be sent again when their leases end', async () => {
    const hanging = await startMailHost({ hangsAt: () => true })
    host = hanging
    const ids = await outbox.queue(await app.make.tenant(), addresses(3, 'dead.example'))
    child = spawn(process.execPath, [workerFile], {
      env: {
        ...childEnvironment,
        DATABASE_URL: app.databaseUrl,
        SMTP_PORT: String(hanging.port),
        DATA_DIR: `${tmpdir()}/almanac-outbox-worker`,
      },
      stdio: 'inherit',
    })
    await expect.poll(() => hanging.hanging()).toBe(3)
    child.kill('SIGKILL')
    await once(child, 'exit')
    hanging.release()
    runners = [runJobs([messageLane(outbox.sendersTo(hanging), 'mail', shortLease)], app.deps.log)]
    await expect.poll(() => outbox.fates(ids)).toEqual(['sent', 'sent', 'sent'])
    expect((await outbox.rows(ids)).map(({ unknownOutcomes }) => unknownOutcomes)).toEqual([1, 1, 1])
    expect(hanging.handedOver).toHaveLength(6)
  })

  test('or is held up until another has claimed its letter records nothing of it', async () => {
    const hanging = await startMailHost({ hangsAt: () => true })
    host = hanging
    const [id = 0] = await outbox.queue(await app.make.tenant(), ['held-up@dead.example'])
    const lane = messageLane(outbox.sendersTo(hanging), 'mail')
    const { rows } = await lane.claim({ room: 1, share: 1, held: new Map() })
    const working = rows.map((row) => lane.work(row))
    await expect.poll(() => hanging.hanging()).toBe(1)
    await outbox.makeDue([id])
    await lane.claim({ room: 1, share: 1, held: new Map() })
    hanging.release()
    await Promise.all(working)
    expect(await outbox.rows([id])).toMatchObject([{ state: 'sending', attempts: 2, unknownOutcomes: 1 }])
  })

  test('three times over one letter is the last to have it', async () => {
    const [id = 0] = await outbox.queue(await app.make.tenant(), ['deadly@dead.example'])
    const lane = messageLane(app.deps, 'mail')
    for (let claim = 1; claim <= 4; claim++) {
      const { rows, settled } = await lane.claim({ room: 1, share: 1, held: new Map() })
      expect([rows.length, settled]).toEqual(claim <= 3 ? [1, 0] : [0, 1])
      await outbox.makeDue([id])
    }
    expect(await outbox.rows([id])).toMatchObject([
      { state: 'failed', error: 'outcome-unknown', attempts: 3 },
    ])
  })
})

test('a letter that a host takes and never confirms is sent three times at the most', async () => {
  const to = 'unconfirmed@mail.example'
  await app.sandbox.control('faults', { provider: 'smtp', kind: 'reset_after_success', path: to, times: 10 })
  const ids = await outbox.queue(await app.make.tenant(), [to])
  for (let round = 1; round <= 5; round++) {
    await outbox.makeDue(ids)
    await drain()
  }
  expect(await outbox.fates(ids)).toEqual(['failed outcome-unknown'])
  expect(await app.sandbox.messages(to)).toHaveLength(3)
})

test('a letter that a host has no time for waits, longer each time, and is never given up within its days', async () => {
  const ids = await outbox.queue(await app.make.tenant(), ['busy@mail.example'])
  const pauses: (number | undefined)[] = []
  for (let round = 1; round <= 30; round++) {
    await outbox.makeDue(ids)
    await drain()
    const [row] = await app.query<{ pause: number }>(
      `select round(extract(epoch from next_attempt_at - now()) / 5)::int * 5 as pause from outbox_messages where id = ${ids[0]}`,
    )
    pauses.push(row?.pause)
  }
  expect([pauses[0], pauses[3], pauses[29]]).toEqual([5, 40, 1_800])
  expect(await outbox.fates(ids)).toEqual(['queued smtp-451'])
  await outbox.set(ids, `next_attempt_at = now(), expires_at = now()`)
  await drain()
  expect(await outbox.fates(ids)).toEqual(['failed expired'])
})

describe('a code', () => {
  test('is not sent once it has ended, neither by SMS nor by email', async () => {
    const tenant = await app.make.tenant()
    const number = usNumber()
    const ids = [
      ...(await outbox.queue(tenant, [number], { channel: 'sms', codeLifeSeconds })),
      ...(await outbox.queue(tenant, ['late@mail.example'], { codeLifeSeconds })),
    ]
    await outbox.set(ids, 'expires_at = now()')
    await drain()
    expect(await outbox.fates(ids)).toEqual(['failed expired', 'failed expired'])
    expect([await takenSms(app, number), await app.sandbox.messages('late@mail.example')]).toEqual([[], []])
  })

  test('that can not leave before its end is given up then, not later', async () => {
    const ids = await outbox.queue(await app.make.tenant(), ['busy@mail.example'], { codeLifeSeconds })
    await outbox.set(
      ids,
      `attempts = 8, created_at = now() - interval '580 seconds', expires_at = now() + interval '20 seconds'`,
    )
    await drain()
    const [row] = await app.query<{ isAtItsEnd: boolean }>(
      `select next_attempt_at = expires_at as is_at_its_end from outbox_messages where id = ${ids[0]}`,
    )
    expect(row?.isAtItsEnd).toBe(true)
  })

  test('by SMS is valid at the provider for as long as it is here, by the clock of the database', async () => {
    const number = usNumber()
    const ids = await outbox.queue(await app.make.tenant(), [number], { channel: 'sms', codeLifeSeconds })
    await outbox.set(ids, `expires_at = now() + interval '300 seconds'`)
    await drain()
    expect(await outbox.fates(ids)).toEqual(['sent'])
    const [sms] = await takenSms(app, number)
    expect(sms?.validity_seconds).toBeLessThanOrEqual(300)
    expect(sms?.validity_seconds).toBeGreaterThan(240)
  })
})

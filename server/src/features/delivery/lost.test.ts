import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { noon, sunburstsOf } from '../../../test/sunbursts.ts'
import type { Log } from '../../platform/log.ts'
import { type ResolveDeps, resolveLost } from './resolve-lost.ts'

let app: TestApp
let sun: ReturnType<typeof sunburstsOf>
let deps: ResolveDeps
/** The numbers that were looked up, and the lines that were logged. */
let lookUps: string[] = []
let logged: unknown[] = []
/** Numbers of which the provider does not answer. */
let silent = new Set<string>()

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
  sun = sunburstsOf(app)
  const { sms } = sun.deps
  const log = { ...app.deps.log, warn: (line: unknown) => logged.push(line) } as unknown as Log
  const findSent: typeof sms.findSent = (sent) => {
    lookUps.push(sent.to)
    if (silent.has(sent.to)) return Promise.reject(new Error('No answer'))
    return sms.findSent(sent)
  }
  deps = { ...sun.deps, log, sms: { ...sms, findSent } }
  await app.sandbox.control('webhooks', { provider: 'twilio', lose: -1 })
})
afterEach(async () => {
  await fetch(`${app.sandbox.url}/sandbox/control/faults`, { method: 'DELETE' })
  await sun.clock.set(noon)
  lookUps = []
  logged = []
  silent = new Set()
})
afterAll(() => app.close())

const secondsLater = (seconds: number) => new Date(noon.getTime() + seconds * 1_000)

/** SMS that the provider took while the worker that sent them died, longer ago than an answer may take. */
async function loseSms(count: number) {
  const tenant = await app.make.tenant()
  const consumers = []
  for (let made = 0; made < count; made++) {
    consumers.push(await sun.subscriber(tenant, { mediums: ['sms'] }))
  }
  const textId = await sun.text(tenant)
  await sun.plan()
  const { sms } = sun.deps
  await sun.send({
    ...sun.deps,
    sms: {
      ...sms,
      async sendSms(message) {
        await sms.sendSms(message)
        throw new Error('The worker died')
      },
    },
  })
  await sun.ageClaims(textId)
  return { textId, consumers }
}

/** The provider answers each look-up by 500. */
const failLookUps = () =>
  app.sandbox.control('faults', {
    provider: 'twilio',
    kind: 'error_500_before',
    method: 'GET',
    times: 10_000,
    path: 'Messages',
  })

/** As the runner does: again at once while something was moved on, then after the job's pause. */
async function runFor(seconds: { from: number; to: number }): Promise<void> {
  for (let second = seconds.from; second < seconds.to; second += 5) {
    await sun.clock.set(secondsLater(second))
    while ((await resolveLost(deps)) > 0);
  }
}

const states = async (textId: number) => (await sun.deliveries(textId)).map(({ state }) => state)
const areSettled = async (textId: number) =>
  (await states(textId)).every((state) => state === 'sent' || state === 'delivered')

describe('lost SMS that can not be looked up', () => {
  test('for a minute are looked up fewer than thirty times, and settled within half a minute of its end', async () => {
    const { textId } = await loseSms(3)
    await failLookUps()
    await runFor({ from: 0, to: 60 })
    expect(lookUps.length).toBeLessThan(30)
    expect(lookUps.length).toBeGreaterThanOrEqual(6)
    expect(logged.length).toBeLessThan(10)
    expect(await states(textId)).toEqual(['sending', 'sending', 'sending'])
    await fetch(`${app.sandbox.url}/sandbox/control/faults`, { method: 'DELETE' })
    await runFor({ from: 60, to: 90 })
    expect(await areSettled(textId)).toBe(true)
    expect(await sun.textState(textId)).toBe('sent')
  })

  test('for hours are looked up ever more rarely, and for a day are unknown', async () => {
    const { textId } = await loseSms(1)
    await failLookUps()
    const pauses: number[] = []
    for (let second = 0; pauses.length < 22; second += pauses.at(-1) ?? 0) {
      await sun.clock.set(secondsLater(second))
      expect(await resolveLost(deps)).toBe(0)
      const [row] = await app.query<{ pause: number }>(
        `select extract(epoch from next_look_at - present())::int as pause from deliveries where text_id = ${textId}`,
      )
      pauses.push(row?.pause ?? 0)
    }
    expect(pauses).toEqual([10, ...Array(14).fill(20), 40, 80, 160, 320, 640, 900, 900])
    expect(lookUps).toHaveLength(22)
    await sun.clock.set(secondsLater(24 * 3_600))
    expect(await resolveLost(deps)).toBe(1)
    expect(await sun.fates(textId)).toEqual(['sms:unknown The provider could not be asked for a day.'])
  })

  test('do not starve the one after twenty of them', async () => {
    const { textId, consumers } = await loseSms(21)
    const [findable] = consumers.slice(-1)
    silent = new Set(consumers.slice(0, 20).map(({ smsPhoneNumber }) => smsPhoneNumber))
    await app.query(
      `update deliveries set claimed_at = claimed_at + interval '1 minute' where consumer_id = ${findable?.id}`,
    )
    await runFor({ from: 0, to: 15 })
    const rows = await sun.deliveries(textId)
    const settled = rows.filter(({ state }) => state !== 'sending')
    expect(settled.map(({ consumerId }) => consumerId)).toEqual([findable?.id])
    await app.query(`update deliveries set state = 'unknown' where text_id = ${textId}`)
  })
})

test('two workers never look up the same one at once', async () => {
  const { textId } = await loseSms(8)
  const moved = await Promise.all([resolveLost(deps), resolveLost(deps), resolveLost(deps)])
  expect(moved.reduce((sum, count) => sum + count)).toBe(8)
  expect(new Set(lookUps).size).toBe(lookUps.length)
  expect(await areSettled(textId)).toBe(true)
})

test('what is in hand is not lost as long as its claim is renewed', async () => {
  const { textId } = await loseSms(1)
  await app.query(
    `update deliveries set claimed_at = present() - interval '119 seconds' where text_id = ${textId}`,
  )
  expect(await resolveLost(deps)).toBe(0)
  expect(await states(textId)).toEqual(['sending'])
})

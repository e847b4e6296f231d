import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { sunburstsOf } from '../../../test/sunbursts.ts'
import { formatLocal, parseInstant } from '../../platform/zoned-time.ts'
import type { SendDeps } from './send-deliveries.ts'

let app: TestApp
let sun: ReturnType<typeof sunburstsOf>

beforeAll(async () => {
  app = await startTestApp()
  sun = sunburstsOf(app)
})
afterAll(() => app.close())

/** Of the United States and Canada; two of them change no clocks. */
const zones = [
  'America/St_Johns',
  'America/Halifax',
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
]
/** The evening before, around the hour that is missing or doubled, and after the quiet hours. */
const localTimes = ['-22:30', '00:30', '01:00', '01:30', '02:00', '02:30', '03:00', '03:30', '09:00']
const halfHourMs = 1_800_000

/** Senders that take everything, and what they took: `sms <text> <person>` with when. */
function openSenders() {
  const taken = new Map<string, string[]>()
  const note = (what: string) => {
    taken.set(what, [...(taken.get(what) ?? []), sun.clock.now().toISOString()])
    return { kind: 'accepted', providerId: `${what} ${taken.get(what)?.length}` } as const
  }
  const deps: SendDeps = {
    ...sun.deps,
    sms: { ...sun.deps.sms, sendSms: async ({ to, text }) => note(`sms ${text} ${to}`) },
    mailer: { ...sun.deps.mailer, sendMail: async ({ to, subject }) => note(`email ${subject} ${to}`) },
  }
  return { taken, deps }
}

/** When a local time of a day is; that of the day before, where a dash stands before it. */
function instantOf(day: string, time: string, timeZone: string): Date {
  const before = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, day.length)
  const instant = parseInstant(
    time.startsWith('-') ? `${before} ${time.slice(1)}` : `${day} ${time}`,
    timeZone,
  )
  if (!instant) throw new Error(`${time} of ${day} is no time in ${timeZone}`)
  return instant
}

/** A text of each local time in each zone, and who is to get it when. */
async function schedule(day: string): Promise<Map<string, string[]>> {
  const expected = new Map<string, string[]>()
  await sun.clock.set(new Date(`${day}T00:00:00Z`))
  for (const timeZone of zones) {
    const tenant = await app.make.tenant({ timeZone })
    const person = await sun.subscriber(tenant, { timeZone, tokens: 100 })
    const morning = instantOf(day, '08:00', timeZone)
    for (const time of localTimes) {
      const name = `${timeZone} at ${time} of ${day}`
      const dueAt = instantOf(day, time, timeZone)
      await sun.text(tenant, { dueAt, messageName: name, textContent: name })
      const sms = dueAt < morning ? morning : dueAt
      expected.set(`sms ${name} ${person.smsPhoneNumber}`, [sms.toISOString()])
      expected.set(`email ${name} ${person.email}`, [dueAt.toISOString()])
    }
  }
  return expected
}

test.each(['2026-11-01', '2027-03-14'])(
  'on %s each text leaves once by each medium, on time, in nine zones',
  { timeout: 120_000 },
  async (day) => {
    const expected = await schedule(day)
    const { taken, deps } = openSenders()
    const until = Date.parse(`${day}T20:00:00Z`)
    for (let at = Date.parse(`${day}T00:30:00Z`); at <= until; at += halfHourMs) {
      await sun.clock.set(new Date(at))
      await sun.plan(deps)
      await sun.send(deps)
    }
    expect(new Map([...taken].sort())).toEqual(new Map([...expected].sort()))
    expect(taken.size).toBe(zones.length * localTimes.length * 2)
    const sms = [...taken].filter(([what]) => what.startsWith('sms'))
    const nightly = sms.filter(([what, [at]]) => {
      const zone = zones.find((one) => what.includes(one)) ?? ''
      return formatLocal(new Date(at ?? 0), zone).slice(-'00:00'.length) < '08:00'
    })
    expect(nightly).toEqual([])
  },
)

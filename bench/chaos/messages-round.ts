import { setTimeout as wait } from 'node:timers/promises'
import { addDueText, type Crowd } from './crowd.ts'
import { type DeliveryFate, judgeRound, readArrivals, readFates } from './delivery-books.ts'
import { findUntruths } from './messages-books.ts'
import type { Served } from './serve.ts'
import { type Climate, calmCallbacks, openWeather } from './weather.ts'
import { rowsOf, type World } from './world.ts'

export interface MessageTally extends ReturnType<typeof judgeRound> {
  fates: DeliveryFate[]
  strikes: ReadonlyMap<string, number>
  /** Reports that never came. */
  unreported: number
  settledMs: number
  unended: string[]
  untruths: string[]
}

const sms = { provider: 'twilio', path: 'Messages' } as const
const lookUps = { ...sms, method: 'GET' } as const
const mail = { provider: 'smtp' } as const

/** Each hits a few messages; the provider takes as many seconds to be given up as it does in earnest. */
const storms: Climate['storms'] = [
  { ...sms, kind: 'timeout_before', times: [1, 2] },
  { ...sms, kind: 'timeout_after_success', times: [1, 2] },
  { ...sms, kind: 'reset_before', times: [1, 4] },
  { ...sms, kind: 'reset_after_success', times: [1, 4] },
  { ...sms, kind: 'error_500_before', times: [1, 3] },
  { ...sms, kind: 'error_500_after_success', times: [1, 3] },
  { ...sms, kind: 'rate_limited_429', times: [1, 6] },
  { ...sms, kind: 'conflict_409', times: [1, 3] },
  { ...lookUps, kind: 'error_500_before', times: [1, 3] },
  { ...mail, kind: 'timeout_after_success', times: [1, 2] },
  { ...mail, kind: 'reset_after_success', times: [1, 4] },
  { ...mail, kind: 'reset_before', times: [1, 4] },
  { ...mail, kind: 'error_500_before', times: [1, 4] },
]

const callbacks: Climate['callbacks'] = [
  calmCallbacks,
  { ...calmCallbacks, lose: -1 },
  { ...calmCallbacks, repeat: 4, shuffle: true },
  { ...calmCallbacks, delayMs: 2_000 },
]

/** After any of these we can't know whether the message was taken. */
const ambiguous = /^(timeout|reset|error_500)/

const endWithinMs = 90_000

/**
 * Lets one text become due while the providers fail, then clears it up and makes everything as old as it must be for
 * the jobs to look into it. Lost reports stay lost.
 */
export async function sendInBadWeather(
  world: World,
  crowd: Crowd,
  [one, other]: readonly [Served, Served],
): Promise<MessageTally> {
  const { random } = world
  const textContent = `Storm ${random.between(0, 2 ** 30)}-${random.between(0, 2 ** 30)}`
  // The providers take their time, so that more of the text is under way when something fails.
  const slow = { kind: 'latency', times: crowd.size * 2, latencyMs: random.between(700, 1_500) }
  await world.sandbox.control('faults', { ...slow, ...sms })
  await world.sandbox.control('faults', { ...slow, ...mail })
  const weather = openWeather(world, {
    provider: 'twilio',
    storms,
    callbacks,
    ports: [one.port, other.port],
    mostMs: 400,
  })
  const textId = await addDueText(world, crowd, textContent)
  const unended: string[] = []
  const expect = async (what: string, isTrue: () => Promise<boolean>) => {
    // What did not happen makes the rest impossible.
    if (unended.length > 0) return
    if (!(await waitUntil(isTrue))) unended.push(`text ${textId}: ${what} within ${endWithinMs / 1_000} s`)
  }
  await expect('not everything was tried', () => isNone(world, textId, `attempts = 0 and state = 'planned'`))
  const strikes = await weather.end()
  const startedAt = performance.now()
  await expect('not everything was taken', () => isNone(world, textId, `state = 'planned'`))
  await expect('not everything has an end', () => {
    return hurry(
      world,
      textId,
      `state = 'sending'`,
      `claimed_at = least(claimed_at, now() - interval '10 minutes'), next_look_at = null`,
      'resolve-lost-deliveries',
    )
  })
  const unreported = await countOf(world, textId, `state = 'sent' and medium = 'sms'`)
  await expect('not every SMS has its report', () => {
    return hurry(
      world,
      textId,
      `state = 'sent' and medium = 'sms'`,
      `sent_at = least(sent_at, now() - interval '20 minutes'), next_look_at = least(next_look_at, now())`,
      'ask-for-reports',
    )
  })
  const settledMs = performance.now() - startedAt
  const fates = await readFates(world, textId)
  const arrivals = await readArrivals(world, textContent)
  const doubts = [...strikes].filter(([kind]) => ambiguous.test(kind))
  const mostUnknown = doubts.reduce((sum, [, times]) => sum + times, 0)
  return {
    fates,
    strikes,
    unreported,
    settledMs,
    unended,
    untruths: await findUntruths(world, textContent, fates),
    ...judgeRound({ fates, arrivals, mostUnknown, expected: crowd.size * 2 }),
  }
}

/** Ages those of a text that no living worker has in hand, and wakes the job that looks into them. */
async function hurry(
  world: World,
  textId: number,
  which: string,
  change: string,
  job: string,
): Promise<boolean> {
  // Longer than a worker waits for any answer.
  const isLeft = `claimed_at < now() - interval '40 seconds'`
  await rowsOf(world, `update deliveries set ${change} where text_id = $1 and ${which} and ${isLeft}`, [
    textId,
  ])
  await rowsOf(world, `select pg_notify('jobs', $1)`, [job])
  return isNone(world, textId, which)
}

async function isNone(world: World, textId: number, which: string): Promise<boolean> {
  return (await countOf(world, textId, which)) === 0
}

async function countOf(world: World, textId: number, which: string): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    world,
    `select (select planned_at is null from short_texts where id = $1)::int
       + (select count(*) from deliveries where text_id = $1 and ${which})::int as count`,
    [textId],
  )
  return row?.count ?? 0
}

async function waitUntil(isTrue: () => Promise<boolean>): Promise<boolean> {
  const startedAt = performance.now()
  while (!(await isTrue())) {
    if (performance.now() - startedAt > endWithinMs) return false
    await wait(300)
  }
  return true
}

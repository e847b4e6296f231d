import { setTimeout as wait } from 'node:timers/promises'
import { lanes } from '../../server/src/features/delivery/send-deliveries.ts'
import { addDueText, type Crowd } from './crowd.ts'
import { judgeRound, readArrivals, readFates } from './delivery-books.ts'
import { makeRandom } from './random.ts'
import { type Served, serve } from './serve.ts'
import { rowsOf, type World } from './world.ts'

export interface RoundTally extends ReturnType<typeof judgeRound> {
  kills: number
  /** Those that came before the text was planned to its last subscriber. */
  killsWhilePlanning: number
  deliveries: number
  unknown: number
  settledMs: number
  unended: string[]
}

/** Counts for more deliveries than there are. */
const unplanned = 1_000_000
/** So few are left to the workers without another kill. */
const leftInPeace = 40
/** Of each of the two workers. */
const killsMin = 1
const killsMax = 10
const endWithinMs = 60_000
/** A worker has so many of one tenant in hand at once; a kill leaves no more in doubt. */
const sentAtOnce = lanes.sms.atOncePerTenant + lanes.email.atOncePerTenant
const workerEnvironment = { SMS_QUIET_HOURS: 'off', DATABASE_POOL: '8' }

/**
 * Lets one text become due and kills the two workers at random until most of it has left, at first so soon that they
 * are still planning. Then both may work in peace; what was in a dead worker's hands is made to look as if it had
 * been there for long, and the text must end.
 */
export async function killWhileDelivering(world: World, crowd: Crowd): Promise<RoundTally> {
  const { random } = world
  const textContent = `Chaos ${random.between(0, 2 ** 30)}-${random.between(0, 2 ** 30)}`
  // The providers take their time, so that more is under way when a worker dies.
  const slow = { kind: 'latency', times: crowd.size * 2, latencyMs: random.between(200, 700) }
  await world.sandbox.control('faults', { ...slow, provider: 'twilio', path: 'Messages' })
  await world.sandbox.control('faults', { ...slow, provider: 'smtp' })
  const slots: Underway['slots'] = [await startWorker(world), await startWorker(world)]
  const textId = await addDueText(world, crowd, textContent)
  const kills = await Promise.all([
    killAgainAndAgain(world, textId, slots, 0),
    killAgainAndAgain(world, textId, slots, 1),
  ])
  await fetch(`${world.sandbox.url}/sandbox/control/faults`, { method: 'DELETE' })
  const all = kills.flat()
  return conclude(
    world,
    crowd,
    { textId, textContent, slots },
    {
      kills: all.length,
      killsWhilePlanning: all.filter(({ isPlanned }) => !isPlanned).length,
    },
  )
}

/** A text on its way, and the two workers. */
export interface Underway {
  textId: number
  textContent: string
  slots: [Served, Served]
}

/** Lets the workers end the text in peace, and compares both books. */
export async function conclude(
  world: World,
  crowd: Crowd,
  { textId, textContent, slots }: Underway,
  kills: Pick<RoundTally, 'kills' | 'killsWhilePlanning'>,
): Promise<RoundTally> {
  const startedAt = performance.now()
  const unended = await endInPeace(world, textId, slots)
  const settledMs = performance.now() - startedAt
  for (const worker of slots) await worker.stop()
  const fates = await readFates(world, textId)
  const arrivals = await readArrivals(world, textContent)
  return {
    ...kills,
    deliveries: fates.length,
    unknown: fates.filter(({ state }) => state === 'unknown').length,
    settledMs,
    unended,
    ...judgeRound({
      fates,
      arrivals,
      mostUnknown: kills.kills * sentAtOnce,
      expected: crowd.size * 2,
    }),
  }
}

/** @returns for each kill, whether the text was planned to its last subscriber by then */
async function killAgainAndAgain(world: World, textId: number, slots: [Served, Served], slot: 0 | 1) {
  const random = makeRandom(world.random.between(0, 2 ** 30))
  const kills: { isPlanned: boolean }[] = []
  while (kills.length < killsMax) {
    await wait(kills.length === 0 ? random.between(0, 150) : random.between(0, 1_500))
    if (kills.length >= killsMin && (await countOpen(world, textId)) < leftInPeace) break
    await slots[slot].kill()
    kills.push({ isPlanned: (await countOpen(world, textId)) < unplanned })
    slots[slot] = await startWorker(world)
  }
  return kills
}

/** Starts a worker, which the providers' callbacks find from then on. */
export async function startWorker(world: World, environment: Record<string, string> = {}): Promise<Served> {
  const served = await serve(world, { ...workerEnvironment, ...environment })
  world.frontDoor.lead(served.port)
  return served
}

async function countOpen(world: World, textId: number): Promise<number> {
  const [text] = await rowsOf<{ open: number }>(
    world,
    `select case when planned_at is null then ${unplanned} else
       (select count(*)::int from deliveries where text_id = $1 and state = 'planned') end as open
     from short_texts where id = $1`,
    [textId],
  )
  return text?.open ?? 0
}

/** Makes what was in a dead worker's hands look as if it had been there for long. */
export async function ageClaims(world: World, textId: number, olderThanSeconds = 0): Promise<void> {
  await rowsOf(
    world,
    `update deliveries set claimed_at = now() - interval '10 minutes', next_look_at = null
     where text_id = $1 and state = 'sending' and claimed_at <= now() - make_interval(secs => $2)`,
    [textId, olderThanSeconds],
  )
}

/** Waits until no living worker has anything in hand, ages what the dead ones had, and waits for the end. */
async function endInPeace(world: World, textId: number, slots: [Served, Served]): Promise<string[]> {
  const isOver = async (what: string) =>
    (await rowsOf<{ over: boolean }>(world, `select ${what} as over`, [textId]))[0]?.over ?? false
  const isAllTaken = () =>
    isOver(`(select planned_at is not null from short_texts where id = $1) and not exists (
      select from deliveries where text_id = $1
        and (state = 'planned' or state = 'sending' and claimed_at > now() - interval '5 seconds'))`)
  if (!(await waitUntil(isAllTaken))) return [`text ${textId} is not sent within ${endWithinMs / 1_000} s`]
  await ageClaims(world, textId)
  // A worker looks for lost ones when it starts, and every few seconds.
  await slots[0].stop()
  slots[0] = await startWorker(world)
  await world.sandbox.control('webhooks/resend', {})
  const isEnded = () =>
    isOver(`(select state = 'sent' from short_texts where id = $1)
    and not exists (select from deliveries where text_id = $1 and state = 'sent' and medium = 'sms')`)
  return (await waitUntil(isEnded)) ? [] : [`text ${textId} does not end within ${endWithinMs / 1_000} s`]
}

export async function waitUntil(isTrue: () => Promise<boolean>): Promise<boolean> {
  const startedAt = performance.now()
  while (!(await isTrue())) {
    if (performance.now() - startedAt > endWithinMs) return false
    await wait(100)
  }
  return true
}

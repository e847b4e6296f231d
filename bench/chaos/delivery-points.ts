import { setTimeout as wait } from 'node:timers/promises'
import { lookUpPoints, planPoints, sendPoints } from '../../server/test/crash-points.ts'
import { addDueText, type Crowd } from './crowd.ts'
import { ageClaims, conclude, type RoundTally, startWorker } from './delivery-round.ts'
import type { Served } from './serve.ts'
import { rowsOf, type World } from './world.ts'

/** A worker that has not come to its point by then is killed wherever it is. */
const reachWithinMs = 4_000
/** What a living worker has in hand is younger, at a provider that answers at once. */
const deadAfterSeconds = 5
const killsOfRound = 40

export interface PointRound extends RoundTally {
  /** How often a worker died at each point; `elsewhere` for those that did not come to theirs. */
  killsAt: Map<string, number>
}

/**
 * Lets one text become due, and two workers die at named points of planning, sending and looking up, each started again,
 * until they died often enough or nothing is left to do. Then both may work in peace.
 */
export async function killAtPoints(world: World, crowd: Crowd, killsMax: number): Promise<PointRound> {
  const textContent = `Points ${world.random.between(0, 2 ** 30)}-${world.random.between(0, 2 ** 30)}`
  const textId = await addDueText(world, crowd, textContent)
  const killsAt = new Map<string, number>()
  const most = Math.min(killsMax, killsOfRound)
  const count = () => [...killsAt.values()].reduce((sum, kills) => sum + kills, 0)
  let killsWhilePlanning = 0
  const dieAgainAndAgain = async () => {
    while (count() < most) {
      const point = await choosePoint(world, textId)
      if (point === null) return
      if (point.startsWith('lost.')) await ageClaims(world, textId, deadAfterSeconds)
      const at = await dieAt(world, point)
      killsAt.set(at, (killsAt.get(at) ?? 0) + 1)
      if (at.startsWith('plan.')) killsWhilePlanning += 1
    }
  }
  await Promise.all([dieAgainAndAgain(), dieAgainAndAgain()])
  const slots: [Served, Served] = [await startWorker(world), await startWorker(world)]
  const tally = await conclude(
    world,
    crowd,
    { textId, textContent, slots },
    { kills: count(), killsWhilePlanning },
  )
  return { ...tally, killsAt }
}

/** A point that some worker can come to now; null where nothing is left to do. */
async function choosePoint(world: World, textId: number): Promise<string | null> {
  const [left] = await rowsOf<{ isPlanned: boolean; planned: number; lost: number }>(
    world,
    `select t.planned_at is not null as is_planned,
       (select count(*)::int from deliveries where text_id = t.id and state = 'planned') as planned,
       (select count(*)::int from deliveries where text_id = t.id and state = 'sending'
          and claimed_at <= now() - make_interval(secs => ${deadAfterSeconds})) as lost
     from short_texts t where t.id = $1`,
    [textId],
  )
  const points = [
    ...(left?.isPlanned ? [] : planPoints),
    ...(left && left.planned > 0 ? sendPoints : []),
    ...(left && left.lost > 0 ? lookUpPoints : []),
  ]
  return points.length === 0 ? null : (points[world.random.between(0, points.length - 1)] ?? null)
}

/** @returns the point that the worker died at. */
async function dieAt(world: World, point: string): Promise<string> {
  const worker = await startWorker(world, { CRASH_AT: point }).catch(() => null)
  // It may come to its point before it listens.
  if (worker === null) return point
  await Promise.race([worker.ended, wait(reachWithinMs)])
  if (!worker.isAlive()) return point
  await worker.kill()
  return 'elsewhere'
}

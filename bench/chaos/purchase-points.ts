import { setTimeout as wait } from 'node:timers/promises'
import { purchasePoints, takingPoints } from '../../server/test/crash-points.ts'
import { compareBooks, readBooks, settleBooks } from './books.ts'
import { serve } from './serve.ts'
import {
  type Click,
  click,
  makeShopper,
  type PaymentKind,
  paymentKinds,
  press,
  saveDefault,
} from './shopper.ts'
import { forEachOf } from './suite.ts'
import type { World } from './world.ts'

export const crashPoints = [...purchasePoints, ...takingPoints] as const
export type CrashPoint = (typeof crashPoints)[number]

/** The ways to pay that pass a point. */
export function kindsAt(point: CrashPoint): readonly PaymentKind[] {
  return takingPoints.some((taking) => taking === point) ? ['wallet'] : paymentKinds
}

export interface PurchaseScene {
  tenant: Awaited<ReturnType<World['make']['tenant']>>
  packageId: number
}

export interface PointTally {
  point: CrashPoint
  kind: PaymentKind
  clicks: Click[]
  violations: string[]
  settledMs: number
}

const crashesEach = 3
const retryForMs = 60_000

/**
 * Kills servers at one point while they sell, then starts one and waits until the books are right. Half of the clients
 * retry; of the callbacks either all arrive or none does, so that answer, webhook and reconciler all have their turn.
 */
export async function crashAtPoint(
  world: World,
  scene: PurchaseScene,
  point: CrashPoint,
): Promise<PointTally[]> {
  const { random, sandbox, frontDoor } = world
  await sandbox.control('webhooks', { lose: random.percent(50) ? -1 : 0 })
  frontDoor.lead(null)
  const clicks = await makeClicks(world, scene, kindsAt(point))
  const retrying = new Set(clicks.filter(() => random.percent(50)))
  const violations: string[] = []
  await forEachOf(clicks, 2, async (one) => {
    const problem = await crashWhile(world, point, one)
    if (problem) violations.push(problem)
  })

  const served = await serve(world)
  frontDoor.lead(served.port)
  await sandbox.control('webhooks/flush', {})
  const retried = Promise.all([...retrying].map((one) => retry(world, one)))
  const settled = await settleBooks(world)
  await retried
  const books = await readBooks(world)
  await served.stop()

  return kindsAt(point).map((kind) => {
    const own = clicks.filter((one) => one.kind === kind)
    const keys = new Set(own.map(({ key }) => key))
    const purchases = books.purchases.filter(({ idempotencyKey }) => keys.has(idempotencyKey ?? ''))
    const unanswered = own.filter((one) => retrying.has(one) && !one.isAcknowledged)
    return {
      point,
      kind,
      clicks: own,
      violations: [
        ...violations.filter((problem) => problem.startsWith(`${kind}:`)),
        ...(settled.violations.length > 0 ? compareBooks({ purchases, strays: [] }) : []),
        ...unanswered.map(({ key, refusal }) => `the retry of ${key} ended with ${refusal ?? 'no answer'}`),
      ],
      settledMs: Math.max(0, ...purchases.map(({ settledAt }) => Number(settledAt ?? 0) - served.readyAt)),
    }
  })
}

async function makeClicks(
  world: World,
  { tenant, packageId }: PurchaseScene,
  kinds: readonly PaymentKind[],
): Promise<Click[]> {
  const clicks: Click[] = []
  for (const kind of kinds) {
    for (let count = 0; count < crashesEach; count++) {
      const shopper = await makeShopper(world, tenant)
      await saveDefault(world, shopper, kind)
      clicks.push(click(shopper, packageId, kind))
    }
  }
  return clicks
}

/** Buys at a process that dies at the point. @returns what was not as it should, if anything */
async function crashWhile(world: World, point: CrashPoint, one: Click): Promise<string | null> {
  const served = await serve(world, { CRASH_AT: point })
  let status: number
  // On a starved machine the database may have no connection in time: the client is told to come again, and does.
  do ({ status } = await press(served.url, one))
  while (status === 503)
  if (status !== 0) {
    await served.kill()
    return `${one.kind}: ${point} was passed, the answer was ${status}`
  }
  const signal = await served.ended
  return signal === 'SIGKILL' ? null : `${one.kind}: the process ended with ${signal} at ${point}`
}

/** Presses again under the same key until there is a definite answer. */
export async function retry(world: World, one: Click, pauseMs = 300): Promise<void> {
  const startedAt = performance.now()
  while (!one.isAcknowledged && !one.refusal && performance.now() - startedAt < retryForMs) {
    await press(world.publicUrl, one)
    if (!one.isAcknowledged) await wait(pauseMs)
  }
}

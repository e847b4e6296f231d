import { setTimeout as wait } from 'node:timers/promises'
import { settleBooks } from './books.ts'
import { type PurchaseScene, retry } from './purchase-points.ts'
import { makeRandom, type Random } from './random.ts'
import { type Served, serve } from './serve.ts'
import { type Click, click, makeShopper, type PaymentKind, press, saveDefault } from './shopper.ts'
import type { Deadline } from './suite.ts'
import type { World } from './world.ts'

export interface KillTally {
  kills: number
  clicks: Click[]
  violations: string[]
  settledMs: number
}

const clients = 8
const killsMin = 3
const killsMax = 12

/**
 * Kills the server at random while clients buy and retry, a part of them giving up at the first silence; then lets it
 * run and waits until the books are right.
 */
export async function killWhileBuying(
  world: World,
  scene: PurchaseScene,
  deadline: Deadline,
): Promise<KillTally> {
  const { random, frontDoor } = world
  await misdeliver(world)
  const clicks: Click[] = []
  const failures: string[] = []
  let isOver = false
  let served = await start(world)
  const buying = Array.from({ length: clients }, async () => {
    const own = makeRandom(random.between(0, 2 ** 30))
    const shopper = await makeShopper(world, scene.tenant)
    const kept = own.pick<PaymentKind>(['default card', 'default wallet'])
    await saveDefault(world, shopper, kept)
    while (!isOver) {
      const one = click(shopper, scene.packageId, own.pick<PaymentKind>(['card', 'wallet', kept]))
      clicks.push(one)
      await buy(world, one, own, failures)
    }
  })
  const bought = Promise.all(buying)
  let kills = 0
  while (kills < killsMax && (kills < killsMin || !deadline.isPast(80))) {
    await wait(random.between(50, 2_500))
    frontDoor.lead(null)
    await served.kill()
    kills += 1
    served = await start(world)
  }
  isOver = true
  const startedAt = performance.now()
  await bought
  const lateMs = performance.now() - startedAt
  const { settledMs, violations } = await settleBooks(world)
  frontDoor.lead(null)
  await served.stop()
  return { kills, clicks, violations: [...violations, ...failures], settledMs: lateMs + settledMs }
}

async function start(world: World): Promise<Served> {
  const served = await serve(world)
  world.frontDoor.lead(served.port)
  return served
}

/** Callbacks come as they should, not at all, or many times and in any order. */
async function misdeliver({ sandbox, random }: World): Promise<void> {
  const calm = { lose: 0, repeat: 1, shuffle: false }
  const ways = [calm, { ...calm, lose: -1 }, { ...calm, repeat: 4, shuffle: true }] as const
  await sandbox.control('webhooks', random.pick(ways))
}

/** A third of the clients close the browser when no answer comes; the others press until one does. */
async function buy(world: World, one: Click, random: Random, failures: string[]): Promise<void> {
  const isPatient = random.percent(67)
  const { status, code } = await press(world.publicUrl, one)
  if (status === 500) failures.push(`a purchase was answered 500 ${code}`)
  if (one.isAcknowledged || !isPatient) return
  await retry(world, one, random.between(50, 400))
}

import { randomUUID } from 'node:crypto'
import { addReading } from './reading.ts'
import { type Served, serve } from './serve.ts'
import { makeShopper, type Reply, type Shopper, send } from './shopper.ts'
import type { Suite } from './suite.ts'
import { rowsOf, type World } from './world.ts'

const chargesAtOnce = 50
const burstsMax = 1_000

interface Scene {
  world: World
  servers: readonly Served[]
  tenant: Awaited<ReturnType<World['make']['tenant']>>
  readings: { audioId: number; costTokens: number }[]
}

interface Tally {
  bursts: number
  violations: string[]
}

/** Fifty charges at once on a balance that covers a few, through two servers on one database. */
export const breakCharges: Suite = async (world, deadline) => {
  const servers = [await serve(world), await serve(world)]
  const tenant = await world.make.tenant()
  const readings = [await addReading(world, tenant, 1), await addReading(world, tenant, 7)]
  const scene: Scene = { world, servers, tenant, readings }
  const kinds = { exact: burstOnBalance, granted: burstWithGrants, repeated: burstOfOneSession }
  const tallies = { exact: none(), granted: none(), repeated: none() }
  let bursts = 0
  do {
    for (const kind of ['exact', 'granted', 'repeated'] as const) {
      bursts += 1
      tallies[kind].bursts += 1
      tallies[kind].violations.push(...(await kinds[kind](scene)))
    }
  } while (bursts < burstsMax && !deadline.isPast(95))
  for (const server of servers) await server.stop()
  const describe = (what: string, { bursts: count, violations }: Tally) => ({
    what,
    runs: `${count} bursts of ${chargesAtOnce}`,
    violations,
    worstSettleMs: null,
  })
  return [
    describe('50 sessions at once: exactly floor(balance / cost) are charged', tallies.exact),
    describe('the same, with tokens granted meanwhile', tallies.granted),
    describe('50 times one session: exactly one debit', tallies.repeated),
  ]
}

const none = (): Tally => ({ bursts: 0, violations: [] })

/** A consumer, a reading, and tokens for a few of the fifty. */
async function deal({ world, tenant, readings }: Scene) {
  const { random, make } = world
  const reading = readings[random.between(0, readings.length - 1)] ?? { audioId: 0, costTokens: 1 }
  const tokens = random.between(0, 8) * reading.costTokens + random.between(0, reading.costTokens - 1)
  return { reading, tokens, shopper: await makeShopper(world, tenant, tokens), make, random }
}

async function burstOnBalance(scene: Scene): Promise<string[]> {
  const { reading, tokens, shopper } = await deal(scene)
  const replies = await charge(scene, shopper, reading.audioId, randomUUID)
  const covered = Math.floor(tokens / reading.costTokens)
  const name = `${tokens} tokens at ${reading.costTokens}`
  return [
    ...oddAnswers(replies),
    ...differs(`${name}, answered as charged`, charged(replies), covered),
    ...(await wrongBalance(scene, shopper, tokens - covered * reading.costTokens)),
  ]
}

/** What comes in the middle counts for those after it: afterwards all that is covered must have been spent. */
async function burstWithGrants(scene: Scene): Promise<string[]> {
  const { reading, tokens, shopper, make, random } = await deal(scene)
  const grants = Array.from({ length: random.between(1, 3) }, () => random.between(1, 15))
  const granted = grants.reduce((sum, grant) => sum + grant, 0)
  const [first] = await Promise.all([
    charge(scene, shopper, reading.audioId, randomUUID),
    ...grants.map((grant) => make.grant(shopper.consumer, grant)),
  ])
  const second = await charge(scene, shopper, reading.audioId, randomUUID)
  const covered = Math.floor((tokens + granted) / reading.costTokens)
  const all = [...first, ...second]
  const name = `${tokens} + ${granted} tokens at ${reading.costTokens}`
  const fewest = Math.floor(tokens / reading.costTokens)
  return [
    ...oddAnswers(all),
    ...(charged(first) < fewest
      ? [`${name}: only ${charged(first)} were charged at first, ${fewest} were covered`]
      : []),
    ...differs(`${name}, answered as charged`, charged(all), Math.min(covered, all.length)),
    ...(await wrongBalance(scene, shopper, tokens + granted - covered * reading.costTokens)),
  ]
}

async function burstOfOneSession(scene: Scene): Promise<string[]> {
  const { reading, tokens, shopper } = await deal(scene)
  const session = randomUUID()
  const replies = await charge(scene, shopper, reading.audioId, () => session)
  const isCovered = tokens >= reading.costTokens
  return [
    ...oddAnswers(replies),
    ...differs('answered as charged', charged(replies), isCovered ? 1 : 0),
    ...differs(
      'answered 200',
      replies.filter(({ status }) => status === 200).length,
      isCovered ? chargesAtOnce : 0,
    ),
    ...(await wrongBalance(scene, shopper, tokens - (isCovered ? reading.costTokens : 0))),
  ]
}

function charge(
  { servers }: Scene,
  { consumer, tenant, headers }: Shopper,
  audioId: number,
  chooseSession: () => string,
): Promise<Reply[]> {
  const path = `/v1/customers/${tenant.url}/consumers/${consumer.id}/audio/${audioId}/charge`
  return Promise.all(
    Array.from({ length: chargesAtOnce }, (_, index) => {
      const server = servers[index % servers.length]
      return send(`${server?.url}${path}?session=${chooseSession()}`, 'PUT', headers)
    }),
  )
}

const charged = (replies: readonly Reply[]) =>
  replies.filter(({ status, body }) => status === 200 && body.alreadyCharged === false).length

/** Whoever is not charged is told to buy tokens, and nothing else. */
function oddAnswers(replies: readonly Reply[]): string[] {
  return replies
    .filter(({ status }) => status !== 200 && status !== 402)
    .map(({ status, code }) => `a charge was answered ${status} ${code}`)
}

function differs(what: string, actual: number, expected: number): string[] {
  return actual === expected ? [] : [`${what}: ${actual}, expected ${expected}`]
}

async function wrongBalance({ world }: Scene, { consumer }: Shopper, expected: number): Promise<string[]> {
  const [wallet] = await rowsOf<{ balance: number }>(
    world,
    'select balance from wallets where consumer_id = $1',
    [consumer.id],
  )
  return differs(`consumer ${consumer.id} holds`, wallet?.balance ?? -1, expected)
}

import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Customers } from './customers.ts'
import type { DatabaseCutter } from './database-cutter.ts'
import type { Finding } from './findings.ts'
import type { TcpProxy } from './tcp-proxy.ts'
import type { World } from './world.ts'

export interface OutageScene {
  world: World
  proxy: TcpProxy
  cutter: DatabaseCutter
  customers: Customers
  databasePort: number
  /** Whether the server that is asked still runs. */
  isServing(): boolean
}

export interface OutageTally {
  what: string
  violations: string[]
  /** From the database's return to the first charge that succeeded. */
  recoveredMs: number
  /** Answers while it was away, and the slowest of them. */
  answers: number
  slowestMs: number
}

const answeredWithinMs = 5_000
const recoveredWithinMs = 5_000
const waitForRecoveryMs = 60_000

type Outage = (scene: OutageScene) => Promise<OutageTally>

/** Connections end again and again, at random and as something is committed; new ones work at once. */
const cutOften: Outage = (scene) =>
  during(scene, 'connections cut at random and at commits', async () => {
    const { proxy, cutter, world } = scene
    cutter.setCalm(false)
    for (let count = 0; count < 20; count++) {
      await wait(world.random.between(50, 350))
      proxy.cut(() => world.random.percent(30))
    }
    cutter.setCalm(true)
  })

/** Nobody is there. */
const refuse: Outage = (scene) =>
  during(scene, 'connections refused for 3 to 8 s', async () => {
    const { proxy, world, databasePort } = scene
    proxy.lead(null)
    proxy.cut()
    await wait(world.random.between(3_000, 8_000))
    proxy.lead(databasePort)
  })

/** Bytes get lost, and nobody says so. */
const swallow: Outage = (scene) =>
  during(scene, 'silence for 6 to 10 s', async () => {
    const { proxy, world } = scene
    proxy.hush(true)
    await wait(world.random.between(6_000, 10_000))
    // Afterwards the old connections are either dead or go on as if nothing had been.
    if (world.random.percent(50)) proxy.cut()
    proxy.hush(false)
  })

/** A server process dies; PostgreSQL ends all others and recovers from its log. */
const crash: Outage = (scene) =>
  during(scene, 'PostgreSQL crashes and recovers', async () => {
    const client = new pg.Client({ connectionString: scene.world.databaseUrl })
    client.on('error', () => undefined)
    await client.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const pid = rows[0]?.pid
    if (pid) process.kill(pid, 'SIGKILL')
    await client.end().catch(() => undefined)
    await waitForDatabase(scene.world.databaseUrl)
  })

export const outages: readonly Outage[] = [cutOften, refuse, cutOften, swallow, cutOften, crash]

async function during(
  { customers, isServing }: OutageScene,
  what: string,
  happen: () => Promise<void>,
): Promise<OutageTally> {
  const { answers } = customers
  const first = answers.length
  const startedAtMs = performance.now()
  await happen()
  const backAtMs = performance.now()
  const isGood = () =>
    answers.slice(first).some((answer) => answer.sentAtMs >= backAtMs && answer.status === 200)
  while (!isGood() && isServing() && performance.now() - backAtMs < waitForRecoveryMs) await wait(20)
  const recoveredMs = performance.now() - backAtMs
  // Whoever was still waiting is answered by now, late or not.
  await wait(500)
  const meanwhile = answers.slice(first).filter((answer) => answer.sentAtMs + answer.tookMs > startedAtMs)
  const slow = meanwhile.filter(({ tookMs }) => tookMs > answeredWithinMs)
  return {
    what,
    recoveredMs,
    answers: meanwhile.length,
    slowestMs: Math.max(0, ...meanwhile.map(({ tookMs }) => tookMs)),
    violations: [
      ...slow.map(
        (answer) => `${answer.what} was answered ${answer.status} after ${Math.round(answer.tookMs)} ms`,
      ),
      ...(recoveredMs > recoveredWithinMs ? [`it took ${Math.round(recoveredMs)} ms to charge again`] : []),
    ],
  }
}

async function waitForDatabase(url: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
    client.on('error', () => undefined)
    const isThere = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => undefined)
    if (isThere) return
    await wait(50)
  }
}

/** A row for each kind of outage. */
export function describeOutages(tallies: readonly OutageTally[]): Finding[] {
  return [...new Set(tallies.map(({ what }) => what))].map((what) => {
    const own = tallies.filter((tally) => tally.what === what)
    const slowestMs = Math.max(...own.map((tally) => tally.slowestMs))
    const answers = own.reduce((sum, tally) => sum + tally.answers, 0)
    return {
      what: `${what}: 503 within 5 s, back within 5 s`,
      runs: `${own.length} times, ${answers} answers, slowest ${(slowestMs / 1_000).toFixed(1)} s`,
      violations: own.flatMap(({ violations }) => violations),
      worstSettleMs: Math.max(...own.map(({ recoveredMs }) => recoveredMs)),
    }
  })
}

import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { chargeAudio } from '../server/src/features/audio/charge-audio.ts'
import { openDatabase } from '../server/src/platform/database.ts'
import { optionOf } from './option.ts'
import { type Baseline, hasNginx, startBareNode, startNginx } from './speed/baselines.ts'
import { type Load, load, requestHead } from './speed/load.ts'
import { cpuSecondsOf, residentMiB } from './speed/processes.ts'
import { eachAsks, openSpeedScene, type SpeedScene } from './speed/scene.ts'
import { hasPgbench, loopStatement, type Statement } from './speed/sql-loop.ts'
import { median, percentile, type Row } from './table.ts'

export const connections = 32
/** Short rounds, in turns, so that what disturbs the machine disturbs all that is compared. */
export const seconds = 1
export const warmUpSeconds = 0.3
export const rounds = 7
const rangeBytes = 131_072

export interface Call {
  name: string
  status: number
  heads(scene: SpeedScene): string[] | Promise<string[]>
  /** What does as little as can be done in its place. */
  baseline?: 'fastify' | 'files' | 'sql'
}

/** What the product is asked for. */
export const calls: readonly Call[] = [
  { name: 'who am I', status: 200, heads: (scene) => eachAsks(scene, 'GET', () => '/v1/token-validity') },
  {
    name: 'list of 20 readings',
    status: 200,
    heads: (scene) =>
      eachAsks(scene, 'GET', ({ base }) => `${base}/audio?page=1&itemPerPage=20&session=session-list`),
  },
  {
    name: 'packages',
    status: 200,
    heads: (scene) => eachAsks(scene, 'GET', ({ base }) => `${base}/packages`),
  },
  {
    name: 'categories with subscription',
    status: 200,
    heads: (scene) =>
      eachAsks(scene, 'GET', () => '/v1/customers/aurora/consumer-category?includeSubscription=true'),
  },
  {
    name: 'charge of a reading',
    status: 200,
    baseline: 'sql',
    heads: (scene) =>
      eachAsks(scene, 'PUT', ({ base }) => `${base}/audio/${scene.audioId}/charge?session={session}`),
  },
  { name: 'landing page', status: 200, baseline: 'fastify', heads: () => visitors(connections) },
  { name: 'landing page, one visitor', status: 200, heads: () => visitors(1) },
  {
    name: 'landing page that is known',
    status: 304,
    baseline: 'fastify',
    heads: async ({ product }) => visitors(connections, { 'if-none-match': await tagOf(product.url) }),
  },
  {
    name: '128 KiB of a reading',
    status: 206,
    baseline: 'files',
    heads: (scene) => sounds(scene, { range: `bytes=${rangeBytes}-${2 * rangeBytes - 1}` }),
  },
  { name: '3 MB of a reading', status: 200, baseline: 'files', heads: (scene) => sounds(scene) },
]

/** @throws Error for a call that is not measured here. */
export function callNamed(name: string): Call {
  const call = calls.find((one) => one.name === name)
  if (!call) throw new Error(`There is no call ${name}`)
  return call
}

/** It changes with the hour that the page shows; whoever comes after a while gets the old page, and has a new one made. */
async function tagOf(origin: string): Promise<string> {
  const read = async () => (await fetch(`${origin}/aurora`)).headers.get('etag') ?? ''
  let tag = await read()
  for (let last = ''; tag !== last; tag = await read()) {
    last = tag
    await wait(1_000)
  }
  return tag
}

function visitors(count: number, headers: Record<string, string> = {}): string[] {
  return Array.from({ length: count }, () =>
    requestHead('GET', '/aurora', { 'accept-encoding': 'br', ...headers }),
  )
}

function sounds(scene: SpeedScene, headers: Record<string, string> = {}): string[] {
  return eachAsks(
    scene,
    'GET',
    ({ base }) => `${base}/audio/${scene.audioId}/stream?session=session-paid`,
    headers,
  )
}

export interface Cost {
  load: Load
  cpuSecondsPerThousand: number
  statements: number
}

export async function measure(
  { product, port, database }: SpeedScene,
  call: Call,
  heads: string[],
): Promise<Cost> {
  let cpuBefore = 0
  const statementsBefore = await countStatements(database)
  const measured = await load(
    { host: '127.0.0.1', port, status: call.status, heads, warmUpSeconds, seconds },
    () => {
      cpuBefore = cpuSecondsOf(product.pid)
    },
  )
  const cpuSeconds = cpuSecondsOf(product.pid) - cpuBefore
  // Each connection tells of its transactions once a second at the most.
  await wait(1_200)
  const statements = (await countStatements(database)) - statementsBefore
  const all = (measured.answered * (seconds + warmUpSeconds)) / seconds
  return {
    load: measured,
    cpuSecondsPerThousand: (1_000 * cpuSeconds) / measured.answered,
    statements: statements / all,
  }
}

/** Each statement outside of a transaction is one of its own. */
async function countStatements(database: SpeedScene['database']): Promise<number> {
  await database.query('select pg_stat_force_next_flush(), pg_stat_clear_snapshot()')
  const { rows } = await database.query(
    `select xact_commit::float8 as count from pg_stat_database where datname = current_database()`,
  )
  return (rows[0] as { count: number }).count
}

/** The same through another checkout of the project, for comparison: `npm run bench -- speed --beside=FOLDER`. */
const beside = optionOf('beside')
const only = optionOf('call')

/** What the product does a second, beside what could be done in its place. */
export async function benchSpeed(): Promise<Row[]> {
  const scene = await openSpeedScene(connections)
  const idleMiB = webMemory(scene)
  const old = beside ? await openSpeedScene(connections, { folder: beside }) : null
  const fastify = await startBareNode('bare-fastify')
  const files = hasNginx ? await startNginx(scene.file) : await startBareNode('file-server', scene.file)
  try {
    const rows: Row[] = []
    for (const call of calls.filter(({ name }) => !only || name.includes(only))) {
      const compared = await compare(call, scene, old, { fastify, files })
      for (const row of compared) console.log(row.join('  '))
      rows.push(...compared)
    }
    return [
      ...rows,
      ['memory of the web process, idle', idleMiB],
      ['  after all that', webMemory(scene)],
      ['  an older commit, after', old ? webMemory(old) : '-'],
    ]
  } finally {
    for (const baseline of [fastify, files]) await baseline.stop()
    await old?.close()
    await scene.close()
  }
}

function webMemory({ product }: SpeedScene): string {
  return `${residentMiB(product.pid).toFixed(0)} MiB`
}

async function compare(
  call: Call,
  scene: SpeedScene,
  old: SpeedScene | null,
  baselines: { fastify: Baseline; files: Baseline },
): Promise<Row[]> {
  const costs: Cost[] = []
  const oldCosts: Cost[] = []
  const baselineRates: number[] = []
  for (let round = 0; round < rounds; round++) {
    costs.push(await measure(scene, call, await call.heads(scene)))
    if (old) oldCosts.push(await measure(old, call, await call.heads(old)))
    if (call.baseline) baselineRates.push(await runBaseline(call, scene, baselines))
  }
  const rows: Row[] = [[call.name, describe(costs)]]
  const rate = rateOf(costs)
  if (old) {
    rows.push(
      ['  beside an older commit', describe(oldCosts)],
      ['  times that', (rate / rateOf(oldCosts)).toFixed(2)],
    )
  }
  if (call.baseline) {
    const limit = best(baselineRates)
    const name = call.baseline === 'sql' ? 'its statement by pgbench' : baselines[call.baseline].name
    rows.push([`  ${name}`, `${limit.toFixed(0)}/s, the product has ${(rate / limit).toFixed(2)} of it`])
  }
  return rows
}

/** What is reached when little disturbs it: the upper quarter of the rounds. */
export const best = (rates: readonly number[]) => percentile(rates, 75)

const rateOf = (costs: readonly Cost[]) => best(costs.map(({ load: { perSecond } }) => perSecond))

export function describe(costs: readonly Cost[]): string {
  const middle = (read: (cost: Cost) => number) => median(costs.map(read))
  return [
    `${rateOf(costs).toFixed(0)}/s`,
    `p50 ${middle((cost) => cost.load.p50Ms).toFixed(2)} ms`,
    `p99 ${middle((cost) => cost.load.p99Ms).toFixed(2)} ms`,
    `${middle((cost) => cost.cpuSecondsPerThousand).toFixed(2)} CPU s/1000`,
    `${middle((cost) => cost.statements).toFixed(1)} statements`,
  ].join(', ')
}

async function runBaseline(
  call: Call,
  scene: SpeedScene,
  { fastify, files }: { fastify: Baseline; files: Baseline },
): Promise<number> {
  if (call.baseline === 'sql') return chargesBySql(scene)
  if (call.baseline === 'fastify') return rateAt(fastify, 200, requestHead('GET', '/'))
  const headers: Record<string, string> =
    call.status === 206 ? { range: `bytes=${rangeBytes}-${2 * rangeBytes - 1}` } : {}
  return rateAt(files, call.status, requestHead('GET', `/${basename(scene.file)}`, headers))
}

async function rateAt({ port }: Baseline, status: number, head: string): Promise<number> {
  const heads = Array.from({ length: connections }, () => head)
  return (await load({ host: '127.0.0.1', port, status, heads, warmUpSeconds, seconds })).perSecond
}

/** Makes one charge as the product does, and has its statement sent by pgbench. */
async function chargesBySql({ databaseUrl, listeners, audioId }: SpeedScene): Promise<number> {
  const [listener] = listeners
  if (!hasPgbench || !listener) return Number.NaN
  const sent: Statement[] = []
  const db = openDatabase(databaseUrl, { poolSize: 1, onQuery: (query) => sent.push(query) })
  const { tenantId } = await db.reader
    .selectFrom('audios')
    .select('tenantId')
    .where('id', '=', audioId)
    .executeTakeFirstOrThrow()
  sent.length = 0
  const session = randomUUID()
  await chargeAudio(db, { tenantId, consumerId: listener.id, audioId, session, loginHash: Buffer.alloc(32) })
  await db.close()
  const [statement] = sent
  if (sent.length !== 1 || !statement) throw new Error('A charge is one statement')
  return loopStatement(databaseUrl, statement, { listener, session, others: listeners, seconds })
}

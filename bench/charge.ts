import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { startProduct } from '../e2e/product.ts'
import { chargeAudio } from '../server/src/features/audio/charge-audio.ts'
import { resolveSession } from '../server/src/features/identity/index.ts'
import { openDatabase } from '../server/src/platform/database.ts'
import { createHttpClient } from './http-client.ts'
import { openScene, type Player, type Scene } from './scene.ts'
import { median, percentile, type Row } from './table.ts'

const clients = 16
const roundMs = 4_000
const rounds = 3

interface Round {
  perSecond: number
  latenciesMs: number[]
}

/** Runs `clients` loops for one round; `act` must succeed. */
async function runRound(players: readonly Player[], act: (player: Player) => Promise<void>): Promise<Round> {
  const latenciesMs: number[] = []
  let isOver = false
  const loops = players.map(async (player) => {
    while (!isOver) {
      const startedAt = performance.now()
      await act(player)
      latenciesMs.push(performance.now() - startedAt)
    }
  })
  const startedAt = performance.now()
  await wait(roundMs)
  isOver = true
  await Promise.all(loops)
  return { perSecond: latenciesMs.length / ((performance.now() - startedAt) / 1_000), latenciesMs }
}

/** Charges through the whole product, and the same two statements bare, in turns on one database. */
export async function benchCharge(): Promise<Row[]> {
  const scene = await openScene(clients)
  const product = await startProduct({
    dataDir: scene.dataDir,
    args: ['--role=web'],
    env: { DATABASE_URL: scene.databaseUrl, LOG_LEVEL: 'error', RATE_LIMIT_SESSION: '1000000' },
  })
  try {
    const bare: Round[] = []
    const whole: Round[] = []
    const overHttp = await openHttp(scene, product.url)
    const overSql = await openSql(scene)
    await runRound(scene.players, overHttp.act)
    for (let round = 0; round < rounds; round++) {
      bare.push(await runRound(scene.players, overSql.act))
      whole.push(await runRound(scene.players, overHttp.act))
    }
    overHttp.close()
    await overSql.close()
    return report(bare, whole)
  } finally {
    await product.stop()
    await scene.close()
  }
}

async function openHttp(scene: Scene, origin: string) {
  const client = createHttpClient(origin, clients)
  const tokens = new Map<Player, string>()
  for (const player of scene.players) {
    const answer = await client.send('GET', '/v1/token-validity', { cookie: `sid=${player.sessionToken}` })
    const cookie = String(answer.headers['set-cookie']).match(/XSRF-TOKEN=([^;]+)/)?.[1]
    if (answer.status !== 200 || !cookie) throw new Error(`The session of player ${player.id} is not taken`)
    tokens.set(player, decodeURIComponent(cookie))
  }
  return {
    async act(player: Player) {
      const token = tokens.get(player) ?? ''
      const path = `/v1/customers/${scene.tenantUrl}/consumers/${player.id}/audio/${scene.audioId}/charge?session=${randomUUID()}`
      const headers = { cookie: `sid=${player.sessionToken}; XSRF-TOKEN=${token}`, 'x-xsrf-token': token }
      const { status } = await client.send('PUT', path, headers)
      if (status !== 200) throw new Error(`A charge was answered ${status}`)
    },
    close: () => client.close(),
  }
}

/** The two statements of a charge as the product sends them, sent by the driver alone. */
async function openSql(scene: Scene) {
  const statements = await recordCharge(scene)
  const pool = new pg.Pool({ connectionString: scene.databaseUrl, max: clients })
  return {
    async act(player: Player) {
      const session = randomUUID()
      for (const { text, fill } of statements) {
        const { rowCount } = await pool.query(text, fill(player, session))
        if (rowCount !== 1) throw new Error('A statement found nothing')
      }
    },
    close: () => pool.end(),
  }
}

interface Statement {
  text: string
  fill(player: Player, session: string): unknown[]
}

/** Makes one charge and notes what it sends. */
async function recordCharge(scene: Scene): Promise<Statement[]> {
  const [model] = scene.players
  if (!model) throw new Error('Nobody to charge')
  const sent: { sql: string; parameters: readonly unknown[] }[] = []
  const db = openDatabase(scene.databaseUrl, { poolSize: 1, onQuery: (query) => sent.push(query) })
  const session = randomUUID()
  await resolveSession(db.reader, model.tokenHash)
  await chargeAudio(db, {
    tenantId: scene.tenantId,
    consumerId: model.id,
    audioId: scene.audioId,
    session,
    loginHash: model.tokenHash,
  })
  await db.close()
  return sent.map(({ sql, parameters }) => ({
    text: sql,
    fill: (player, other) => parameters.map((value) => replaceIds(value, { model, player, session, other })),
  }))
}

function replaceIds(
  value: unknown,
  { model, player, session, other }: { model: Player; player: Player; session: string; other: string },
): unknown {
  if (Buffer.isBuffer(value)) return player.tokenHash
  if (value === model.id) return player.id
  if (typeof value !== 'string') return value
  return value
    .replace(session, other)
    .replace(`consumer:${model.id}`, `consumer:${player.id}`)
    .replace(`play:${model.id}:`, `play:${player.id}:`)
}

function report(bare: readonly Round[], whole: readonly Round[]): Row[] {
  const rate = (rounds: readonly Round[]) => median(rounds.map(({ perSecond }) => perSecond))
  const latencies = (rounds: readonly Round[]) => rounds.flatMap(({ latenciesMs }) => latenciesMs)
  const [bareRate, wholeRate] = [rate(bare), rate(whole)]
  return [
    ['bare SQL loop, charges a second', bareRate.toFixed(0)],
    ['whole product, charges a second', wholeRate.toFixed(0)],
    ['whole product, share of bare SQL', `${((100 * wholeRate) / bareRate).toFixed(0)} %`],
    [
      'whole product, p50 / p99 ms',
      `${percentile(latencies(whole), 50).toFixed(1)} / ${percentile(latencies(whole), 99).toFixed(1)}`,
    ],
  ]
}

import { setTimeout as wait } from 'node:timers/promises'
import { startProduct } from '../../e2e/product.ts'
import { createHttpClient } from '../http-client.ts'
import { cpuSecondsOf, familyOf } from '../speed/processes.ts'
import { median, percentile, type Row } from '../table.ts'
import { addSigns, addTexts, type DeliveryScene, waitUntil, withDeliveryScene } from './scene.ts'
import { type RunningWorker, startWorker } from './workers.ts'

const signs = 12
/** How often somebody asks for something meanwhile. */
const requestEveryMs = 50
const planWithinSeconds = 1_200

/** Two workers plan a text of each of twelve signs, while somebody listens and looks. */
export async function measurePlan(deliveries: number): Promise<Row[]> {
  return withDeliveryScene(async (scene) => {
    const signIds = await addSigns(scene, signs, Math.ceil(deliveries / signs / 2))
    const product = await startProduct({
      dataDir: scene.dataDir,
      args: ['--role=web'],
      env: { DATABASE_URL: scene.databaseUrl, LOG_LEVEL: 'error', RATE_LIMIT_SESSION: '1000000' },
    })
    const workers = [
      await startWorker(scene, ['plan-due-texts']),
      await startWorker(scene, ['plan-due-texts']),
    ]
    try {
      const calm = await askWhile(product.url, scene, () => wait(5_000))
      const database = await postmasterOf(scene)
      const cpuBefore = cpuSecondsOf(database)
      const workersBefore = sumOf(workers)
      const startedAt = performance.now()
      const textIds = await addTexts(scene, signIds)
      await scene.client.query(`select pg_notify('jobs', 'plan-due-texts')`)
      const isPlanned = 'not exists (select from short_texts where id = any($1) and planned_at is null)'
      const busy = await askWhile(product.url, scene, () =>
        waitUntil(scene, isPlanned, [textIds], planWithinSeconds),
      )
      const seconds = (performance.now() - startedAt) / 1_000
      const cpuSeconds = cpuSecondsOf(database) - cpuBefore
      const planned = await check(scene, textIds)
      return [
        [
          `plan of ${planned} deliveries with their debits, two workers`,
          `${seconds.toFixed(1)} s, ${(planned / seconds).toFixed(0)} a second`,
        ],
        [
          '  processor time: database, workers',
          `${cpuSeconds.toFixed(1)} s, ${(sumOf(workers) - workersBefore).toFixed(1)} s`,
        ],
        ['  memory of the workers', workers.map(({ figures }) => memoryOf(figures.rssMiB)).join('; ')],
        ['  requests before', timesOf(calm)],
        ['  requests meanwhile', timesOf(busy)],
      ]
    } finally {
      for (const worker of workers) await worker.stop()
      await product.stop()
    }
  })
}

const sumOf = (workers: readonly RunningWorker[]) =>
  workers.reduce((sum, { figures }) => sum + figures.cpuSeconds, 0)

/** The process that all of the database's others are children of. */
async function postmasterOf({ client }: DeliveryScene): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return familyOf(rows[0]?.pid ?? 0)[0]?.parent ?? 0
}

/** How many were planned. @throws Error where somebody is missing, or was not charged. */
async function check({ client }: DeliveryScene, textIds: readonly number[]): Promise<number> {
  const { rows } = await client.query<{ planned: number; wanted: number; charged: number }>(
    `select
       (select count(*)::int from deliveries where text_id = any($1) and state = 'planned' and tokens = 1) as planned,
       (select count(*)::int from subscriptions) as wanted,
       (select count(*)::int from ledger_entries where kind = 'sunburst' and debit = 1) as charged`,
    [textIds],
  )
  const [row] = rows
  if (!row || row.planned !== row.wanted || row.planned !== row.charged) {
    throw new Error(`Not everybody was planned and charged: ${JSON.stringify(row)}`)
  }
  return row.planned
}

/** The times, in milliseconds, of a player's requests while `work` goes on: a list, a charge, the balance, in turn. */
async function askWhile(origin: string, scene: DeliveryScene, work: () => Promise<void>): Promise<number[]> {
  const http = createHttpClient(origin, 4)
  const base = `/v1/customers/${scene.tenantUrl}`
  const [player] = scene.players
  const headers = await headersOf(origin, `sid=${player?.sessionToken}`)
  const asked: [method: 'GET' | 'PUT', path: () => string][] = [
    ['GET', () => `${base}/packages`],
    [
      'PUT',
      () => `${base}/consumers/${player?.id}/audio/${scene.audioId}/charge?session=${crypto.randomUUID()}`,
    ],
    ['GET', () => '/v1/token-validity'],
  ]
  const times: number[] = []
  let isOver = false
  const asking = (async () => {
    for (let index = 0; !isOver; index++) {
      const [method, path] = asked[index % asked.length] ?? ['GET', () => base]
      const startedAt = performance.now()
      const { status } = await http.send(method, path(), headers)
      times.push(performance.now() - startedAt)
      if (status !== 200) throw new Error(`${method} ${path()} is answered ${status}`)
      await wait(requestEveryMs)
    }
  })()
  try {
    await work()
  } finally {
    isOver = true
    await asking
    http.close()
  }
  return times
}

/** The cookies of a session and what proves that a page of ours asks. */
async function headersOf(origin: string, cookie: string): Promise<Record<string, string>> {
  const answer = await fetch(`${origin}/v1/token-validity`, { headers: { cookie } })
  const xsrf = /XSRF-TOKEN=([^;]+)/.exec(answer.headers.getSetCookie().join('; '))?.[1] ?? ''
  return { cookie: `${cookie}; XSRF-TOKEN=${xsrf}`, 'x-xsrf-token': decodeURIComponent(xsrf) }
}

function timesOf(times: readonly number[]): string {
  return `median ${median(times).toFixed(1)} ms, p95 ${percentile(times, 95).toFixed(1)} ms, worst ${Math.max(...times).toFixed(0)} ms of ${times.length}`
}

function memoryOf(rssMiB: readonly number[]): string {
  const half = rssMiB.slice(Math.floor(rssMiB.length / 2))
  return `${Math.max(...rssMiB).toFixed(0)} MiB at most, ${(half[0] ?? 0).toFixed(0)} at half time, ${(rssMiB.at(-1) ?? 0).toFixed(0)} at the end`
}

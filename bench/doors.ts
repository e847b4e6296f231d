import { readdir, readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type RunningProduct, startProduct } from '../e2e/product.ts'
import { openScene, type Player, type Scene } from './scene.ts'
import { percentile, type Row } from './table.ts'

const silentConnections = 5_000
const stalledUploads = 200
const watchedForMs = 170_000
/** Connections of others and to the database, which come and go. */
const slack = 30

/**
 * Connections that say nothing and uploads that stop half-way, from a client that ignores every end: when they are gone
 * with their files, and how others are served meanwhile.
 */
export async function benchDoors(): Promise<Row[]> {
  const scene = await openScene(1)
  const product = await startProduct({
    dataDir: scene.dataDir,
    args: ['--role=web'],
    env: { DATABASE_URL: scene.databaseUrl, LOG_LEVEL: 'error', RATE_LIMIT_SESSION: '1000000' },
  })
  try {
    return await hold(product, scene)
  } finally {
    await product.stop()
    await scene.close()
  }
}

async function hold(product: RunningProduct, scene: Scene): Promise<Row[]> {
  const { port } = new URL(product.url)
  const memoryBefore = await residentMib(product)
  const filesBefore = await openFiles(product)
  const held: Socket[] = []
  const startedAt = performance.now()
  const secondsUntil: { silent?: number; uploads?: number; files?: number } = {}
  const times: number[] = []
  const others = { isOver: false }
  const othersDone = askMeanwhile(product, scene, times, others)
  for (let index = 0; index < silentConnections; index++) held.push(open(Number(port)))
  for (let index = 0; index < stalledUploads; index++) {
    const socket = open(Number(port))
    socket.write(await halfAnUpload(product, scene.tenantUrl, scene.players[0]))
    held.push(socket)
  }
  const folder = join(scene.dataDir, 'uploads')
  const most = { files: 0, memory: 0 }
  while (performance.now() - startedAt < watchedForMs) {
    await wait(1_000)
    const seconds = (performance.now() - startedAt) / 1_000
    const files = (await readdir(folder)).length
    most.files = Math.max(most.files, files)
    most.memory = Math.max(most.memory, await residentMib(product))
    const left = (await openFiles(product)) - filesBefore
    // Each stalled upload has its connection and its file.
    if (left < 2 * stalledUploads + slack) secondsUntil.silent ??= seconds
    if (left < slack) secondsUntil.uploads ??= seconds
    if (most.files > 0 && files === 0) secondsUntil.files ??= seconds
    if (secondsUntil.silent && secondsUntil.uploads && secondsUntil.files) break
  }
  others.isOver = true
  await othersDone
  const memoryAfter = await residentMib(product)
  for (const socket of held) socket.destroy()
  const after = (seconds?: number) => (seconds === undefined ? 'never' : `after ${seconds.toFixed(0)} s`)
  return [
    [`${silentConnections} silent connections gone`, after(secondsUntil.silent)],
    [`${stalledUploads} stalled uploads gone`, after(secondsUntil.uploads)],
    ['their temporary files', `${most.files} at the most, none ${after(secondsUntil.files)}`],
    [
      'others meanwhile',
      `p50 ${percentile(times, 50).toFixed(1)} ms, p99 ${percentile(times, 99).toFixed(1)} ms`,
    ],
    [
      'resident memory',
      `${memoryBefore.toFixed(0)} MiB before, ${most.memory.toFixed(0)} MiB at the most, ${memoryAfter.toFixed(0)} MiB after`,
    ],
  ]
}

/** It keeps its side open, whatever the server says; only a reset or the kernel can take it. */
function open(port: number): Socket {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => undefined).resume()
  return socket
}

/** Connections that the product's process still holds; one that it merely ended is among them. */
async function openFiles({ pid }: RunningProduct): Promise<number> {
  return (await readdir(`/proc/${pid}/fd`)).length
}

async function halfAnUpload(
  product: RunningProduct,
  tenantUrl: string,
  player: Player | undefined,
): Promise<string> {
  if (!player) throw new Error('There is no player')
  const { headers } = await fetch(`${product.url}/v1/token-validity`, {
    headers: { cookie: `sid=${player.sessionToken}` },
  })
  const token = /XSRF-TOKEN=([^;]+)/.exec(headers.get('set-cookie') ?? '')?.[1] ?? ''
  return [
    `PUT /v1/customers/${tenantUrl}/consumers/${player.id}/profile HTTP/1.1`,
    'Host: localhost',
    `Cookie: sid=${player.sessionToken}; XSRF-TOKEN=${token}`,
    `X-XSRF-TOKEN: ${decodeURIComponent(token)}`,
    'Content-Type: multipart/form-data; boundary=edge',
    'Content-Length: 4000000',
    '',
    '--edge',
    'Content-Disposition: form-data; name="image"; filename="a.png"',
    'Content-Type: image/png',
    '',
    'PNG'.repeat(60_000),
  ].join('\r\n')
}

async function askMeanwhile(
  product: RunningProduct,
  scene: Scene,
  times: number[],
  others: { isOver: boolean },
): Promise<void> {
  while (!others.isOver) {
    const startedAt = performance.now()
    const answer = await fetch(`${product.url}/v1/token-validity`, {
      headers: { cookie: `sid=${scene.players[0]?.sessionToken}` },
    })
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`Others were answered ${answer.status}`)
    times.push(performance.now() - startedAt)
    await wait(20)
  }
}

async function residentMib({ pid }: RunningProduct): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024
}

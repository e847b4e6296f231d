import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'playwright/test'
import { type RunningProduct, startProduct } from './product.ts'
import { changeRows } from './steps/own-product.ts'

const callsPerSecond = 60

let dataDir: string
let product: RunningProduct
let isKilled = false

test.beforeAll(async () => {
  test.setTimeout(180_000)
  dataDir = await mkdtemp(join(tmpdir(), 'almanac-processes-'))
  product = await startProduct({
    dataDir,
    env: { WEB_PROCESSES: '2', RATE_LIMIT_SESSION: String(callsPerSecond), METRICS_TOKEN: 'count-all' },
  })
})
test.afterAll(async () => {
  if (!isKilled) await product.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** The processes that serve, children of the one that was started. */
async function webProcesses(): Promise<number[]> {
  const children = (await readFile(`/proc/${product.pid}/task/${product.pid}/children`, 'utf8'))
    .trim()
    .split(' ')
  const serving: number[] = []
  for (const pid of children) {
    const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (words.includes('web-process.ts')) serving.push(Number(pid))
  }
  return serving
}

/** Asks on a connection of its own, so that every process has its turn. */
const ask = (path: string, init: RequestInit = {}) =>
  fetch(product.url + path, { ...init, headers: { connection: 'close', ...init.headers } })

async function statusesOf(path: string, count: number, init?: RequestInit): Promise<number[]> {
  return Promise.all(Array.from({ length: count }, async () => (await ask(path, init)).status))
}

test('two processes serve behind one port, and count what each has answered together', async () => {
  expect(await webProcesses()).toHaveLength(2)
  const before = await countAnswers()
  expect(new Set(await statusesOf('/healthz', 20))).toEqual(new Set([200]))
  await expect.poll(countAnswers).toBe(before + 20)
})

async function countAnswers(): Promise<number> {
  const text = await (await ask('/metrics')).text()
  const line = /^http_request_duration_seconds_count\{method="GET",route="\/healthz",status="200"\} (\d+)$/m
  return Number(line.exec(text)?.[1] ?? 0)
}

test('an address has its calls once, not once in each process', async () => {
  // The calls before this test are counted in the second in which they were made.
  await pause(1_000)
  const startedAtMs = Date.now()
  const statuses = await statusesOf('/v1/customer-details-by-url/aurora', 6 * callsPerSecond)
  const windows = 1 + Math.ceil((Date.now() - startedAtMs) / 1_000)
  const answered = statuses.filter((status) => status === 200).length
  expect(answered).toBeGreaterThanOrEqual(callsPerSecond)
  expect(answered).toBeLessThanOrEqual(windows * callsPerSecond)
  expect(statuses).toContain(429)
})

test('what is changed is changed in each', async () => {
  await expect.poll(() => statusesOf('/aurora', 8)).toEqual(Array(8).fill(200))
  await changeRows(product, `update tenants set company_name = 'Aurora Renamed' where url = 'aurora'`, [])
  await expect
    .poll(async () => {
      const answers = await Promise.all(
        Array.from({ length: 8 }, async () => (await ask('/v1/customer-details-by-url/aurora')).json()),
      )
      return new Set(answers.map(({ companyName }) => companyName))
    })
    .toEqual(new Set(['Aurora Renamed']))
})

test('one that is killed is missed by nobody for long, and another one takes its place', async () => {
  const [victim = 0] = await webProcesses()
  process.kill(victim, 'SIGKILL')
  await expect.poll(async () => (await webProcesses()).filter((pid) => pid !== victim).length).toBe(2)
  await expect.poll(() => statusesOf('/healthz', 10)).toEqual(Array(10).fill(200))
})

test('none is left behind, however the first one ends', async () => {
  test.setTimeout(180_000)
  process.kill(product.pid, 'SIGKILL')
  isKilled = true
  await expect
    .poll(() =>
      fetch(`${product.url}/healthz`).then(
        () => 'served',
        () => 'gone',
      ),
    )
    .toBe('gone')
  await expect.poll(() => leftOver(dataDir)).toEqual([])
  // The next start finds the database of the killed one still running, and ends it.
  await (await startProduct({ dataDir })).stop()
})

/** Programs of ours that still work in a folder. */
async function leftOver(dataDir: string): Promise<string[]> {
  const found: string[] = []
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid)) continue
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')
    const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (environment.includes(`DATA_DIR=${dataDir}`) && words.includes('web-process.ts')) found.push(pid)
  }
  return found
}

/**
 * What others notice while a parser of foreign bytes is given the worst of its size. `node bench/bystanders.ts
 * [--seconds N] [--only text]` sends each flood of `hostile/floods.ts` over two connections, and meanwhile asks for what
 * a visitor and a signed-in consumer ask for. It prints statuses, how long others waited, and for how long each request kept
 * the event loop busy, which says more on a busy machine. It ends with 1 at a 5xx or no answer. Linux only.
 */
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { type RunningProduct, startProduct } from '../e2e/product.ts'
import { type Flood, floods } from './hostile/floods.ts'
import { findThings, type Visitors, visit } from './hostile/visitors.ts'

const { values: options } = parseArgs({ options: { seconds: { type: 'string' }, only: { type: 'string' } } })
const ms = Number(options.seconds ?? 4) * 1_000
const connections = 2
/** Of Linux, whatever the machine. */
const msPerTick = 10

const product = await startProduct({ env: { LOG_LEVEL: 'error', RATE_LIMIT_SESSION: '1000000' } })
try {
  process.exitCode = (await floodAll(product)) ? 0 : 1
} finally {
  await product.stop()
}

async function floodAll({ url, pid }: RunningProduct): Promise<boolean> {
  const visitors: Visitors = {
    anybody: await visit(url, null),
    admin: await visit(url, ['/v1/admin/login', 'admin']),
    customer: await visit(url, ['/v1/customers/aurora/login', 'aurora-ops']),
    consumer: await visit(url, ['/v1/customers/aurora/login', 'stella']),
  }
  const { consumerCategoryId = '1' } = await findThings(url, visitors)
  const headers = { cookie: visitors.consumer.cookie }
  await watch(url, headers)
  const before = await mainThreadMs(pid)
  const undisturbed = await watch(url, headers)
  const msPerAnswer = ((await mainThreadMs(pid)) - before) / undisturbed.length
  report('nothing', [], undisturbed, 0)
  let isWell = true
  for (const flood of floods({ visitors, categoryId: consumerCategoryId, customerId: '1' })) {
    if (options.only && !flood.name.includes(options.only)) continue
    const startedAt = await mainThreadMs(pid)
    const watched = watch(url, headers)
    const statuses = await send(url, flood)
    const times = await watched
    const spentMs = (await mainThreadMs(pid)) - startedAt - times.length * msPerAnswer
    report(flood.name, statuses, times, spentMs / statuses.length)
    isWell &&= statuses.every((status) => status > 0 && status < 500)
  }
  return isWell
}

/** Sends a flood again and again. @returns the statuses of the answers, 0 for none */
async function send(url: string, { method, path, visitor, headers, body }: Flood): Promise<number[]> {
  const until = performance.now() + ms
  const statuses: number[] = []
  const all = { cookie: visitor.cookie, 'x-xsrf-token': visitor.csrfToken, ...headers }
  const work = async () => {
    while (performance.now() < until) {
      const answer = await fetch(url + path, {
        method,
        headers: all,
        body: body ? new Uint8Array(body) : null,
      }).catch(() => null)
      await answer?.arrayBuffer().catch(() => null)
      statuses.push(answer?.status ?? 0)
    }
  }
  await Promise.all(Array.from({ length: connections }, work))
  return statuses
}

/** Asks in a thread, since this one is busy sending. @returns how long each answer took, in ms, ascending */
async function watch(url: string, headers: Record<string, string>): Promise<number[]> {
  const watcher = new Worker(new URL('./hostile/watch.ts', import.meta.url), {
    workerData: { url, headers, ms },
  })
  const [times] = (await once(watcher, 'message')) as [number[]]
  return times
}

/** The time that the process's main thread has computed so far, in ms; nothing else that runs on the machine is in it. */
async function mainThreadMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/task/${pid}/stat`, 'utf8')
  const [user = 0, system = 0] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14).map(Number)
  return (user + system) * msPerTick
}

function report(name: string, statuses: readonly number[], times: readonly number[], busyMs: number): void {
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? Number.NaN).toFixed(0).padStart(6)
  const counts = [...Map.groupBy(statuses, (status) => status)].map(
    ([status, all]) => `${status} x ${all.length}`,
  )
  console.log(
    `${name.padEnd(42)} median${at(0.5)}  p99${at(0.99)}  most${at(0.999)} ms  busy ${busyMs.toFixed(1).padStart(5)} ms   ${counts.join(', ')}`,
  )
}

/**
 * Thousands of hostile requests over every endpoint of a running product: types, sizes, depths, encodings, forms in pieces,
 * headers, ids, Unicode, huge numbers, repeated and prototype keys. `node bench/hostile.ts [--each N] [--seed N]
 * [--only feature.endpoint]`. Prints what was answered by endpoint, and ends with 1 when an answer was 5xx, took over two
 * seconds, was missing, or is not as the API's description says.
 */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { endpoints } from '../contract/src/index.ts'
import { type RunningProduct, startProduct } from '../e2e/product.ts'
import { DescribedClient } from '../server/test/described-client.ts'
import { type Example, examples } from '../server/test/examples.ts'
import { callOf, rolesOf, whoMay } from '../server/test/who-may.ts'
import { makeRandom, type Random } from './chaos/random.ts'
import { type Attack, makeAttack, type Target } from './hostile/requests.ts'
import { findThings, type Visitors, visit } from './hostile/visitors.ts'
import { type RawAnswer, send } from './hostile/wire.ts'

const { values: options } = parseArgs({
  options: { each: { type: 'string' }, seed: { type: 'string' }, only: { type: 'string' } },
})
const each = Number(options.each ?? 300)
const seed = Number(options.seed ?? 8)
const atOnce = 8
const slowMs = 2_000

/** What an admin may rightly do to a whole tenant or somebody's account: last, so that all else meets people signed in. */
const endsSessions: ReadonlySet<string> = new Set([
  'tenants.deleteCustomer',
  'tenants.updateCustomer',
  'consumers.updateConsumer',
])

interface Tally {
  statuses: Map<number, number>
  slowestMs: number
}

/** An endpoint under attack. */
interface Front {
  name: string
  target: Target
  tally: Tally
  random: Random
}

const problems: string[] = []
const product = await startProduct({
  env: {
    LOG_LEVEL: 'error',
    RATE_LIMIT_SESSION: '1000000',
    RATE_LIMIT_LOGIN_ADDRESS: '1000000',
    RATE_LIMIT_CODES_ADDRESS: '1000000',
    RATE_LIMIT_SIGN_UP_ADDRESS: '1000000',
  },
})
try {
  await attackAll(product)
} finally {
  await product.stop()
}
for (const problem of problems.slice(0, 40)) console.log(`  ${problem}`)
if (problems.length > 40) console.log(`  and ${problems.length - 40} more`)
process.exitCode = problems.length === 0 ? 0 : 1

async function attackAll(running: RunningProduct): Promise<void> {
  const visitors: Visitors = {
    anybody: await visit(running.url, null),
    admin: await visit(running.url, ['/v1/admin/login', 'admin']),
    customer: await visit(running.url, ['/v1/customers/aurora/login', 'aurora-ops']),
    consumer: await visit(running.url, ['/v1/customers/aurora/login', 'stella']),
  }
  const things = await findThings(running.url, visitors)
  const described = new DescribedClient(await (await fetch(`${running.url}/openapi.json`)).json())
  const names = Object.keys(endpoints).filter((name) => !options.only || name === options.only)
  const fronts = names.flatMap((name): Front[] => {
    const target = targetOf(name, visitors, things, running.url)
    const tally: Tally = { statuses: new Map(), slowestMs: 0 }
    return target ? [{ name, target, tally, random: makeRandom(seed, name) }] : []
  })
  const port = Number(new URL(running.url).port)
  const startedAt = performance.now()
  await attack(
    port,
    fronts.filter(({ name }) => !endsSessions.has(name)),
    described,
  )
  await checkSessions(running, visitors)
  await attack(
    port,
    fronts.filter(({ name }) => endsSessions.has(name)),
    described,
  )
  const seconds = (performance.now() - startedAt) / 1_000
  printTallies(new Map(fronts.map(({ name, tally }) => [name, tally])), seconds)
  await checkAfterwards(running)
}

/** Right input of an endpoint, about what there is. */
function exampleOf(name: string, things: Readonly<Record<string, string>>): Example {
  const { query, body } = examples[name] ?? {}
  const exists = ([key, value]: [string, unknown]): [string, unknown] => {
    const id = things[key]
    if (id === undefined) return [key, value]
    return [key, typeof value === 'number' ? Number(id) : id]
  }
  const real = (input: object) => Object.fromEntries(Object.entries(input).map(exists))
  return {
    ...(query ? { query: real(query) as Record<string, string> } : {}),
    ...(body ? { body: real(body as object) } : {}),
  }
}

function targetOf(
  name: string,
  visitors: Visitors,
  things: Readonly<Record<string, string>>,
  url: string,
): Target | null {
  const endpoint = endpoints[name]
  if (!endpoint) return null
  const who = whoMay.find(([call]) => call === callOf(endpoint))?.[1] ?? []
  // A session is not lent to what would end it.
  const role = who === 'anybody' ? 'anybody' : (rolesOf(who).at(-1) ?? 'admin')
  return {
    endpoint,
    example: exampleOf(name, things),
    visitor: visitors[role],
    stranger: role === 'admin' || endpoint.session ? visitors.anybody : visitors.admin,
    params: things,
    host: new URL(url).host,
  }
}

/** Attacks one endpoint after the other, again and again, several at once. */
async function attack(port: number, fronts: readonly Front[], described: DescribedClient): Promise<void> {
  let next = 0
  const work = async () => {
    for (let index = next++; index < each * fronts.length; index = next++) {
      const front = fronts[index % fronts.length]
      if (front) await attackOnce(port, front, described)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

async function attackOnce(
  port: number,
  { name, target, tally, random }: Front,
  described: DescribedClient,
): Promise<void> {
  const made = makeAttack(random, target)
  const answer = await send(port, made.request)
  tally.statuses.set(answer.status, (tally.statuses.get(answer.status) ?? 0) + 1)
  tally.slowestMs = Math.max(tally.slowestMs, answer.ms)
  const problem = await judge(name, made, answer, described)
  if (problem) problems.push(`${name}, ${made.kind}: ${problem} [${describeRequest(made)}]`)
}

/** What is wrong with an answer, if anything is. */
async function judge(
  name: string,
  { request, isOfOperation }: Attack,
  answer: RawAnswer,
  described: DescribedClient,
): Promise<string | null> {
  const { status, headers, body, ms } = answer
  if (status === 0) return 'no answer'
  if (status >= 500) return `${status} ${body.toString().slice(0, 200)}`
  if (ms > slowMs) return `${status} after ${Math.round(ms)} ms`
  if (!isOfOperation || request.method === 'HEAD') return judgeShape(answer)
  if (headers.get('content-type') === 'text/event-stream') return null
  try {
    const isEmpty = status === 204 || status === 304
    await described.check(
      name.split('.')[1] ?? '',
      new Response(isEmpty ? null : new Uint8Array(body), { status, headers }),
    )
    return null
  } catch (error) {
    return `${status} ${error instanceof Error ? error.message.slice(0, 400) : String(error)}`
  }
}

/** A refusal has the one shape of failures, wherever it was made. */
function judgeShape({ status, headers, body }: RawAnswer): string | null {
  if (status < 400 || body.length === 0) return null
  const type = headers.get('content-type') ?? ''
  if (!type.startsWith('application/json'))
    return type.startsWith('text/html') ? null : `${status} as ${type}`
  const failure = JSON.parse(body.toString()) as Record<string, unknown>
  const isShaped = ['message', 'code', 'requestId'].every((field) => typeof failure[field] === 'string')
  return isShaped ? null : `${status} ${body.toString().slice(0, 200)}`
}

function describeRequest({ request }: Attack): string {
  const body = Buffer.concat(request.pieces).toString('latin1').slice(0, 160)
  const unusual = request.headers
    .filter(([name]) => !/^(host|cookie|x-xsrf-token|content-length)$/i.test(name))
    .map(([name, text]) => `${name}: ${text.slice(0, 60)}`)
    .slice(0, 4)
  return `${request.method} ${request.path.slice(0, 160)} ${unusual.join('; ')} ${JSON.stringify(body)}`
}

function printTallies(tallies: ReadonlyMap<string, Tally>, seconds: number): void {
  const statuses = [...new Set([...tallies.values()].flatMap((one) => [...one.statuses.keys()]))].sort(
    (one, other) => one - other,
  )
  const width = Math.max(...[...tallies.keys()].map((name) => name.length))
  const row = (cells: readonly string[]) => cells.map((cell) => cell.padStart(6)).join('')
  console.log(
    `\n${'endpoint'.padEnd(width)}${row([...statuses.map((one) => (one === 0 ? 'none' : String(one))), 'ms'])}`,
  )
  const sums = new Map<number, number>()
  for (const [name, tally] of tallies) {
    for (const status of statuses)
      sums.set(status, (sums.get(status) ?? 0) + (tally.statuses.get(status) ?? 0))
    const counts = statuses.map((status) => String(tally.statuses.get(status) ?? ''))
    console.log(`${name.padEnd(width)}${row([...counts, tally.slowestMs.toFixed(0)])}`)
  }
  const slowestMs = Math.max(...[...tallies.values()].map((one) => one.slowestMs))
  console.log(
    `${'all'.padEnd(width)}${row([...statuses.map((one) => String(sums.get(one))), slowestMs.toFixed(0)])}`,
  )
  const total = [...sums.values()].reduce((sum, count) => sum + count, 0)
  const failed = [...sums].reduce((sum, [status, count]) => (status >= 500 ? sum + count : sum), 0)
  console.log(
    `${total} requests in ${seconds.toFixed(0)} s (seed ${seed}): ${failed} answers of 5xx, slowest ${slowestMs.toFixed(0)} ms, ${problems.length} problems`,
  )
}

async function checkSessions(running: RunningProduct, visitors: Visitors): Promise<void> {
  for (const role of ['admin', 'customer', 'consumer'] as const) {
    const { status } = await fetch(`${running.url}/v1/token-validity`, {
      headers: { cookie: visitors[role].cookie },
    })
    if (status !== 200) problems.push(`the ${role} is answered ${status} afterwards`)
  }
}

/** The product is as well as before: it answers, and no upload was left behind. */
async function checkAfterwards(running: RunningProduct): Promise<void> {
  const health = await fetch(`${running.url}/readyz`)
  if (health.status !== 200) problems.push(`/readyz answers ${health.status} afterwards`)
  const left = await readdir(join(running.dataDir, 'uploads')).catch(() => [])
  if (left.length > 0) problems.push(`${left.length} files of uploads were left behind`)
  // What jobs say of a busy machine is not the requests' doing.
  const logged = running
    .output()
    .split('\n')
    .filter((line) => /"level":[56]0/.test(line) && /"reqId"/.test(line))
  for (const line of logged) problems.push(`was logged: ${line.slice(0, 200)} ... ${line.slice(-300)}`)
}

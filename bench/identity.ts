import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type RunningProduct, startProduct } from '../e2e/product.ts'
import { createDeps, type Deps } from '../server/src/deps.ts'
import { foldUsername, hashPassword, sendCode } from '../server/src/features/identity/index.ts'
import { readConfig } from '../server/src/platform/config.ts'
import { createLog } from '../server/src/platform/log.ts'
import { createHttpClient } from './http-client.ts'
import { openScene, type Scene } from './scene.ts'
import { median, percentile, type Row } from './table.ts'

const accounts = 250
const logins = 200
const password = 'a-long-password'

/** Whether unknown users can be told from known ones by time, and what 200 logins at once do to everybody else. */
export async function benchIdentity(): Promise<Row[]> {
  const scene = await openScene(1)
  const product = await startProduct({
    dataDir: scene.dataDir,
    args: ['--role=web'],
    env: { DATABASE_URL: scene.databaseUrl, LOG_LEVEL: 'error', RATE_LIMIT_SESSION: '1000000' },
  })
  try {
    const names = await addAccounts(scene)
    return [...(await compareTimes(product, scene, names)), ...(await logInAtOnce(product, scene, names))]
  } finally {
    await product.stop()
    await scene.close()
  }
}

async function addAccounts(scene: Scene): Promise<string[]> {
  const deps = await createDeps({
    config: readConfig({ DATA_DIR: scene.dataDir }),
    databaseUrl: scene.databaseUrl,
    publicUrl: 'http://localhost',
    log: createLog('silent'),
    sandbox: null,
  })
  const passwordHash = await hashPassword(password)
  const names: string[] = []
  for (let index = 0; index < accounts; index++)
    names.push(await addAccount(deps, scene.tenantId, passwordHash))
  await deps.close()
  return names
}

async function addAccount(deps: Deps, tenantId: number, passwordHash: string): Promise<string> {
  const username = `u${randomUUID().slice(0, 12)}`
  const email = `${username}@example.com`
  await deps.db.transact(async (tx) => {
    const { id } = await tx
      .insertInto('users')
      .values({
        tenantId,
        role: 'consumer',
        username,
        usernameKey: foldUsername(username),
        fullName: 'Bench',
        email,
        isEmailVerified: true,
        passwordHash,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sendCode(
      tx,
      deps.secrets,
      { userId: id, username, tenantId, companyName: 'Bench' },
      'password',
      email,
    )
  })
  return username
}

type Ask = (username: string) => Promise<number>

/** Asks for known and unknown users in turn and compares the medians. */
async function compareTimes(product: RunningProduct, scene: Scene, names: readonly string[]): Promise<Row[]> {
  const { ask, close } = await openAsker(product, scene)
  const pool = new pg.Pool({ connectionString: scene.databaseUrl, max: 1 })
  // All calls come from one address here, which its own limits would stop, and soon after the first codes.
  const forgetLimits = () => pool.query('delete from rate_counters')
  const rows: Row[] = []
  for (const [what, call] of Object.entries(ask)) {
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
    for (const [index, name] of names.entries()) {
      const order = index % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
      for (const kind of order) {
        await forgetLimits()
        const startedAt = performance.now()
        const status = await call(kind === 'known' ? name : `x${randomUUID().slice(0, 12)}`)
        times[kind].push(performance.now() - startedAt)
        if (status === 429) throw new Error(`${what} was refused for being asked too often`)
      }
    }
    const [known, unknown] = [median(times.known), median(times.unknown)]
    const difference = (100 * Math.abs(known - unknown)) / Math.max(known, unknown)
    rows.push([
      `${what}: known / unknown user, median ms`,
      `${known.toFixed(2)} / ${unknown.toFixed(2)} (${difference.toFixed(1)} % apart)`,
    ])
  }
  close()
  await pool.end()
  return rows
}

async function openAsker(product: RunningProduct, scene: Scene) {
  const client = createHttpClient(product.url, 4)
  const first = await client.send('GET', '/v1/token-validity')
  const token = String(first.headers['set-cookie']).match(/XSRF-TOKEN=([^;]+)/)?.[1] ?? ''
  const headers = { cookie: `XSRF-TOKEN=${token}`, 'x-xsrf-token': token, 'content-type': 'application/json' }
  const post = async (path: string, body: object) =>
    (await client.send('POST', path, headers, JSON.stringify(body))).status
  const ask: Record<string, Ask> = {
    'verify a code': (username) => post('/v1/user/shortcode/verify', { username, passwordToken: '000000' }),
    'resend a code': (username) =>
      post('/v1/user/shortcode/resend', { username, otpType: 'password', resend: true }),
    'check a code': async (username) => {
      const query = new URLSearchParams({ username, passwordToken: '000000' })
      return (await client.send('GET', `/v1/user/shortcode/validity?${query}`)).status
    },
    'log in with a wrong password': (username) => logIn(username, 'not-my-password'),
  }
  const logIn = (usernameOrEmail: string, given: string) =>
    post(`/v1/customers/${scene.tenantUrl}/login`, { usernameOrEmail, password: given, rememberMe: false })
  return {
    ask,
    login: (username: string) => logIn(username, password),
    get: (path: string) => client.send('GET', path),
    close: () => client.close(),
  }
}

async function residentMb(product: RunningProduct): Promise<number> {
  const text = await (await fetch(`${product.url}/metrics`)).text()
  return Number(text.match(/^process_resident_memory_bytes (\S+)/m)?.[1]) / 1_048_576
}

/** Two hundred logins in one moment, while somebody else goes on asking for pages. */
async function logInAtOnce(product: RunningProduct, scene: Scene, names: readonly string[]): Promise<Row[]> {
  const many = await openAsker(product, scene)
  const other = createHttpClient(product.url, 1)
  const before = await residentMb(product)
  let peak = before
  let isOver = false
  const probesMs: number[] = []
  const probing = (async () => {
    while (!isOver) {
      const startedAt = performance.now()
      await other.send('GET', '/v1/customer-details-by-url/bench')
      probesMs.push(performance.now() - startedAt)
      await wait(10)
    }
  })()
  const watching = (async () => {
    while (!isOver) {
      peak = Math.max(peak, await residentMb(product))
      await wait(250)
    }
  })()
  const statuses = await Promise.all(
    names.slice(0, logins).map(async (name) => {
      const client = await openAsker(product, scene)
      const status = await client.login(name)
      client.close()
      return status
    }),
  )
  isOver = true
  await Promise.all([probing, watching])
  many.close()
  other.close()
  const count = (status: number) => statuses.filter((one) => one === status).length
  return [
    [
      `${logins} logins at once: 200 / 429 / other`,
      `${count(200)} / ${count(429)} / ${logins - count(200) - count(429)}`,
    ],
    ['meanwhile, resident memory grew by MB', (peak - before).toFixed(0)],
    [
      'meanwhile, other requests p50 / p99 ms',
      `${percentile(probesMs, 50).toFixed(0)} / ${percentile(probesMs, 99).toFixed(0)}`,
    ],
  ]
}

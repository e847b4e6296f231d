import pg from 'pg'
import { type RunningProduct, startProduct } from '../e2e/product.ts'
import { createDeps } from '../server/src/deps.ts'
import { startSession } from '../server/src/features/identity/index.ts'
import { readConfig } from '../server/src/platform/config.ts'
import { createLog } from '../server/src/platform/log.ts'
import { checkReports } from './consoles/compare-reports.ts'
import { fillTenant, ledgerRows, payments } from './consoles/large-tenant.ts'
import { createHttpClient } from './http-client.ts'
import { openScene, type Scene } from './scene.ts'
import { median, percentile, type Row } from './table.ts'

const timeZone = 'America/New_York'
const timesEach = 60

/** The operator's lists and reports over a large tenant, and whether their figures are those of its rows. */
export async function benchConsoles(): Promise<Row[]> {
  const scene = await openScene(1)
  const client = new pg.Client({ connectionString: scene.databaseUrl })
  await client.connect()
  const startedAt = performance.now()
  await fillTenant(client, { id: scene.tenantId, timeZone })
  const filledSeconds = (performance.now() - startedAt) / 1_000
  const product = await startProduct({
    dataDir: scene.dataDir,
    args: ['--role=web'],
    env: { DATABASE_URL: scene.databaseUrl, LOG_LEVEL: 'error', RATE_LIMIT_SESSION: '1000000' },
  })
  try {
    const cookie = await signInOperator(scene, client)
    return [
      [
        `filled: ${payments} payments, ${ledgerRows} rows of the ledger and more`,
        `${filledSeconds.toFixed(0)} s`,
      ],
      ...(await timeCalls(product, scene, client, cookie)),
      ...(await checkReports({
        origin: product.url,
        base: `/v1/customers/${scene.tenantUrl}`,
        cookie,
        client,
        tenantId: scene.tenantId,
      })),
    ]
  } finally {
    await product.stop()
    await client.end()
    await scene.close()
  }
}

/** The cookie of an operator of the tenant. */
async function signInOperator(scene: Scene, client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ id: number }>(
    `insert into users (tenant_id, role, username, username_key, full_name, email, is_email_verified, password_hash, time_zone)
     values ($1, 'customer', 'desk', 'desk', 'Desk', 'desk@mail.example', true, 'none', $2) returning id`,
    [scene.tenantId, timeZone],
  )
  const deps = await createDeps({
    config: readConfig({ DATA_DIR: scene.dataDir }),
    databaseUrl: scene.databaseUrl,
    publicUrl: 'http://localhost',
    log: createLog('silent'),
    sandbox: null,
  })
  const token = await startSession(deps.db.reader, { id: rows[0]?.id ?? 0, passwordHash: 'none' }, false)
  await deps.close()
  return `sid=${token}`
}

const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/** What an operator asks for, in paths that may hang on which sign and which text. */
async function callsOf(client: pg.Client, tenantId: number): Promise<[name: string, path: string][]> {
  const { rows } = await client.query<{ id: number }>(
    'select id from categories where tenant_id = $1 order by id desc limit 1',
    [tenantId],
  )
  const sent = await client.query<{ id: number }>(
    "select id from short_texts where tenant_id = $1 and state = 'sent' order by id desc limit 1",
    [tenantId],
  )
  const sign = `consumerCategoryId=${rows[0]?.id}`
  const today = dayBefore(0)
  const range = (days: number) => `startDate=${dayBefore(days)}&endDate=${today}`
  return [
    ...[0, 30, 364].flatMap((days): [string, string][] => [
      [`revenue, ${days + 1} days`, `/revenue?${range(days)}`],
      [`usage, ${days + 1} days`, `/usage?${range(days)}`],
      [`gross sales, ${days + 1} days`, `/gross-sales?${range(days)}&page=1&itemPerPage=20`],
    ]),
    ...['isExpired', 'isActive', 'isUnexpired'].map((filter): [string, string] => [
      `audio, ${filter}`,
      `/audio?${sign}&${filter}=true&page=1&itemPerPage=20`,
    ]),
    ['short texts, unsent', `/short-text?${sign}&isUnsent=true&page=1&itemPerPage=20`],
    ['short texts, sent', `/short-text?${sign}&isSent=true&page=1&itemPerPage=50`],
    ['short texts, sent, last page', `/short-text?${sign}&isSent=true&page=7&itemPerPage=50`],
    ['a sent text and what became of it', `/short-text/${sent.rows[0]?.id}/report`],
    ['calendar, this month', `/calendar?month=${today.slice(0, 'YYYY-MM'.length)}`],
    ['calendar, half a year ago', `/calendar?month=${dayBefore(180).slice(0, 'YYYY-MM'.length)}`],
    ['tickets', '/tickets?page=1&itemPerPage=100'],
    ['packages', '/packages'],
  ]
}

async function timeCalls(
  product: RunningProduct,
  scene: Scene,
  client: pg.Client,
  cookie: string,
): Promise<Row[]> {
  const http = createHttpClient(product.url, 1)
  const rows: Row[] = []
  for (const [name, path] of await callsOf(client, scene.tenantId)) {
    const times: number[] = []
    for (let index = 0; index < timesEach; index++) {
      const askedAt = performance.now()
      const { status } = await http.send('GET', `/v1/customers/${scene.tenantUrl}${path}`, { cookie })
      if (status !== 200) throw new Error(`${name} is answered ${status}`)
      times.push(performance.now() - askedAt)
    }
    rows.push([name, `median ${median(times).toFixed(1)} ms, p95 ${percentile(times, 95).toFixed(1)} ms`])
  }
  http.close()
  return rows
}

import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { databaseUrlOf, type RunningProduct, startProduct } from '../../e2e/product.ts'
import { hashToken, newSessionToken } from '../../server/src/platform/http/session.ts'
import { requestHead } from './load.ts'

/** A signed-in consumer: cookies of its own, and the path of all that is its own. */
export interface Listener {
  id: number
  base: string
  headers: Record<string, string>
}

export interface SpeedScene {
  product: RunningProduct
  port: number
  /** One for each connection. */
  listeners: readonly Listener[]
  /** What every reading costs 7 tokens for, and one that is paid for by everybody in the audio session `session-paid`. */
  audioId: number
  /** Where its sound lies. */
  file: string
  database: pg.Client
  databaseUrl: string
  close(): Promise<void>
}

const plentyOfTokens = 90_000_000
const readings = 24
export const soundBytes = 3 * 1_048_576

/**
 * The demo as `npm start` runs it, in any commit's folder, with as many rich consumers as there are connections. All
 * that is added is written into the database itself, so that an older commit is measured on the same.
 */
export async function openSpeedScene(
  connections: number,
  options: { folder?: string; env?: Record<string, string>; isSecondStart?: boolean } = {},
): Promise<SpeedScene> {
  const dataDir = await mkdtemp(join(tmpdir(), 'almanac-speed-'))
  const start = () =>
    startProduct({
      dataDir,
      ...(options.folder && { folder: options.folder }),
      env: { LOG_LEVEL: 'error', RATE_LIMIT_SESSION: '1000000', ...options.env },
    })
  // The first one writes the demo, which takes memory too.
  if (options.isSecondStart) await (await start()).stop()
  const product = await start()
  const databaseUrl = await databaseUrlOf(dataDir)
  const database = new pg.Client(databaseUrl)
  await database.connect()
  const tenant = await one<{ id: number; categoryId: number }>(
    database,
    `select t.id, min(c.id) as "categoryId" from tenants t join categories c on c.tenant_id = t.id
     where t.url = 'aurora' and c.deleted_at is null group by t.id`,
  )
  const { audioId, file } = await addReadings(database, dataDir, tenant)
  const listeners: Listener[] = []
  for (let index = 0; index < connections; index++) {
    listeners.push(await addListener(database, product.url, { tenantId: tenant.id, audioId, index }))
  }
  await database.query('analyze')
  return {
    product,
    port: Number(new URL(product.url).port),
    listeners,
    audioId,
    file,
    database,
    databaseUrl,
    async close() {
      await database.end()
      await product.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function one<Row>(database: pg.Client, text: string, values: unknown[] = []): Promise<Row> {
  const { rows } = await database.query(text, values)
  if (!rows[0]) throw new Error(`Nothing was found: ${text}`)
  return rows[0] as Row
}

async function addReadings(
  database: pg.Client,
  dataDir: string,
  { id: tenantId, categoryId }: { id: number; categoryId: number },
): Promise<{ audioId: number; file: string }> {
  const key = 'aurora/audio/00000000-0000-4000-8000-000000000000.mp3'
  const file = join(dataDir, 'files', key)
  await mkdir(join(file, '..'), { recursive: true })
  await writeFile(file, randomBytes(soundBytes))
  const { id: audioId } = await one<{ id: number }>(
    database,
    `insert into audios (tenant_id, category_id, name, file_name, file_key, size_bytes, duration_seconds, starts_at, ends_at)
     select $1, $2, 'Reading ' || n, 'reading.mp3', $3, $4, 240, now() - interval '1 hour', now() + interval '1 day'
     from generate_series(1, $5::int) n returning id`,
    [tenantId, categoryId, key, soundBytes, readings],
  )
  return { audioId, file }
}

async function addListener(
  database: pg.Client,
  origin: string,
  { tenantId, audioId, index }: { tenantId: number; audioId: number; index: number },
): Promise<Listener> {
  const token = newSessionToken()
  const hash = hashToken(token)
  const name = `speed${index}`
  const { id } = await one<{ id: number }>(
    database,
    `insert into users (tenant_id, role, username, username_key, full_name, email, is_email_verified, password_hash)
     values ($1, 'consumer', $2, $2, 'Speed', $2 || '@mail.example', true, '-') returning id`,
    [tenantId, name],
  )
  await database.query('insert into wallets (tenant_id, consumer_id) values ($1, $2)', [tenantId, id])
  await database.query(`select post_ledger_entry($1, $2, 0, $3, 'admin', $4, 'Speed', 'system')`, [
    tenantId,
    id,
    plentyOfTokens,
    `speed:${id}`,
  ])
  await database.query(
    `insert into sessions (token_hash, user_id, is_remembered, expires_at) values ($1, $2, false, now() + interval '11 hours')`,
    [hash, id],
  )
  await database.query(
    `insert into plays (tenant_id, consumer_id, audio_id, session, tokens, login_hash) values ($1, $2, $3, 'session-paid', 7, $4)`,
    [tenantId, id, audioId, hash],
  )
  const answer = await fetch(`${origin}/v1/token-validity`, { headers: { cookie: `sid=${token}` } })
  const xsrf = answer.headers
    .getSetCookie()
    .join(';')
    .match(/XSRF-TOKEN=([^;]+)/)?.[1]
  if (!answer.ok || !xsrf) throw new Error('A session that was written is not taken')
  return {
    id,
    base: `/v1/customers/aurora/consumers/${id}`,
    headers: { cookie: `sid=${token}; XSRF-TOKEN=${xsrf}`, 'x-xsrf-token': decodeURIComponent(xsrf) },
  }
}

/** One request for each listener. */
export function eachAsks(
  { listeners }: SpeedScene,
  method: string,
  path: (listener: Listener) => string,
  headers: Record<string, string> = {},
): string[] {
  return listeners.map((listener) => requestHead(method, path(listener), { ...listener.headers, ...headers }))
}

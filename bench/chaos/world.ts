import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { buildApp } from '../../server/src/app.ts'
import { createDeps, type Deps } from '../../server/src/deps.ts'
import { readConfig } from '../../server/src/platform/config.ts'
import { createLog } from '../../server/src/platform/log.ts'
import { migrateToLatest } from '../../server/src/platform/migrate.ts'
import { makeFactories } from '../../server/test/factories.ts'
import {
  type SandboxProcess,
  sandboxEnvironment,
  startSandboxProcess,
} from '../../server/test/sandbox-process.ts'
import { type LedgerWatch, watchLedger } from './ledger-watch.ts'
import { makeRandom, type Random } from './random.ts'
import { openTcpProxy, type TcpProxy } from './tcp-proxy.ts'

/** What a suite of faults plays in: a database, a sandbox and a front door of its own. */
export interface World {
  databaseUrl: string
  dataDir: string
  /** Where clients and the providers' callbacks find the product, whichever process that is just now. */
  publicUrl: string
  frontDoor: TcpProxy
  sandbox: SandboxProcess
  random: Random
  /** Whatever a suite tries a given number of times it tries so many times as often. */
  times: number
  make: ReturnType<typeof makeFactories>
  /** For setting scenes; it runs no job and does not listen. */
  app: FastifyInstance
  deps: Deps
  /** Checks the tokens from the first moment to `close`. */
  watch: LedgerWatch
  /** Ends what was left running, the first last. */
  atClose: (() => Promise<void> | void)[]
  close(): Promise<void>
}

export interface WorldOptions {
  /** The server, as a role that may create databases. */
  serverUrl: string
  name: string
  seed: number
  /** 1, if not given. */
  times?: number
}

/** Makes a migrated database on the server, starts a sandbox, and watches the tokens. */
export async function openWorld({ serverUrl, name, seed, times = 1 }: WorldOptions): Promise<World> {
  const databaseUrl = await createDatabase(serverUrl, `chaos_${name}`)
  const dataDir = await mkdtemp(join(tmpdir(), `almanac-chaos-${name}-`))
  const frontDoor = await openTcpProxy()
  const publicUrl = `http://127.0.0.1:${frontDoor.port}`
  const sandbox = await startSandboxProcess(sandboxEnvironment(publicUrl))
  const deps = await createDeps({
    config: readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, DATABASE_POOL: '5', LOG_LEVEL: 'silent' }),
    databaseUrl,
    publicUrl,
    log: createLog('silent'),
    sandbox,
  })
  const app = await buildApp(deps)
  await app.ready()
  const atClose: World['atClose'] = []
  return {
    databaseUrl,
    dataDir,
    publicUrl,
    frontDoor,
    sandbox,
    random: makeRandom(seed, name),
    times,
    make: makeFactories(deps),
    app,
    deps,
    watch: watchLedger(databaseUrl),
    atClose,
    async close() {
      for (const end of atClose.splice(0).reverse()) await end()
      await app.close()
      await deps.close()
      await sandbox.stop()
      await frontDoor.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The same providers and front door, before a database of its own that was never migrated. */
export async function openEmptyTwin(world: World, name: string): Promise<World> {
  return { ...world, databaseUrl: await createEmptyDatabase(world.databaseUrl, name) }
}

async function createDatabase(serverUrl: string, name: string): Promise<string> {
  const url = await createEmptyDatabase(serverUrl, name)
  await migrateToLatest(url)
  return url
}

async function createEmptyDatabase(serverUrl: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

/** Rows of a statement, their columns in camel case. */
export async function rowsOf<Row extends object>(
  { databaseUrl }: Pick<World, 'databaseUrl'>,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement, values)
    const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
    return rows.map(
      (row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [camel(name), value])) as Row,
    )
  } finally {
    await client.end()
  }
}

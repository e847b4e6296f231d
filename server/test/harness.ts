import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { buildApp } from '../src/app.ts'
import { createDeps, type Deps, type DepsInput } from '../src/deps.ts'
import { readConfig } from '../src/platform/config.ts'
import { isDatabaseAway } from '../src/platform/database-away.ts'
import { createLog } from '../src/platform/log.ts'
import { TestClient } from './client.ts'
import { createTestDatabase } from './database.ts'
import { type MadeTenant, makeFactories, testPassword } from './factories.ts'
import { freePort } from './free-port.ts'
import { type SandboxProcess, sandboxEnvironment, startSandboxHere } from './sandbox-process.ts'

export interface TestApp {
  server: FastifyInstance
  databaseUrl: string
  deps: Deps
  make: ReturnType<typeof makeFactories>
  /** Null unless asked for: most tests need no provider. */
  sandbox: SandboxProcess
  /** A signed-out browser. */
  client(): TestClient
  /** A browser signed in as that user of that tenant, or as an admin for null. */
  signIn(username: string, tenant: MadeTenant | null): Promise<TestClient>
  /** Rows of any statement, camelCased. */
  query<Row>(statement: string): Promise<Row[]>
  close(): Promise<void>
}

interface Options {
  /** Starts the provider sandbox and lets the app listen, so that webhooks arrive. */
  withSandbox?: boolean
  environment?: Record<string, string>
  /** Shares the database of another app, as a second server does; that one must be closed last. */
  databaseOf?: TestApp
  /** Where log lines go, at `info` then. */
  logTo?: (line: string) => void
  /** A database of one's own, in place of an empty one. */
  database?: { url: string; drop(): Promise<void> }
  /** Shares the sandbox of another app, which is told what the provider has to tell; that one must be closed last. */
  sandboxOf?: TestApp
}

/** The real application on a database of its own; one per test file. */
export async function startTestApp(options: Options = {}): Promise<TestApp> {
  const { databaseOf: shared, logTo } = options
  const database = shared
    ? { url: shared.databaseUrl, drop: async () => undefined }
    : (options.database ?? (await createTestDatabase()))
  const dataDir = await mkdtemp(join(tmpdir(), 'almanac-app-'))
  const port = await freePort()
  const publicUrl = `http://localhost:${port}`
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'fatal',
    RATE_LIMIT_SESSION: '100000',
    RATE_LIMIT_CODES_ADDRESS: '100000',
    ...options.environment,
  })
  const own = options.withSandbox ? await startSandboxHere(sandboxEnvironment(publicUrl)) : null
  const sandbox = options.sandboxOf?.sandbox ?? own
  const deps = await patiently({
    config,
    databaseUrl: database.url,
    publicUrl,
    log: logTo ? createLog('info', { write: logTo }) : createLog(config.LOG_LEVEL),
    sandbox: sandbox ? { url: sandbox.url, smtpPort: sandbox.smtpPort } : null,
  })
  const app = await buildApp(deps)
  if (own) await app.listen({ port, host: '127.0.0.1' })
  else await app.ready()

  return {
    server: app,
    databaseUrl: database.url,
    deps,
    make: makeFactories(deps),
    get sandbox() {
      if (!sandbox) throw new Error('Ask for the sandbox with { withSandbox: true }')
      return sandbox
    },
    client: () => new TestClient(app),
    async signIn(username, tenant) {
      const client = new TestClient(app)
      const path = tenant ? `/v1/customers/${tenant.url}/login` : '/v1/admin/login'
      const response = await client.post(path, {
        usernameOrEmail: username,
        password: testPassword,
        rememberMe: false,
      })
      if (response.status !== 200)
        throw new Error(`Login failed: ${response.status} ${JSON.stringify(response.body)}`)
      return client
    },
    async query<Row>(statement: string) {
      const { rows } = await sql<Row>`${sql.raw(statement)}`.execute(deps.db.reader)
      return rows
    },
    async close() {
      await app.close()
      await deps.close()
      await own?.stop()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** On a busy machine the database may not have taken a connection in time; the product's own start would be repeated too. */
async function patiently(input: DepsInput, triesLeft = 3): Promise<Deps> {
  try {
    return await createDeps(input)
  } catch (error) {
    if (triesLeft === 0 || !isDatabaseAway(error)) throw error
    return patiently(input, triesLeft - 1)
  }
}

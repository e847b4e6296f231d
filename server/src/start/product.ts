import type { FastifyInstance } from 'fastify'
import { demoDefaultTenant, seedDemo } from '../../demo/seed/seed-demo.ts'
import { buildApp } from '../app.ts'
import { createDeps, type Deps } from '../deps.ts'
import type { Config } from '../platform/config.ts'
import { holdDataDir } from '../platform/data-dir-lock.ts'
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts'
import { type JobRunner, runJobs } from '../platform/jobs.ts'
import { warningsOfLive } from '../platform/live-settings.ts'
import { createLog } from '../platform/log.ts'
import { migrateToLatest } from '../platform/migrate.ts'
import { warningsOfReach } from '../platform/proxy-settings.ts'
import { buildWorker } from '../worker.ts'
import { checkProviders } from './check-providers.ts'
import { type Role, settlePort } from './options.ts'
import { prepareWeb } from './prepare-web.ts'
import { mayRunDemo, refuseDemo } from './refuse-demo.ts'
import { findSandbox, type RunningSandbox, runSandbox } from './run-sandbox.ts'
import { runWebProcesses } from './web-processes.ts'

export interface Product {
  publicUrl: string
  /** Whether the demo's users exist. */
  hasDemo: boolean
  /** Whether SMS and e-mail stay on this machine. */
  keepsMessages: boolean
  /** What whoever has started the product should know, in sentences. */
  warnings: readonly string[]
  /** Ends everything that was started, the last first. */
  stop(): Promise<void>
}

type Stop = () => Promise<void>

/** Starts what the role asks for: database, migrations, sandbox, web app, workers. */
export async function startProduct(config: Config, role: Role): Promise<Product> {
  const stops: Stop[] = []
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) await end()
  }
  try {
    return await startParts(config, role, stops, stop)
  } catch (error) {
    await stop().catch(() => undefined)
    throw error
  }
}

async function startParts(config: Config, role: Role, stops: Stop[], stop: Stop): Promise<Product> {
  const log = createLog(config.LOG_LEVEL)
  const port = role === 'worker' ? config.PORT : await settlePort(config.HOST, config.PORT)
  const publicUrl = config.PUBLIC_URL ?? `http://localhost:${port}`
  if (role === 'all') {
    const held = await holdDataDir(config.DATA_DIR, { port })
    stops.push(() => held.release())
  }
  const checking = checkProviders(config, publicUrl)
  checking.catch(() => undefined)
  const building = role === 'worker' ? Promise.resolve(null) : prepareWeb()
  building.catch(() => undefined)
  const sandboxOpening = openSandbox(config, `http://127.0.0.1:${port}`, publicUrl)
  stops.push(async () => (await sandboxOpening.catch(() => null))?.stop())
  const databaseUrl = await openDatabaseServer(config, role, stops)
  await migrateToLatest(databaseUrl)
  const sandbox = await sandboxOpening
  const deps = await createDeps({ config, databaseUrl, publicUrl, log, sandbox, web: await building })
  stops.push(() => deps.close())
  const warnings = [...warningsOfLive(config, publicUrl), ...warningsOfReach(config), ...(await checking)]
  await refuseDemo(deps.db.reader, config)
  const hasDemo = mayRunDemo(config) && role === 'all' && (await seedDemo(deps))
  if (hasDemo) config.DEFAULT_TENANT ??= demoDefaultTenant
  if (role !== 'web') startJobs(deps, stops)
  if (role !== 'worker') {
    if (config.WEB_PROCESSES === 1) await startApp(deps, config.HOST, port, stops)
    else await startProcesses(deps, { databaseUrl, port }, stops)
  }
  return { publicUrl, hasDemo, keepsMessages: config.MESSAGES === 'sandbox', warnings, stop }
}

async function openDatabaseServer(config: Config, role: Role, stops: Stop[]): Promise<string> {
  if (config.DATABASE_URL) return config.DATABASE_URL
  // The embedded server belongs to the one process that holds the data folder.
  if (role !== 'all')
    throw new Error(`--role=${role} needs DATABASE_URL: the halves share one PostgreSQL server.`)
  const say = (sentence: string) => console.log(sentence)
  const postgres = await startEmbeddedPostgres({ dataDir: config.DATA_DIR, log: say })
  stops.push(() => postgres.stop())
  return postgres.url
}

async function openSandbox(
  config: Config,
  origin: string,
  publicUrl: string,
): Promise<RunningSandbox | null> {
  if (config.PAYMENTS === 'live' && config.MESSAGES === 'live') return null
  if (!config.SANDBOX_URL) return runSandbox(config, origin, publicUrl)
  return { ...(await findSandbox(config.SANDBOX_URL)), stop: async () => undefined }
}

function startJobs(deps: Deps, stops: Stop[]): JobRunner {
  const runner = runJobs(buildWorker(deps), deps.log)
  const stopListening = deps.wakeups.onJob((job) => runner.wake(job))
  stops.push(async () => {
    stopListening()
    await runner.stop()
  })
  return runner
}

/** Web processes find what this one has settled and started. */
async function startProcesses(
  { config, publicUrl, sandbox, log }: Deps,
  { databaseUrl, port }: { databaseUrl: string; port: number },
  stops: Stop[],
): Promise<void> {
  const environment = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: config.DATA_DIR,
    PUBLIC_URL: publicUrl,
    PORT: String(port),
    SANDBOX_URL: sandbox?.url ?? '',
    DEFAULT_TENANT: config.DEFAULT_TENANT ?? '',
  }
  const processes = await runWebProcesses(config.WEB_PROCESSES, environment, log)
  stops.push(() => processes.stop())
}

async function startApp(deps: Deps, host: string, port: number, stops: Stop[]): Promise<FastifyInstance> {
  const app = await buildApp(deps)
  await app.listen({ host, port })
  stops.push(() => app.close())
  return app
}

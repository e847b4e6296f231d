import { demoDefaultTenant, seedDemo } from '../../demo/seed/seed-demo.ts'
import { buildApp } from '../app.ts'
import { createDeps, type Deps, type SandboxAddress } from '../deps.ts'
import { holdRestored } from '../features/operations/index.ts'
import type { Config } from '../platform/config.ts'
import { leave, listen } from '../platform/http/leaving.ts'
import { keepJobNotes } from '../platform/job-runs.ts'
import { type JobRunner, runJobs } from '../platform/jobs.ts'
import { warningsOfLive } from '../platform/live-settings.ts'
import { createLog } from '../platform/log.ts'
import { migrateToLatest } from '../platform/migrate.ts'
import { refusePooler } from '../platform/pooler.ts'
import { warningsOfReach } from '../platform/proxy-settings.ts'
import { buildWorker } from '../worker.ts'
import { checkProviders } from './check-providers.ts'
import { loadWeb } from './load-web.ts'
import type { Role } from './options.ts'
import { mayRunDemo, refuseDemo } from './refuse-demo.ts'

export type Stop = () => Promise<void>

/** What runs beside this process, each from when it is ready. */
export interface Outside {
  port: number
  publicUrl: string
  /** Null where no provider is played. */
  sandbox: Promise<SandboxAddress | null>
  database: Promise<{ url: string }>
  /** The web app, built. */
  web: Promise<void>
}

export interface Inside {
  /** Whether the demo's users exist. */
  hasDemo: boolean
  /** What whoever has started the product should know, in sentences. */
  warnings: readonly string[]
}

/** Runs the role's half of the product, or both, in this process: migrations, the demo, workers, the app. */
export async function serve(config: Config, role: Role, outside: Outside, stops: Stop[]): Promise<Inside> {
  const { port, publicUrl } = outside
  const checking = checkProviders(config, publicUrl)
  checking.catch(() => undefined)
  const databaseUrl = (await outside.database).url
  const directUrl = config.DATABASE_DIRECT_URL
  if (config.DATABASE_URL)
    await refusePooler(databaseUrl, { directUrl, prepares: config.DATABASE_PREPARED_STATEMENTS === 'on' })
  await migrateToLatest(directUrl ?? databaseUrl)
  await outside.web
  const deps = await createDeps({
    config,
    databaseUrl,
    publicUrl,
    log: createLog(config.LOG_LEVEL),
    sandbox: await outside.sandbox,
    web: role === 'worker' ? null : await loadWeb(),
  })
  stops.push(() => deps.close())
  const warnings = [...warningsOfLive(config, publicUrl), ...warningsOfReach(config), ...(await checking)]
  await refuseDemo(deps.db.reader, config)
  const hasDemo = mayRunDemo(config) && role === 'all' && (await seedDemo(deps))
  if (hasDemo) config.DEFAULT_TENANT ??= demoDefaultTenant
  if (await holdRestored(deps.db, deps.log))
    warnings.push(
      'This database was restored from a backup: see Platform Health for what may have gone out since.',
    )
  if (role !== 'web') startJobs(deps, stops)
  if (role !== 'worker') {
    if (config.WEB_PROCESSES === 1) await startApp(deps, port, stops)
    else await startProcesses(deps, { databaseUrl, port }, stops)
  }
  return { hasDemo, warnings }
}

function startJobs(deps: Deps, stops: Stop[]): JobRunner {
  const runner = runJobs(buildWorker(deps), deps.log, keepJobNotes(deps.db.reader, deps.log))
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
    // What was in that file is in the line above.
    DATABASE_URL_FILE: '',
    DATA_DIR: config.DATA_DIR,
    PUBLIC_URL: publicUrl,
    PORT: String(port),
    SANDBOX_URL: sandbox?.url ?? '',
    DEFAULT_TENANT: config.DEFAULT_TENANT ?? '',
  }
  // Their limits are counted by a library that one process alone needs not.
  const { runWebProcesses } = await import('./web-processes.ts')
  const processes = await runWebProcesses(config.WEB_PROCESSES, environment, log)
  stops.push(() => processes.stop())
}

async function startApp(deps: Deps, port: number, stops: Stop[]): Promise<void> {
  const app = await buildApp(deps)
  await listen(app, deps.config, port)
  stops.push(() => leave(app, deps.config))
}

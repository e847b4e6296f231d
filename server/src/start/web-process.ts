import { buildApp } from '../app.ts'
import { createDeps } from '../deps.ts'
import { readConfig } from '../platform/config.ts'
import { leave, stopWithinMs } from '../platform/http/leaving.ts'
import { sharedMetrics } from '../platform/http/metrics.ts'
import { sharedCalls } from '../platform/http/shared-calls.ts'
import { createLog } from '../platform/log.ts'
import { loadWeb } from './load-web.ts'
import { releaseMemoryWhenQuiet } from './release-memory.ts'
import { findSandbox } from './run-sandbox.ts'
import { stopOnSignal } from './stop-on-signal.ts'

/** One of several web processes: the first process has prepared all that it finds, and told it in its environment. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  const { DATABASE_URL: databaseUrl, PUBLIC_URL: publicUrl, SANDBOX_URL: sandboxUrl } = config
  if (!databaseUrl || !publicUrl || !process.send) throw new Error('This is started by "npm start" alone.')
  const deps = await createDeps({
    config,
    databaseUrl,
    publicUrl,
    log: createLog(config.LOG_LEVEL),
    sandbox: sandboxUrl ? await findSandbox(sandboxUrl) : null,
    web: await loadWeb(),
  })
  const app = await buildApp(deps, { calls: sharedCalls(config.RATE_LIMIT_SESSION), metrics: sharedMetrics })
  const stop = async () => {
    await leave(app, config)
    await deps.close()
  }
  // However the first process ends, nobody is left behind.
  stopOnSignal(stop, stopWithinMs(config), ['disconnect'])
  await app.listen({ host: config.HOST, port: config.PORT })
  releaseMemoryWhenQuiet()
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})

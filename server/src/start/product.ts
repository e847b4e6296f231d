import type { Config } from '../platform/config.ts'
import { holdDataDir } from '../platform/data-dir-lock.ts'
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts'
import { buildWeb } from './build-web.ts'
import { type Role, settlePort } from './options.ts'
import { findSandbox, type RunningSandbox, runSandbox } from './run-sandbox.ts'
import type { Inside, Outside, Stop } from './serve.ts'

export interface Product extends Inside {
  publicUrl: string
  /** Whether SMS and e-mail stay on this machine. */
  keepsMessages: boolean
  /** Ends everything that was started, the last first. */
  stop: Stop
}

/** Starts what the role asks for: database, migrations, sandbox, web app, workers. */
export async function startProduct(config: Config, role: Role): Promise<Product> {
  const stops: Stop[] = []
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) await end()
  }
  try {
    const outside = await startOutside(config, role, stops)
    // Most of what is to be loaded, while those processes start.
    const { serve } = await import('./serve.ts')
    const inside = await serve(config, role, outside, stops)
    return { ...inside, publicUrl: outside.publicUrl, keepsMessages: config.MESSAGES === 'sandbox', stop }
  } catch (error) {
    await stop().catch(() => undefined)
    throw error
  }
}

/** Starts every process beside this one, and waits until each is busy without us. */
async function startOutside(config: Config, role: Role, stops: Stop[]): Promise<Outside> {
  const port = role === 'worker' || config.SOCKET ? config.PORT : await settlePort(config.HOST, config.PORT)
  const publicUrl = config.PUBLIC_URL ?? `http://localhost:${port}`
  if (role === 'all') {
    const held = await holdDataDir(config.DATA_DIR, { port })
    stops.push(() => held.release())
  }
  const sandbox = openSandbox(config, `http://127.0.0.1:${port}`, publicUrl)
  const spawned = Promise.withResolvers<void>()
  const database = openDatabaseServer(config, role, spawned.resolve)
  for (const started of [sandbox, database]) stops.push(async () => (await started.catch(() => null))?.stop())
  const web = role === 'worker' ? Promise.resolve() : buildWeb()
  // Whoever waits for one hears of it, if it comes to that.
  for (const starting of [sandbox, database, web]) starting.catch(() => undefined)
  await Promise.race([spawned.promise, database])
  return { port, publicUrl, sandbox, database, web }
}

async function openDatabaseServer(
  config: Config,
  role: Role,
  onSpawn: () => void,
): Promise<{ url: string; stop: Stop }> {
  if (config.DATABASE_URL) return { url: config.DATABASE_URL, stop: async () => undefined }
  // The embedded server belongs to the one process that holds the data folder.
  if (role !== 'all')
    throw new Error(`--role=${role} needs DATABASE_URL: the halves share one PostgreSQL server.`)
  const say = (sentence: string) => console.log(sentence)
  return startEmbeddedPostgres({ dataDir: config.DATA_DIR, log: say, onSpawn })
}

async function openSandbox(
  config: Config,
  origin: string,
  publicUrl: string,
): Promise<RunningSandbox | null> {
  const modes = [config.PAYMENTS, config.PAYPAL, config.MESSAGES]
  if (!modes.includes('sandbox')) return null
  if (!config.SANDBOX_URL) return runSandbox(config, origin, publicUrl)
  return { ...(await findSandbox(config.SANDBOX_URL)), stop: async () => undefined }
}

import type { Config } from '../platform/config.ts'
import { DataDirHeldError, holdDataDir } from '../platform/data-dir-lock.ts'
import { findEmbeddedPostgres, startEmbeddedPostgres } from '../platform/embedded-postgres.ts'

/**
 * Works on the product's database: the one of `DATABASE_URL`, else that of the data folder, whose server is started for so long
 * where the product does not run.
 * @throws DataDirHeldError where the product runs and `isAlone` asks that it does not.
 */
export async function withDatabase<Result>(
  config: Config,
  { isAlone }: { isAlone: boolean },
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  if (config.DATABASE_URL) return work(config.DATABASE_DIRECT_URL ?? config.DATABASE_URL)
  const held = await holdDataDir(config.DATA_DIR, { port: config.PORT }).catch((error: unknown) => {
    if (isAlone || !(error instanceof DataDirHeldError)) throw error
    return null
  })
  if (!held) {
    const url = await findEmbeddedPostgres(config.DATA_DIR)
    if (!url) throw new Error('The product is just starting or stopping. Try again in a moment.')
    return work(url)
  }
  try {
    const server = await startEmbeddedPostgres({ dataDir: config.DATA_DIR, log: console.log })
    try {
      return await work(server.url)
    } finally {
      await server.stop()
    }
  } finally {
    await held.release()
  }
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../server/src/platform/embedded-postgres.ts'
import { openWorld, type World } from '../chaos/world.ts'

/** Runs `work` in a world of its own: a durable embedded PostgreSQL, a migrated database and a sandbox. */
export async function withWorld<Result>(
  name: string,
  work: (world: World) => Promise<Result>,
): Promise<Result> {
  const dataDir = await mkdtemp(join(tmpdir(), `almanac-sound-${name}-`))
  const postgres = await startEmbeddedPostgres({ dataDir })
  try {
    const world = await openWorld({ serverUrl: postgres.url, name, seed: 1 })
    try {
      return await work(world)
    } finally {
      await world.watch.stop()
      await world.close()
    }
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

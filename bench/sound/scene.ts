import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../server/src/platform/embedded-postgres.ts'
import { openWorld, type World } from '../chaos/world.ts'

/** A database, a sandbox and a front door of its own for one measurement; all of it ends with it. */
export async function withWorld<Result>(
  name: string,
  measure: (world: World) => Promise<Result>,
): Promise<Result> {
  const dataDir = await mkdtemp(join(tmpdir(), 'almanac-sound-'))
  const postgres = await startEmbeddedPostgres({ dataDir })
  try {
    const world = await openWorld({ serverUrl: postgres.url, name, seed: 1 })
    await world.watch.stop()
    try {
      return await measure(world)
    } finally {
      await world.close()
    }
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

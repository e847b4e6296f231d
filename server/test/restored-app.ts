import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dumpDatabase } from '../src/backup/dump-database.ts'
import { loadDatabase } from '../src/backup/load-database.ts'
import type { Manifest } from '../src/backup/manifest.ts'
import { createTestDatabase } from './database.ts'
import { startTestApp, type TestApp } from './harness.ts'

/** A backup of a running app's database. */
export interface TakenBackup {
  folder: string
  manifest: Manifest
  /** The product on a database restored from it, beside the same providers, before anything of it runs. */
  restore(environment?: Record<string, string>): Promise<TestApp>
  remove(): Promise<void>
}

export async function backUp(app: TestApp): Promise<TakenBackup> {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-backup-'))
  const manifest: Manifest = { ...(await dumpDatabase(app.databaseUrl, folder)), hasFiles: false }
  return {
    folder,
    manifest,
    async restore(environment = {}) {
      const database = await createTestDatabase()
      await loadDatabase(database.url, folder, manifest)
      return startTestApp({ database, sandboxOf: app, environment })
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

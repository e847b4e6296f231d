import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../platform/config.ts'
import { addressOf } from '../platform/database-hosts.ts'
import { migrateToLatest } from '../platform/migrate.ts'
import { loadDatabase } from './load-database.ts'
import { readManifest } from './manifest.ts'
import { keepOwner, restoreFiles } from './restore-files.ts'
import { withDatabase } from './with-database.ts'

const usage = `npm run restore -- --from <folder of a backup>
npm run restore -- --restored-to <instant, e.g. 2026-11-23T09:30:00Z>   for a database that was restored by other means`

/** Restores a backup into an empty place, or notes that the database was restored by other means. Nothing is sent by it. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { from: { type: 'string' }, 'restored-to': { type: 'string' } } })
  const { from, 'restored-to': instant } = values
  if ((from === undefined) === (instant === undefined)) throw new Error(usage)
  const config = readConfig(process.env)
  if (instant !== undefined) {
    const backupAt = new Date(instant)
    if (Number.isNaN(backupAt.getTime()) || !/(Z|[+-]\d\d:\d\d)$/.test(instant)) throw new Error(usage)
    await withDatabase(config, { isAlone: true }, (url) => note(url, backupAt))
    console.log(`Noted: what happened after ${backupAt.toISOString()} is not in this database. ${next}`)
    return
  }
  const folder = resolve(from ?? '')
  const manifest = await readManifest(folder)
  if (manifest.hasFiles && config.S3_BUCKET)
    throw new Error(
      'This backup has files, and S3_BUCKET is set: copy its folder "files" into the bucket, then unset it here.',
    )
  await keepOwner(config.DATA_DIR, () =>
    withDatabase(config, { isAlone: true }, async (url) => {
      // Before the rows: a row never names a file that is not there yet.
      if (manifest.hasFiles) await restoreFiles(join(folder, 'files'), config.DATA_DIR)
      await loadDatabase(url, folder, manifest)
    }),
  )
  console.log(`Restored as of ${manifest.takenAt}. ${next}`)
}

const next =
  'Start the product: it holds what may have gone out since, and Platform Health lists it (docs/runbooks/restore.md).'

async function note(url: string, backupAt: Date): Promise<void> {
  await migrateToLatest(url)
  const { Client, options } = addressOf(url)
  const client = new Client(options)
  await client.connect()
  await client.query('insert into restores (backup_at) values ($1)', [backupAt]).finally(() => client.end())
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})

import { cp, mkdir, rename } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../platform/config.ts'
import { dumpDatabase } from './dump-database.ts'
import { writeManifest } from './manifest.ts'
import { withDatabase } from './with-database.ts'

const usage = 'npm run backup -- --to <new folder>'

/** Writes a backup of database and files while the product runs, or does not. It is there wholly or not at all. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { to: { type: 'string' } } })
  if (!values.to) throw new Error(usage)
  const config = readConfig(process.env)
  const folder = resolve(values.to)
  const draft = `${folder}.partial`
  // Fails where one is there: no backup is written over another. It holds what only the product may read.
  await mkdir(draft, { mode: 0o700 })
  const dumped = await withDatabase(config, { isAlone: false }, (url) => dumpDatabase(url, draft))
  // After the rows, so that none names a file that is not there: a replaced one stays for a day.
  const hasFiles = !config.S3_BUCKET
  if (hasFiles) await copyFolder(join(config.DATA_DIR, 'files'), join(draft, 'files'))
  await writeManifest(draft, { ...dumped, hasFiles })
  await rename(draft, folder)
  const rows = dumped.tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(`${rows} rows of ${dumped.tables.length} tables, as of ${dumped.takenAt}, are in ${folder}.`)
  if (!hasFiles) console.log('The files are in the bucket, which keeps its own versions: see docs/backup.md.')
}

async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  await cp(from, to, { recursive: true, preserveTimestamps: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const file = 'manifest.json'

const manifestShape = z.object({
  format: z.literal(1),
  /** By the database's clock: everything that was committed before is in the backup. */
  takenAt: z.iso.datetime(),
  /** What the database's schema has had. */
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number().int() })),
  /** The last value of each sequence that was used. */
  sequences: z.record(z.string(), z.number().int()),
  /** Whether the files are beside it; else they are kept elsewhere, as in a bucket. */
  hasFiles: z.boolean(),
})

/** What a backup holds. */
export type Manifest = z.output<typeof manifestShape>

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeFile(join(folder, file), `${JSON.stringify(manifest, null, 2)}\n`)
}

/** @throws Error with a sentence where the folder holds no backup that this version can read. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, file), 'utf8').catch(() => {
    throw new Error(`${folder} holds no backup: it has no ${file}.`)
  })
  const manifest = manifestShape.safeParse(JSON.parse(text))
  if (!manifest.success)
    throw new Error(`${join(folder, file)} is not of a backup that this version can read.`)
  return manifest.data
}

/** Where the rows of a table lie. */
export function rowsFile(folder: string, table: string): string {
  return join(folder, 'tables', `${table}.copy.gz`)
}

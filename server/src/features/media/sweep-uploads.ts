import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Removes temporary uploads that were last written before an instant; a running upload is always younger. */
export async function sweepUploads(uploadDir: string, before: Date): Promise<void> {
  for (const name of await readdir(uploadDir)) {
    const path = join(uploadDir, name)
    const { mtime } = await stat(path)
    if (name.endsWith('.upload') && mtime < before) await rm(path, { force: true })
  }
}

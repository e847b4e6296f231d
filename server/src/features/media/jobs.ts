import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../platform/clock.ts'
import type { Job } from '../../platform/jobs.ts'
import type { FileStore } from './ports.ts'

const hourMs = 3_600_000

/** Clears what killed processes left of uploads: temporary files, and files that never became whole. */
export function mediaJobs(deps: { files: FileStore; uploadDir: string; clock: Clock }): Job[] {
  const sweep = async () => {
    const before = new Date(deps.clock.now().getTime() - hourMs)
    await deps.files.sweepUnfinished(before)
    await sweepUploads(deps.uploadDir, before)
    return 0
  }
  return [{ name: 'sweep-files', everySeconds: 3_600, run: sweep }]
}

/** Removes temporary uploads that were last written before an instant; a running upload is always younger. */
export async function sweepUploads(uploadDir: string, before: Date): Promise<void> {
  for (const name of await readdir(uploadDir)) {
    const path = join(uploadDir, name)
    const { mtime } = await stat(path)
    if (name.endsWith('.upload') && mtime < before) await rm(path, { force: true })
  }
}

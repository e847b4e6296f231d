import type { Clock } from '../../platform/clock.ts'
import type { Job } from '../../platform/jobs.ts'
import type { FileStore } from './ports.ts'
import { sweepUploads } from './sweep-uploads.ts'

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

import type { Job } from '../../platform/jobs.ts'
import type { RecordingDeps } from './keep-recording.ts'
import { sweepRecordings } from './sweep-recordings.ts'

/** Removes the files that no reading needs any more. */
export function audioJobs(deps: RecordingDeps): Job[] {
  return [{ name: 'sweep-recordings', everySeconds: 3_600, run: () => sweepRecordings(deps) }]
}

import type { CustomerAudio } from '@almanac/contract/audio'
import { finishProgress } from '../../../api/finish-progress.ts'
import type { UploadEvent } from './upload-state.ts'

interface UploadRun {
  localId: string
  /** Sends the file. Rejects with what `failureText` can read. */
  send: (onProgress: (percent: number) => void) => Promise<CustomerAudio>
  report: (event: UploadEvent) => void
  failureText: (thrown: unknown) => string
  /** Whether the file itself is refused. */
  isFileRefused: (thrown: unknown) => boolean
  signal: AbortSignal
}

/** Sends one file and reports its way; says nothing more once it is stopped. Never rejects. */
export async function runUpload(run: UploadRun): Promise<void> {
  const { localId, send, report, failureText, isFileRefused, signal } = run
  const tell = (event: UploadEvent) => {
    if (!signal.aborted) report(event)
  }
  try {
    const audio = await send((percent) => tell({ type: 'progressed', localId, percent }))
    await finishProgress(() => tell({ type: 'done', localId, audio }))
    tell({ type: 'settled', localId })
  } catch (thrown) {
    tell({ type: 'failed', localId, error: failureText(thrown), isFileRefused: isFileRefused(thrown) })
  }
}

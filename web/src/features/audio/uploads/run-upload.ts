import type { CustomerAudio } from '@almanac/contract/audio'
import type { UploadEvent } from './upload-state.ts'

/** How long after the server's answer an upload shows 100 percent, so that 99 is seen. */
export const DONE_DELAY_MS = 300

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
    await new Promise((resolve) => setTimeout(resolve, DONE_DELAY_MS))
    tell({ type: 'done', localId, audio })
  } catch (thrown) {
    tell({ type: 'failed', localId, error: failureText(thrown), isFileRefused: isFileRefused(thrown) })
  }
}

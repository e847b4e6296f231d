import type { Database } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import type { ReceivedFile } from '../../platform/http/bind.ts'
import { type FileStore, inspectMp3 } from '../media/index.ts'
import { reserveRecording, type StoredFile, settleRecording } from './recording-store.ts'

export interface RecordingDeps {
  db: Database
  files: FileStore
}

/** The columns of a reading that come from its file. */
export interface Recording extends StoredFile {
  sizeBytes: number
  durationSeconds: number
}

/**
 * Checks an mp3 by its content, measures it and stores it under a name of ours; then `write` gives it to a reading, in
 * whose transaction it calls `settleRecording`, unless it was asked for before (decision A4). What no reading took is removed:
 * at once where that is certain, else by the sweep, which looks first.
 * @throws DomainError `not_an_mp3`, `unavailable`, and what `write` throws.
 */
export async function keepRecording<Written extends { isRepeated: boolean }>(
  { db, files }: RecordingDeps,
  tenantId: number,
  upload: ReceivedFile,
  write: (recording: Recording) => Promise<Written>,
): Promise<Written> {
  const { durationSeconds } = await inspectMp3(upload.path)
  const stored = await reserveRecording(db.reader, tenantId)
  const remove = async () => {
    await files.remove(stored.fileKey)
    await settleRecording(db.reader, tenantId, stored.fileKey)
  }
  const { sizeBytes } = upload
  await files.put(stored.fileKey, { path: upload.path }, { contentType: 'audio/mpeg', sizeBytes })
  const recording = {
    ...stored,
    sizeBytes,
    durationSeconds: Math.max(1, Math.round(durationSeconds)),
  }
  try {
    const written = await write(recording)
    if (written.isRepeated) await remove()
    return written
  } catch (error) {
    // Of anything else nobody knows whether it was committed.
    if (error instanceof DomainError) await remove()
    throw error
  }
}

import { basename } from 'node:path'
import type { Reader, Tx } from '../../platform/database.ts'
import { makeFileKey } from '../media/index.ts'

export interface StoredFile {
  fileKey: string
  fileName: string
}

/** A new place for a recording, known as a loose one before its file is there: whatever happens, it is found again. */
export async function reserveRecording(reader: Reader, tenantId: number): Promise<StoredFile> {
  const fileKey = makeFileKey({ tenant: String(tenantId), kind: 'audio', extension: 'mp3' })
  const file = { fileKey, fileName: basename(fileKey) }
  await reader
    .insertInto('looseRecordings')
    .values({ tenantId, audioId: null, ...file })
    .execute()
  return file
}

/** A file that was reserved is settled: a reading holds it from now on, or it is gone. */
export async function settleRecording(tx: Tx | Reader, tenantId: number, fileKey: string): Promise<void> {
  await tx
    .deleteFrom('looseRecordings')
    .where('tenantId', '=', tenantId)
    .where('fileKey', '=', fileKey)
    .where('audioId', 'is', null)
    .execute()
}

/** A reading lets go of its file, which whoever has paid for it may still be hearing. */
export async function loosenRecording(
  tx: Tx,
  { tenantId, audioId, fileKey, fileName }: StoredFile & { tenantId: number; audioId: number },
): Promise<void> {
  await tx.insertInto('looseRecordings').values({ tenantId, audioId, fileKey, fileName }).execute()
}

import { sql } from 'kysely'
import type { RecordingDeps } from './keep-recording.ts'

/** A paid session lasts 24 hours at the most; the rest is for uploads under way and clocks that differ. */
const keptHours = 25
const batch = 100

/**
 * Removes files that no reading has held for longer than any paid session lasts, and answers how many loose recordings are
 * settled by that. A file that another reading holds, as a copy does, or that another reading let go of later, stays.
 * Nothing takes hold of a file meanwhile: a copy is made only of a reading that holds it, and a reading holds its new file
 * long before that time. The file goes first, so that one is never forgotten.
 */
export async function sweepRecordings({ db, files }: RecordingDeps): Promise<number> {
  const before = sql<Date>`now() - make_interval(hours => ${keptHours})`
  const due = await db.reader
    .selectFrom('looseRecordings as loose')
    .select([
      'loose.id',
      'loose.fileKey',
      sql<boolean>`exists (select from audios a where a.file_key = loose.file_key and a.deleted_at is null)
        or exists (select from loose_recordings l where l.file_key = loose.file_key and l.loose_since >= ${before})`.as(
        'isHeld',
      ),
    ])
    .where('loose.looseSince', '<', before)
    .orderBy('loose.looseSince')
    .limit(batch)
    .execute()
  for (const { id, fileKey, isHeld } of due) {
    if (!isHeld) await files.remove(fileKey)
    await db.reader.deleteFrom('looseRecordings').where('id', '=', id).execute()
  }
  return due.length
}

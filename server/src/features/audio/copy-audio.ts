import type { audio } from '@almanac/contract'
import type { CustomerAudio } from '@almanac/contract/audio'
import type { Body } from '@almanac/contract/endpoint'
import { writeAudit } from '../../platform/audit.ts'
import type { TenantSession } from '../../platform/http/session.ts'
import { announceChange } from '../../platform/wakeups.ts'
import type { AudioDeps } from './add-audio.ts'
import { audioColumns, lockAudio, readWrittenAudio, toCustomerAudio } from './queries.ts'
import { beginRequest, endRequest, toRequest } from './request-store.ts'
import { readSchedule } from './rules.ts'

/**
 * Offers a reading's recording once more in its category, as a reading of its own with another name and other times. Both
 * share the file from then on: the lock keeps the first one from letting go of it before the copy holds it. A repeated
 * idempotency key copies nothing and answers the copy of the first time.
 * @throws DomainError `not_found` for an unknown or deleted reading, `invalid_input`, `idempotency_mismatch`.
 */
export async function copyAudio(
  { db, config }: AudioDeps,
  session: TenantSession,
  body: Body<typeof audio.copyAudio>,
  idempotencyKey?: string,
): Promise<CustomerAudio> {
  const { tenantId } = session
  const schedule = readSchedule(body, session.timeZone)
  const request = toRequest(session, idempotencyKey, { act: 'copy-audio', body })
  const copyId = await db.transact(async (tx) => {
    const earlierId = await beginRequest(tx, request)
    if (earlierId !== null) return earlierId
    const { categoryId, fileName, fileKey, sizeBytes, durationSeconds } = await lockAudio(
      tx,
      tenantId,
      body.audioId,
    )
    const row = await tx
      .insertInto('audios')
      .values({
        tenantId,
        categoryId,
        name: body.audioName,
        fileName,
        fileKey,
        sizeBytes,
        durationSeconds,
        ...schedule,
      })
      .returning(audioColumns)
      .executeTakeFirstOrThrow()
    await endRequest(tx, request, row.id)
    await writeAudit(tx, {
      tenantId,
      actor: session,
      action: 'copy-audio',
      subject: `audio:${row.id}`,
      after: { ...toCustomerAudio(row, config.RELEASE_TIME_ZONE), copiedFrom: body.audioId },
    })
    await announceChange(tx, { topic: 'audio', tenantId })
    return row.id
  })
  return readWrittenAudio(db.reader, tenantId, copyId, config.RELEASE_TIME_ZONE)
}

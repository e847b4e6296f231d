import type { audio } from '@almanac/contract'
import type { CustomerAudio } from '@almanac/contract/audio'
import type { Body } from '@almanac/contract/endpoint'
import { writeAudit } from '../../platform/audit.ts'
import type { Tx } from '../../platform/database.ts'
import { doOnce } from '../../platform/do-once.ts'
import type { TenantSession } from '../../platform/http/session.ts'
import { announceChange } from '../../platform/wakeups.ts'
import { shareTenant } from '../tenants/index.ts'
import type { AudioDeps } from './add-audio.ts'
import { audioColumns, lockAudio, toCustomerAudio } from './queries.ts'
import { readSchedule, toRequest } from './rules.ts'

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
  const request = toRequest(session, idempotencyKey, { act: 'copy-audio', ...body })
  const copy = async (tx: Tx) => {
    const schedule = readSchedule(body, (await shareTenant(tx, tenantId)).timeZone)
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
    const copied = toCustomerAudio(row, config.RELEASE_TIME_ZONE)
    await writeAudit(tx, {
      tenantId,
      actor: session,
      action: 'copy-audio',
      subject: `audio:${row.id}`,
      after: { ...copied, copiedFrom: body.audioId },
    })
    await announceChange(tx, { topic: 'audio', tenantId })
    return copied
  }
  const { answer } = await db.transact((tx) => doOnce(tx, request, () => copy(tx)))
  return answer
}

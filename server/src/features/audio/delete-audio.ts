import { sql } from 'kysely'
import { writeAudit } from '../../platform/audit.ts'
import type { Tx } from '../../platform/database.ts'
import { doOnce } from '../../platform/do-once.ts'
import type { TenantSession } from '../../platform/http/session.ts'
import { announceChange } from '../../platform/wakeups.ts'
import type { AudioDeps } from './add-audio.ts'
import { lockAudio, toCustomerAudio } from './queries.ts'
import { loosenRecording } from './recording-store.ts'
import { toRequest } from './rules.ts'

/**
 * Deletes a reading: lists hide it at once, and sessions that were paid play on (decision A6). Its file is removed once
 * none of them can be left, unless a copy has it. A repeated idempotency key deletes nothing.
 * @throws DomainError `not_found` for an unknown or deleted reading, `idempotency_mismatch`.
 */
export async function deleteAudio(
  { db, config }: AudioDeps,
  session: TenantSession,
  audioId: number,
  idempotencyKey?: string,
): Promise<void> {
  const { tenantId } = session
  const request = toRequest(session, idempotencyKey, { act: 'delete-audio', audioId })
  const remove = async (tx: Tx) => {
    const before = await lockAudio(tx, tenantId, audioId)
    await tx
      .updateTable('audios')
      .set({ deletedAt: sql<Date>`now()` })
      .where('tenantId', '=', tenantId)
      .where('id', '=', audioId)
      .execute()
    await loosenRecording(tx, { ...before, tenantId, audioId })
    await writeAudit(tx, {
      tenantId,
      actor: session,
      action: 'delete-audio',
      subject: `audio:${audioId}`,
      before: toCustomerAudio(before, config.RELEASE_TIME_ZONE),
    })
    await announceChange(tx, { topic: 'audio', tenantId })
    return {}
  }
  await db.transact((tx) => doOnce(tx, request, () => remove(tx)))
}

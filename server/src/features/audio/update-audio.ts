import type { audio } from '@almanac/contract'
import type { CustomerAudio } from '@almanac/contract/audio'
import type { Body } from '@almanac/contract/endpoint'
import { writeAudit } from '../../platform/audit.ts'
import type { Tx } from '../../platform/database.ts'
import { doOnce, findDone } from '../../platform/do-once.ts'
import type { ReceivedFile } from '../../platform/http/bind.ts'
import type { TenantSession } from '../../platform/http/session.ts'
import { hashFile } from '../../platform/request-hash.ts'
import { announceChange } from '../../platform/wakeups.ts'
import { requireCategory } from '../categories/index.ts'
import { shareTenant } from '../tenants/index.ts'
import type { AudioDeps } from './add-audio.ts'
import { keepRecording, type Recording } from './keep-recording.ts'
import { audioColumns, lockAudio, requireAudio, toCustomerAudio } from './queries.ts'
import { loosenRecording, settleRecording } from './recording-store.ts'
import { readSchedule, refuseStale, toRequest } from './rules.ts'

export interface AudioChange {
  audioId: number
  body: Body<typeof audio.updateAudio>
  /** The recording that takes the place of the one it has. */
  file: ReceivedFile | undefined
  idempotencyKey: string | undefined
}

/**
 * Changes a reading. A file that is replaced stays for those who have paid: under its own name, and without one in
 * sessions that were charged before, `stream-audio.ts` goes on to serve it, so that the parts a player asks for are never
 * of two recordings. Once no such session can be left, the sweep removes it. A repeated idempotency key changes nothing.
 * @throws DomainError `not_found` for an unknown or deleted reading and an unknown category, `invalid_input`,
 * `not_an_mp3`, `idempotency_mismatch`; `audio_changed` with what it holds, where that is not what the change was made of.
 */
export async function updateAudio(
  deps: AudioDeps,
  session: TenantSession,
  { audioId, body, file, idempotencyKey }: AudioChange,
): Promise<CustomerAudio> {
  const { db } = deps
  const { tenantId } = session
  // Refuses bad times before the file is stored; the zone that counts is read under the lock.
  readSchedule(body, session.timeZone)
  const fileHash = file && idempotencyKey !== undefined ? await hashFile(file.path) : undefined
  const request = toRequest(session, idempotencyKey, { act: 'update-audio', audioId, ...body, fileHash })
  const changed = await findDone<CustomerAudio>(db.reader, request)
  if (changed) return changed
  await requireCategory(db.reader, tenantId, body.consumerCategoryId)
  await requireAudio(db.reader, tenantId, audioId)
  const write = (recording?: Recording) =>
    db.transact((tx) => doOnce(tx, request, () => change(tx, deps, { session, audioId, body, recording })))
  const { answer } = await (file ? keepRecording(deps, tenantId, file, write) : write())
  return answer
}

interface Change {
  session: TenantSession
  audioId: number
  body: Body<typeof audio.updateAudio>
  recording: Recording | undefined
}

async function change(
  tx: Tx,
  { config }: AudioDeps,
  { session, audioId, body, recording }: Change,
): Promise<CustomerAudio> {
  const { tenantId } = session
  const { timeZone } = await shareTenant(tx, tenantId)
  await requireCategory(tx, tenantId, body.consumerCategoryId)
  const before = await lockAudio(tx, tenantId, audioId)
  const held = toCustomerAudio(before, config.RELEASE_TIME_ZONE)
  refuseStale(held, body.expected)
  const after = await tx
    .updateTable('audios')
    .set({
      categoryId: body.consumerCategoryId,
      name: body.audioName,
      ...readSchedule(body, timeZone),
      ...recording,
    })
    .where('tenantId', '=', tenantId)
    .where('id', '=', audioId)
    .returning(audioColumns)
    .executeTakeFirstOrThrow()
  if (recording) {
    await loosenRecording(tx, { ...before, tenantId, audioId })
    await settleRecording(tx, tenantId, recording.fileKey)
  }
  const changed = toCustomerAudio(after, config.RELEASE_TIME_ZONE)
  await writeAudit(tx, {
    tenantId,
    actor: session,
    action: 'update-audio',
    subject: `audio:${audioId}`,
    before: held,
    after: changed,
  })
  await announceChange(tx, { topic: 'audio', tenantId })
  return changed
}

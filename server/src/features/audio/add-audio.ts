import type { audio } from '@almanac/contract'
import type { CustomerAudio } from '@almanac/contract/audio'
import type { Body } from '@almanac/contract/endpoint'
import { writeAudit } from '../../platform/audit.ts'
import type { Config } from '../../platform/config.ts'
import type { Tx } from '../../platform/database.ts'
import { doOnce, findDone } from '../../platform/do-once.ts'
import type { ReceivedFile } from '../../platform/http/bind.ts'
import type { TenantSession } from '../../platform/http/session.ts'
import { hashFile } from '../../platform/request-hash.ts'
import { announceChange } from '../../platform/wakeups.ts'
import { requireCategory } from '../categories/index.ts'
import { shareTenant } from '../tenants/index.ts'
import { keepRecording, type Recording, type RecordingDeps } from './keep-recording.ts'
import { audioColumns, toCustomerAudio } from './queries.ts'
import { settleRecording } from './recording-store.ts'
import { readSchedule, toRequest } from './rules.ts'

export interface AudioDeps extends RecordingDeps {
  config: Pick<Config, 'RELEASE_TIME_ZONE'>
}

/**
 * Adds a reading from an uploaded mp3: checked by its content and measured, stored under a name of ours, the row last
 * (decision A4). A repeated idempotency key adds nothing and answers the reading of the first time.
 * @throws DomainError `not_an_mp3`, `invalid_input`, `idempotency_mismatch`, `not_found` for an unknown category.
 */
export async function addAudio(
  deps: AudioDeps,
  session: TenantSession,
  body: Body<typeof audio.addAudio>,
  file: ReceivedFile,
  idempotencyKey?: string,
): Promise<CustomerAudio> {
  const { db } = deps
  const { tenantId } = session
  // Refuses bad times before the file is stored; the zone that counts is read under the lock.
  readSchedule(body, session.timeZone)
  const fileHash = idempotencyKey === undefined ? undefined : await hashFile(file.path)
  const request = toRequest(session, idempotencyKey, { act: 'add-audio', ...body, fileHash })
  const added = await findDone<CustomerAudio>(db.reader, request)
  if (added) return added
  await requireCategory(db.reader, tenantId, body.consumerCategoryId)
  const { answer } = await keepRecording(deps, tenantId, file, (recording) =>
    db.transact((tx) => doOnce(tx, request, () => insert(tx, deps, { session, body, recording }))),
  )
  return answer
}

interface NewAudio {
  session: TenantSession
  body: Body<typeof audio.addAudio>
  recording: Recording
}

async function insert(
  tx: Tx,
  { config }: AudioDeps,
  { session, body, recording }: NewAudio,
): Promise<CustomerAudio> {
  const { tenantId } = session
  const { timeZone } = await shareTenant(tx, tenantId)
  await requireCategory(tx, tenantId, body.consumerCategoryId)
  const row = await tx
    .insertInto('audios')
    .values({
      tenantId,
      categoryId: body.consumerCategoryId,
      name: body.audioName,
      ...recording,
      ...readSchedule(body, timeZone),
    })
    .returning(audioColumns)
    .executeTakeFirstOrThrow()
  await settleRecording(tx, tenantId, recording.fileKey)
  const added = toCustomerAudio(row, config.RELEASE_TIME_ZONE)
  await writeAudit(tx, {
    tenantId,
    actor: session,
    action: 'add-audio',
    subject: `audio:${row.id}`,
    after: added,
  })
  await announceChange(tx, { topic: 'audio', tenantId })
  return added
}

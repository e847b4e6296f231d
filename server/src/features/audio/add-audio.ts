import { basename } from 'node:path'
import type { audio } from '@almanac/contract'
import type { CustomerAudio } from '@almanac/contract/audio'
import type { Body } from '@almanac/contract/endpoint'
import { writeAudit } from '../../platform/audit.ts'
import type { Config } from '../../platform/config.ts'
import { DomainError } from '../../platform/errors.ts'
import type { ReceivedFile } from '../../platform/http/bind.ts'
import type { TenantSession } from '../../platform/http/session.ts'
import { announceChange } from '../../platform/wakeups.ts'
import { parseInstant } from '../../platform/zoned-time.ts'
import { requireCategory } from '../categories/index.ts'
import { inspectMp3, makeFileKey } from '../media/index.ts'
import { toCustomerAudio } from './queries.ts'
import type { StreamDeps } from './stream-audio.ts'

export interface AddAudioDeps extends StreamDeps {
  config: Pick<Config, 'RELEASE_TIME_ZONE'>
}

/**
 * Adds a reading from an uploaded mp3: checked by its content and measured, stored under a name of ours, the row last
 * (decision A4). @throws DomainError `not_an_mp3`, `invalid_input`, `not_found` for an unknown category.
 */
export async function addAudio(
  { db, files, config }: AddAudioDeps,
  session: TenantSession,
  body: Body<typeof audio.addAudio>,
  file: ReceivedFile,
): Promise<CustomerAudio> {
  const { startsAt, endsAt } = readSchedule(body, session.timeZone)
  await requireCategory(db.reader, session.tenantId, body.consumerCategoryId)
  const { durationSeconds } = await inspectMp3(file.path)
  const fileKey = makeFileKey({ tenant: String(session.tenantId), kind: 'audio', extension: 'mp3' })
  await files.put(fileKey, { path: file.path }, { contentType: 'audio/mpeg', sizeBytes: file.sizeBytes })
  try {
    return await db.transact(async (tx) => {
      const row = await tx
        .insertInto('audios')
        .values({
          tenantId: session.tenantId,
          categoryId: body.consumerCategoryId,
          name: body.audioName,
          fileName: basename(fileKey),
          fileKey,
          sizeBytes: file.sizeBytes,
          durationSeconds: Math.max(1, Math.round(durationSeconds)),
          startsAt,
          endsAt,
        })
        .returning(['id', 'name', 'fileName', 'durationSeconds', 'startsAt', 'endsAt', 'categoryId'])
        .executeTakeFirstOrThrow()
      const added = toCustomerAudio(row, config.RELEASE_TIME_ZONE)
      await writeAudit(tx, {
        tenantId: session.tenantId,
        actor: session,
        action: 'add-audio',
        subject: `audio:${row.id}`,
        after: added,
      })
      await announceChange(tx, { topic: 'audio', tenantId: session.tenantId })
      return added
    })
  } catch (error) {
    await files.remove(fileKey)
    throw error
  }
}

function readSchedule(
  body: { startDateTime: string; endDateTime: string },
  timeZone: string,
): { startsAt: Date; endsAt: Date } {
  const startsAt = parseInstant(body.startDateTime, timeZone)
  const endsAt = parseInstant(body.endDateTime, timeZone)
  if (!startsAt || !endsAt)
    throw new DomainError('invalid_input', { message: 'Please enter a valid date and time.' })
  if (endsAt < startsAt) {
    const message = 'End date must be after start date.'
    throw new DomainError('invalid_input', { message, list: [message] })
  }
  return { startsAt, endsAt }
}

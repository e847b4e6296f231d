import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import type { Bytes } from '../../platform/http/bind.ts'
import { askedSql, ownSql } from '../../platform/http/session.ts'
import { noteTestAudio } from '../identity/index.ts'
import { type FileStore, serveFile } from '../media/index.ts'
import { requireTenantById } from '../tenants/index.ts'
import { paidPlaySql } from './paid-play.ts'

export interface StreamDeps {
  db: Database
  files: FileStore
}

export interface StreamRequest {
  tenantId: number
  consumerId: number
  audioId: number
  /** As `soundOfSql` read it. */
  sound: Sound | null
  audioFileName: string | undefined
  isTestAudioPlayed: boolean
  range: string | undefined
}

/** The name under which the free test audio may be asked for. */
export const testAudioFileName = 'test-audio.mp3'

const audioHeaders = {
  'content-type': 'audio/mpeg',
  'cache-control': 'private, no-store',
  'cross-origin-resource-policy': 'same-origin',
}

/** A file under the name by which it may be asked for. */
interface Recording {
  fileKey: string
  fileName: string
}

/** The recordings of a reading, and whether who asks has paid for it. */
export interface Sound {
  /** The one that it has. */
  current: Recording
  /** Those that it had and that are still there, the oldest first. */
  earlier: (Recording & { wasCharged: boolean })[]
  isPaid: boolean
}

/**
 * A reading of the session's tenant and whether it is paid for in this login: an expression of the statement that finds
 * the session, since a player asks for many small parts. Of an earlier recording `wasCharged` says whether it was replaced
 * only after the session was charged.
 */
export function soundOfSql(): RawBuilder<Sound | null> {
  const play = { audioId: sql<number>`a.id`, consumerId: ownSql.userId, session: askedSql.session }
  const paid = paidPlaySql({ ...play, loginHash: ownSql.loginHash })
  return sql`(
    select json_build_object(
      'current', json_build_object('fileKey', a.file_key, 'fileName', a.file_name),
      'earlier', (
        select coalesce(json_agg(json_build_object(
          'fileKey', l.file_key, 'fileName', l.file_name, 'wasCharged', l.loose_since > p.charged_at
        ) order by l.id), '[]')
        from loose_recordings l where l.audio_id = a.id
      ),
      'isPaid', p.audio_id is not null
    )
    from audios a left join plays p on ${paid}
    where a.id = ${askedSql.audioId} and a.tenant_id = ${ownSql.tenantId}
  )`
}

/**
 * The sound of a reading that this consumer paid for in this session of this login (`paidPlaySql`), found by the audio's
 * id; a name, when sent, must match (decisions A2, A3, A6). Of a reading whose recording was replaced, the name says which
 * of them, and without a name it is the one that was charged: a player asks for parts, which must never be of two files.
 * @throws DomainError `unpaid_audio`, `not_found`, `audio_file_mismatch`.
 */
export async function streamConsumerAudio(deps: StreamDeps, request: StreamRequest): Promise<Bytes> {
  if (request.audioId === 0) return streamTestAudio(deps, request)
  const { sound } = request
  if (!sound) throw new DomainError('not_found')
  if (!sound.isPaid) throw new DomainError('unpaid_audio')
  const { fileKey } = recordingOf(sound, request.audioFileName)
  return serveFile(deps.files, fileKey, request.range, audioHeaders)
}

function recordingOf({ current, earlier }: Sound, fileName: string | undefined): Recording {
  if (!fileName) return earlier.find(({ wasCharged }) => wasCharged) ?? current
  const named = [current, ...earlier].find((recording) => recording.fileName === fileName)
  if (!named) throw new DomainError('audio_file_mismatch')
  return named
}

async function streamTestAudio({ db, files }: StreamDeps, request: StreamRequest): Promise<Bytes> {
  if (request.audioFileName && request.audioFileName !== testAudioFileName)
    throw new DomainError('audio_file_mismatch')
  const { testAudioKey } = await requireTenantById(db.reader, request.tenantId)
  if (!testAudioKey) throw new DomainError('not_found')
  if (request.isTestAudioPlayed) await noteTestAudio(db.reader, request)
  return serveFile(files, testAudioKey, request.range, audioHeaders)
}

/** The sound of any of the tenant's readings, for its operator. @throws DomainError `not_found`. */
export async function streamOperatorAudio(
  { db, files }: StreamDeps,
  request: { tenantId: number; audioId: number; range: string | undefined },
): Promise<Bytes> {
  const audio = await db.reader
    .selectFrom('audios')
    .select('fileKey')
    .where('tenantId', '=', request.tenantId)
    .where('id', '=', request.audioId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (!audio) throw new DomainError('not_found')
  return serveFile(files, audio.fileKey, request.range, audioHeaders)
}

import type { audio } from '@almanac/contract'
import type { CustomerAudio } from '@almanac/contract/audio'
import { formatDuration } from '@almanac/contract/duration'
import type { Answer, Query } from '@almanac/contract/endpoint'
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Tx } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import { askedSql, ownSql } from '../../platform/http/session.ts'
import { type PageOf, pageSql, readPage, toPage } from '../../platform/paging.ts'
import { localDay } from '../../platform/zoned-time.ts'
import { requireCategory } from '../categories/index.ts'
import { paidPlaySql } from './paid-play.ts'

type PlayableQuery = Omit<Query<typeof audio.listConsumerAudio>, 'session'>

/** What `toCustomerAudio` needs. */
export const audioColumns = [
  'audios.id',
  'audios.name',
  'audios.fileName',
  'audios.durationSeconds',
  'audios.startsAt',
  'audios.endsAt',
  'audios.categoryId',
] as const

function liveAudios(reader: Reader | Tx, tenantId: number | RawBuilder<number>) {
  return reader
    .selectFrom('audios')
    .innerJoin('categories', 'categories.id', 'audios.categoryId')
    .where('audios.tenantId', '=', tenantId)
    .where('audios.deletedAt', 'is', null)
    .where('categories.deletedAt', 'is', null)
}

/** A page of the readings that the session's consumer can play now, the newest first. */
export function playablePageSql(reader: Reader, query: PlayableQuery) {
  const categoryId = categoryOf(query)
  let playable = liveAudios(reader, ownSql.tenantId)
    .where('audios.startsAt', '<=', sql<Date>`now()`)
    .where('audios.endsAt', '>=', sql<Date>`now()`)
  if (categoryId !== undefined) playable = playable.where('audios.categoryId', '=', categoryId)
  const paid = paidPlaySql({
    consumerId: ownSql.userId,
    loginHash: ownSql.loginHash,
    audioId: sql<number>`audios.id`,
    session: askedSql.session,
  })
  return pageSql(
    query,
    playable,
    playable
      .select([
        'audios.id',
        'audios.name',
        'audios.fileName',
        'audios.durationSeconds',
        'audios.startsAt',
        sql<boolean>`exists (select from plays p where ${paid})`.as('isCharged'),
        sql<boolean>`exists (
          select from plays p where p.consumer_id = ${ownSql.userId} and p.audio_id = audios.id
        )`.as('isPlayed'),
      ])
      .orderBy('audios.startsAt', 'desc')
      .orderBy('audios.id', 'desc'),
  )
}

function categoryOf({ consumerCategoryId, category }: PlayableQuery) {
  return consumerCategoryId ?? category
}

/** The list of playable readings, with their dates in `releaseZone`. @throws DomainError `not_found` for an unknown category. */
export async function toConsumerAudio(
  reader: Reader,
  tenantId: number,
  query: Query<typeof audio.listConsumerAudio>,
  { rows, totalItems }: PageOf<ReturnType<typeof playablePageSql>>,
  releaseZone: string,
): Promise<Answer<typeof audio.listConsumerAudio>> {
  const categoryId = categoryOf(query)
  // A reading that is found is of a category that exists.
  if (totalItems === 0 && categoryId !== undefined) await requireCategory(reader, tenantId, categoryId)
  const data = rows.map((row) => {
    const startsAt = new Date(row.startsAt)
    return {
      id: row.id,
      audioName: row.name,
      audioFileName: row.fileName,
      duration: formatDuration(row.durationSeconds),
      startDateTime: startsAt.toISOString(),
      releaseDate: localDay(startsAt, releaseZone),
      isCharged: row.isCharged,
      isPlayed: row.isPlayed,
    }
  })
  return toPage(query, totalItems, data)
}

/** A category's readings as its operator sorts them: active (default), expired or unexpired (decision A1). */
export async function listOperatorAudio(
  reader: Reader,
  tenantId: number,
  query: Query<typeof audio.listAudio>,
  releaseZone: string,
): Promise<Answer<typeof audio.listAudio>> {
  const now = sql<Date>`now()`
  let matching = liveAudios(reader, tenantId).where('audios.categoryId', '=', query.consumerCategoryId)
  if (query.isExpired) matching = matching.where('endsAt', '<', now)
  else if (query.isUnexpired) matching = matching.where('endsAt', '>=', now)
  else matching = matching.where('startsAt', '<=', now).where('endsAt', '>=', now)
  const { rows, totalItems } = await readPage(
    query,
    matching,
    matching.select(audioColumns).orderBy('startsAt', 'desc').orderBy('audios.id', 'desc'),
  )
  // A reading that is found is of a category that exists.
  if (totalItems === 0) await requireCategory(reader, tenantId, query.consumerCategoryId)
  return toPage(
    query,
    totalItems,
    rows.map((row) => toCustomerAudio(row, releaseZone)),
  )
}

interface AudioRow {
  id: number
  name: string
  fileName: string
  durationSeconds: number
  startsAt: Date
  endsAt: Date
  categoryId: number
}

/** @throws DomainError `not_found` for an unknown reading, a deleted one, or another tenant's. */
export async function requireAudio(reader: Reader, tenantId: number, audioId: number): Promise<void> {
  const audio = await liveAudios(reader, tenantId)
    .select('audios.id')
    .where('audios.id', '=', audioId)
    .executeTakeFirst()
  if (!audio) throw new DomainError('not_found')
}

/**
 * Takes a reading, so that nobody changes, copies or deletes it until the transaction ends.
 * @throws DomainError `not_found`, as `requireAudio`.
 */
export async function lockAudio(
  tx: Tx,
  tenantId: number,
  audioId: number,
): Promise<AudioRow & { fileKey: string; sizeBytes: number }> {
  const audio = await liveAudios(tx, tenantId)
    .select([...audioColumns, 'audios.fileKey', 'audios.sizeBytes'])
    .where('audios.id', '=', audioId)
    .forUpdate('audios')
    .executeTakeFirst()
  if (!audio) throw new DomainError('not_found')
  return audio
}

/** One reading as its operator sees it; `releaseZone` is the zone in which it has its date. */
export function toCustomerAudio(row: AudioRow, releaseZone: string): CustomerAudio {
  return {
    id: row.id,
    audioName: row.name,
    audioFileName: row.fileName,
    duration: formatDuration(row.durationSeconds),
    startDateTime: row.startsAt.toISOString(),
    releaseDate: localDay(row.startsAt, releaseZone),
    endDateTime: row.endsAt.toISOString(),
    consumerCategoryId: row.categoryId,
  }
}

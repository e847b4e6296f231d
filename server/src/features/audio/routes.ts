import { audio } from '@almanac/contract'
import type { FastifyRequest } from 'fastify'
import { DomainError } from '../../platform/errors.ts'
import { bind, bindBeside, type Route } from '../../platform/http/bind.ts'
import { type AudioDeps, addAudio } from './add-audio.ts'
import { chargeAudio } from './charge-audio.ts'
import { copyAudio } from './copy-audio.ts'
import { deleteAudio } from './delete-audio.ts'
import { createPlayNews, type PlayNewsDeps } from './play-news.ts'
import { listOperatorAudio, playablePageSql, toConsumerAudio } from './queries.ts'
import { soundOfSql, streamConsumerAudio, streamOperatorAudio } from './stream-audio.ts'
import { updateAudio } from './update-audio.ts'

/** Readings: listed, charged and streamed for consumers; listed, written and played for operators. */
export function audioRoutes(deps: AudioDeps & PlayNewsDeps): Route[] {
  const { db } = deps
  const releaseZone = deps.config.RELEASE_TIME_ZONE
  const tellOfPlay = createPlayNews(deps)
  return [
    bindBeside(
      audio.listConsumerAudio,
      (query) => playablePageSql(db.reader, query),
      ({ session, query, beside }) =>
        toConsumerAudio(db.reader, session.tenantId, query, beside, releaseZone),
    ),
    bind(audio.chargeAudio, async ({ session, params, query }) => {
      const charged = await chargeAudio(db, {
        tenantId: session.tenantId,
        consumerId: session.userId,
        audioId: params.audioId,
        session: query.session,
        loginHash: session.loginHash,
        expectedTokens: query.expectedTokens,
      })
      if (!charged.alreadyCharged) tellOfPlay(session.tenantId)
      return charged
    }),
    bindBeside(
      audio.streamConsumerAudio,
      () => soundOfSql(),
      ({ session, params, query, beside, request }) =>
        streamConsumerAudio(deps, {
          tenantId: session.tenantId,
          consumerId: session.userId,
          audioId: params.audioId,
          sound: beside,
          audioFileName: query.audioFileName,
          isTestAudioPlayed: query.isTestAudioPlayed ?? false,
          range: rangeOf(request),
        }),
    ),
    bind(audio.listAudio, ({ session, query }) =>
      listOperatorAudio(db.reader, session.tenantId, query, releaseZone),
    ),
    bind(audio.streamAudio, ({ session, params, request }) =>
      streamOperatorAudio(deps, {
        tenantId: session.tenantId,
        audioId: params.audioId,
        range: rangeOf(request),
      }),
    ),
    ...writes(deps),
  ]
}

/** The part that is asked for; none where it is to be of a version that was seen before: ours have no names for those (RFC 9110, 13.1.5). */
function rangeOf({ headers }: FastifyRequest): string | undefined {
  return headers['if-range'] === undefined ? headers.range : undefined
}

function writes(deps: AudioDeps): Route[] {
  return [
    bind(audio.addAudio, async ({ session, body, files, idempotencyKey }) => {
      if (!files.audio) throw new DomainError('not_an_mp3')
      const added = await addAudio(deps, session, body, files.audio, idempotencyKey)
      return { ...added, message: 'Audio added successfully.' }
    }),
    bind(audio.updateAudio, async ({ session, params: { audioId }, body, files, idempotencyKey }) => {
      const updated = await updateAudio(deps, session, { audioId, body, file: files.audio, idempotencyKey })
      return { ...updated, message: 'Audio updated successfully.' }
    }),
    bind(audio.copyAudio, async ({ session, body, idempotencyKey }) => {
      const copied = await copyAudio(deps, session, body, idempotencyKey)
      return { ...copied, message: 'Audio copied successfully.' }
    }),
    bind(audio.deleteAudio, async ({ session, params, idempotencyKey }) => {
      await deleteAudio(deps, session, params.audioId, idempotencyKey)
      return { message: 'Audio deleted successfully.' }
    }),
  ]
}

import { audio } from '@almanac/contract'
import { DomainError } from '../../platform/errors.ts'
import { bind, bindBeside, type Route } from '../../platform/http/bind.ts'
import { type AddAudioDeps, addAudio } from './add-audio.ts'
import { chargeAudio } from './charge-audio.ts'
import { createPlayNews, type PlayNewsDeps } from './play-news.ts'
import { listOperatorAudio, playablePageSql, toConsumerAudio } from './queries.ts'
import { soundOfSql, streamConsumerAudio, streamOperatorAudio } from './stream-audio.ts'

/** Readings: listed, charged and streamed for consumers; listed, uploaded and played for operators. */
export function audioRoutes(deps: AddAudioDeps & PlayNewsDeps): Route[] {
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
        loginHash: session.tokenHash,
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
          range: request.headers.range,
        }),
    ),
    bind(audio.listAudio, ({ session, query }) =>
      listOperatorAudio(db.reader, session.tenantId, query, releaseZone),
    ),
    bind(audio.addAudio, async ({ session, body, files }) => {
      if (!files.audio) throw new DomainError('not_an_mp3')
      const added = await addAudio(deps, session, body, files.audio)
      return { ...added, message: 'Audio added successfully.' }
    }),
    bind(audio.streamAudio, ({ session, params, request }) =>
      streamOperatorAudio(deps, {
        tenantId: session.tenantId,
        audioId: params.audioId,
        range: request.headers.range,
      }),
    ),
  ]
}

import {
  type ConsumerAudio,
  chargeAudio,
  listConsumerAudio,
  streamConsumerAudio,
} from '@almanac/contract/audio'
import type { ConsumerCategory } from '@almanac/contract/categories'
import { useState } from 'react'
import { isApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { showFailure } from '../../api/failure-text.ts'
import { refresh } from '../../api/query-client.ts'
import { updateUser, useConsumerParams, useUser, verifySession } from '../../api/session.ts'
import { endpointUrl } from '../../api/url.ts'
import { useAudioArea } from './audio-context.ts'
import { playStep, secondsOfDuration } from './reading-rules.ts'
import { ownLogoUrl } from './sign-logo.ts'

/** What is asked before a reading plays. */
export type Question = { kind: 'confirm' | 'buy-tokens'; audio: ConsumerAudio }

/** From the tap on play to the sound: what was charged plays, the rest is confirmed, charged, and plays then. */
export function usePlayReading(category: ConsumerCategory, priceTokens: number) {
  const consumer = useConsumerParams()
  const { tokenBalance } = useUser()
  const { store, playback } = useAudioArea()
  const [question, setQuestion] = useState<Question | null>(null)
  const [isCharging, setIsCharging] = useState(false)

  function start(audio: ConsumerAudio, session: string) {
    const { audioFileName } = audio
    const track = {
      audioId: audio.id,
      audioName: audio.audioName,
      url: endpointUrl(streamConsumerAudio, { ...consumer, audioId: audio.id }, { session, audioFileName }),
      categoryId: category.id,
      signName: category.name,
      signLogoUrl: ownLogoUrl(category),
      durationSeconds: secondsOfDuration(audio.duration),
    }
    store.keepTrack(track)
    playback.load(track, { plays: true })
  }

  function tap(audio: ConsumerAudio, isCharged: boolean) {
    if (playback.read().track?.audioId === audio.id) return playback.toggle()
    const step = playStep({ isCharged, priceTokens }, tokenBalance)
    if (step === 'play') start(audio, store.begin())
    else setQuestion({ kind: step, audio })
  }

  async function charge() {
    if (!question || isCharging) return
    const { audio } = question
    const session = store.begin()
    setIsCharging(true)
    try {
      const answer = await call(chargeAudio, {
        params: { ...consumer, audioId: audio.id },
        query: { session },
      })
      updateUser({ tokenBalance: answer.tokenBalance })
      store.markCharged(session, audio.id)
      setQuestion(null)
      start(audio, session)
      void refresh('balance', listConsumerAudio)
    } catch (thrown) {
      refuse(thrown, audio)
    } finally {
      setIsCharging(false)
    }
  }

  function refuse(thrown: unknown, audio: ConsumerAudio) {
    if (isApiError(thrown) && thrown.status === 402) {
      void verifySession()
      return setQuestion({ kind: 'buy-tokens', audio })
    }
    setQuestion(null)
    showFailure(thrown)
    if (isApiError(thrown) && thrown.status === 404) void refresh(listConsumerAudio)
  }

  return { tap, charge: () => void charge(), cancel: () => setQuestion(null), question, isCharging }
}

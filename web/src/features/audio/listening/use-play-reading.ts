import {
  type ConsumerAudio,
  chargeAudio,
  listConsumerAudio,
  streamConsumerAudio,
} from '@almanac/contract/audio'
import { type ConsumerCategory, listConsumerCategories } from '@almanac/contract/categories'
import { useState } from 'react'
import { type ApiError, isApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { refresh } from '../../../api/query-client.ts'
import { updateUser, useConsumerParams, useUser, verifySession } from '../../../api/session.ts'
import { endpointUrl } from '../../../api/url.ts'
import { useAudioArea } from './audio-context.ts'
import { playStep, secondsOfDuration } from './reading-rules.ts'
import { ownLogoUrl } from './sign-logo.ts'

/** A reading at the price that is shown for it, in tokens; no other is ever charged (decision P11). */
interface Offer {
  audio: ConsumerAudio
  priceTokens: number
}

/** What is asked before a reading plays, and what changed since it was asked before. */
export interface Question extends Offer {
  kind: 'confirm' | 'buy-tokens'
  news?: 'price-changed' | 'session-over' | undefined
}

/** What the server wants asked about first: a question says it, not a toast. */
function isAsked({ code, status, extra }: ApiError): boolean {
  return readNewPrice({ code, extra }) !== null || code === 'session_over' || status === 402
}

/** The present price of a reading whose price changed, in tokens; null of any other failure. */
function readNewPrice({ code, extra }: Pick<ApiError, 'code' | 'extra'>): number | null {
  const { numberOfTokens } = extra
  return code === 'price_changed' && typeof numberOfTokens === 'number' ? numberOfTokens : null
}

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
    if (isCharged) start(audio, store.idFor(audio.id))
    else void ask({ audio, priceTokens })
  }

  /** Asks for the tokens; what is free is not asked about. */
  async function ask(offer: Offer, news?: Question['news']): Promise<void> {
    const kind = playStep(offer, tokenBalance)
    if (kind === 'play-free') return charge(offer)
    setQuestion({ ...offer, kind, news })
  }

  async function charge({ audio, priceTokens }: Offer): Promise<void> {
    if (isCharging) return
    const session = store.begin()
    setIsCharging(true)
    try {
      const answer = await call(chargeAudio, {
        params: { ...consumer, audioId: audio.id },
        query: { session, expectedTokens: priceTokens },
        isTold: isAsked,
      })
      updateUser({ tokenBalance: answer.tokenBalance })
      // What was free is not lost by leaving.
      if (priceTokens > 0) store.markCharged(session, audio.id)
      setQuestion(null)
      start(audio, session)
      void refresh('balance', listConsumerAudio)
    } catch (thrown) {
      await refuse(thrown, { audio, priceTokens })
    } finally {
      setIsCharging(false)
    }
  }

  async function refuse(thrown: unknown, offer: Offer): Promise<void> {
    if (!isApiError(thrown)) throw thrown
    const newPrice = readNewPrice(thrown)
    if (newPrice !== null) {
      void refresh(listConsumerCategories)
      return ask({ ...offer, priceTokens: newPrice }, 'price-changed')
    }
    if (thrown.code === 'session_over') {
      store.endReadings([offer.audio.id])
      return ask(offer, 'session-over')
    }
    if (thrown.status === 402) {
      void verifySession()
      return setQuestion({ ...offer, kind: 'buy-tokens' })
    }
    setQuestion(null)
    // Whether it was charged is not known without an answer, and what can't be played is listed no more: the list says.
    void refresh('balance', listConsumerAudio)
  }

  return {
    tap,
    charge: () => void (question && charge(question)),
    cancel: () => setQuestion(null),
    question,
    isCharging,
  }
}

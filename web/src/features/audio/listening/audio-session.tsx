import { paths } from '@almanac/contract/pages'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useConsumerParams, useUser } from '../../../api/session.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { addLeaveCheck } from '../../../ui/leave-check.ts'
import { showToast } from '../../../ui/toast-store.ts'
import { AudioContext, useAudioArea, useStoredSession } from './audio-context.ts'
import { Playback } from './playback.ts'
import { openPlaybackMemory } from './playback-memory.ts'
import { isInProgress } from './session-rules.ts'
import { AudioSessionStore } from './session-store.ts'
import { explainStreamFailure } from './stream-failure.ts'
import { useMediaSession } from './use-media-session.ts'
import { usePlayerKeys } from './use-player-keys.ts'

const SESSION_OVER = 'Your audio session is over. Playing a reading again uses tokens.'

/** The session in progress, for whoever leads away from it. */
export function useAudioSession(): { isInProgress: boolean; confirmLeave: () => Promise<boolean> } {
  const { confirmLeave } = useAudioArea()
  return { isInProgress: isInProgress(useStoredSession()), confirmLeave }
}

/** Holds the audio session and the one audio element around all screens of a consumer, so that it plays on between them. */
export function AudioSessionProvider({ children }: { children: ReactNode }) {
  const { id: consumerId, loginId } = useUser()
  return (
    <AudioSessionOf key={`${consumerId} ${loginId}`} consumerId={consumerId} loginId={loginId}>
      {children}
    </AudioSessionOf>
  )
}

function newSessionId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

function openArea(consumerId: number, loginId: string) {
  const store = new AudioSessionStore({ consumerId, loginId }, () => sessionStorage, newSessionId)
  const playback = new Playback({
    memory: openPlaybackMemory(consumerId, () => localStorage),
    explain: (track) => explainStreamFailure(track.url),
    onUnpaid: ({ audioId }) => {
      playback.clear()
      store.endReadings([audioId])
      showToast('warn', SESSION_OVER)
    },
  })
  return { store, playback }
}

interface AudioSessionOfProps {
  consumerId: number
  loginId: string
  children: ReactNode
}

function AudioSessionOf({ consumerId, loginId, children }: AudioSessionOfProps) {
  const [{ store, playback }] = useState(() => openArea(consumerId, loginId))
  const { confirmLeave, question } = useLeaveQuestion(store)

  useEffect(() => {
    const session = store.read()
    if (session?.track) playback.load(session.track, { plays: false })
    const stopFollowing = store.subscribe(() => {
      if (!store.read()) playback.clear()
    })
    const save = () => playback.save()
    addEventListener('pagehide', save)
    return () => {
      stopFollowing()
      removeEventListener('pagehide', save)
      playback.clear()
    }
  }, [store, playback])
  useMediaSession(playback)
  usePlayerKeys(playback)

  const area = useMemo(() => ({ store, playback, confirmLeave }), [store, playback, confirmLeave])
  return (
    <AudioContext value={area}>
      {children}
      <div hidden ref={(holder) => holder?.append(playback.element)} />
      {question}
    </AudioContext>
  )
}

/** The dialog before leaving, and who is asked when a link of the frame leads away. */
function useLeaveQuestion(store: AudioSessionStore) {
  const { customerUrl } = useConsumerParams()
  const [isAsking, setIsAsking] = useState(false)
  const answer = useRef<((leaves: boolean) => void) | null>(null)

  const confirmLeave = useCallback((): Promise<boolean> => {
    if (!isInProgress(store.read())) return Promise.resolve(true)
    answer.current?.(false)
    setIsAsking(true)
    return new Promise((resolve) => {
      answer.current = resolve
    })
  }, [store])

  function settle(leaves: boolean) {
    setIsAsking(false)
    if (leaves) store.drop()
    answer.current?.(leaves)
    answer.current = null
  }

  useEffect(() => {
    const asksBefore = new Set([
      paths.dashboard(customerUrl),
      paths.packages(customerUrl),
      paths.profile(customerUrl),
    ])
    return addLeaveCheck('session', (proceed, to) => {
      if (!isInProgress(store.read()) || (to !== undefined && !asksBefore.has(to.toLowerCase()))) return true
      void confirmLeave().then((leaves) => leaves && proceed())
      return false
    })
  }, [customerUrl, store, confirmLeave])

  const question = (
    <ConfirmDialog
      opened={isAsking}
      title="Are you sure?"
      onCancel={() => settle(false)}
      onConfirm={() => settle(true)}
    >
      <p>Do you want to exit current audio session?</p>
      <p>Next time you will be charged to play the same audio.</p>
    </ConfirmDialog>
  )
  return { confirmLeave, question }
}

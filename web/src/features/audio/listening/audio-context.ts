import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Playback, PlaybackState } from './playback.ts'
import type { AudioSession } from './session-rules.ts'
import type { AudioSessionStore } from './session-store.ts'

/** What the audio area holds for the screens and the player inside of it. */
export interface AudioArea {
  store: AudioSessionStore
  playback: Playback
  /**
   * Asks whether to leave the session in progress and, on Proceed, ends it: the played audio is cleared. True at once
   * where none is in progress.
   */
  confirmLeave: () => Promise<boolean>
}

export const AudioContext = createContext<AudioArea | null>(null)

/** The audio area around the consumer's screens. @throws Error outside of it. */
export function useAudioArea(): AudioArea {
  const area = useContext(AudioContext)
  if (!area) throw new Error('This part needs the AudioSessionProvider around it.')
  return area
}

/** The tab's audio session, live; null until a list begins one. */
export function useStoredSession(): AudioSession | null {
  const { store } = useAudioArea()
  return useSyncExternalStore(store.subscribe, store.read)
}

/** A part of what plays, live. `select` answers a plain value, so that only a change of it draws anew. */
export function usePlayback<Value extends PlaybackState[keyof PlaybackState]>(
  select: (state: PlaybackState) => Value,
): Value {
  const { playback } = useAudioArea()
  return useSyncExternalStore(playback.subscribe, () => select(playback.read()))
}

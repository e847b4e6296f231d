import {
  type AudioSession,
  isOver,
  type ListedCharge,
  parseSession,
  withCharge,
  withListed,
} from './session-rules.ts'
import type { Track } from './track.ts'

type TextStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * The audio session of one consumer in one tab, kept in the tab's session storage so that a reload is never charged
 * again. Storage that is closed counts as empty; the session then lasts as long as the page.
 */
export class AudioSessionStore {
  readonly #key: string
  readonly #storage: () => TextStore
  readonly #newId: () => string
  readonly #listeners = new Set<() => void>()
  #session: AudioSession | null
  /** What an earlier page of this tab charged; the first list says whether the server knows it still. */
  #rememberedIds: readonly number[]

  constructor(consumerId: number, storage: () => TextStore, newId: () => string) {
    this.#key = `audio-session:${consumerId}`
    this.#storage = storage
    this.#newId = newId
    this.#session = parseSession(this.#safely((open) => open.getItem(this.#key)))
    this.#rememberedIds = this.#session?.chargedIds ?? []
  }

  read = (): AudioSession | null => this.#session

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The session's id for the list that is about to load; makes one where there is none. */
  begin(): string {
    if (!this.#session) this.#keep({ id: this.#newId(), chargedIds: [], track: null })
    return this.#session?.id ?? ''
  }

  /** A reading was charged, or found charged, in the session of that id. */
  markCharged(sessionId: string, audioId: number): void {
    if (this.#session?.id === sessionId) this.#keep(withCharge(this.#session, audioId))
  }

  /** What plays now, for the next page of this tab. */
  keepTrack(track: Track): void {
    if (this.#session && this.#session.track?.audioId !== track.audioId)
      this.#keep({ ...this.#session, track })
  }

  /** Takes in what a list says that was asked for with that id; ends a session that the server no longer knows. */
  noteList(sessionId: string, rows: readonly ListedCharge[]): void {
    if (this.#session?.id !== sessionId) return
    if (isOver(this.#rememberedIds, rows)) this.drop()
    else this.#keep(withListed(this.#session, rows))
  }

  /** Ends the session; the next list makes a new one. */
  drop(): void {
    this.#rememberedIds = []
    this.#keep(null)
  }

  #keep(session: AudioSession | null) {
    if (session === this.#session) return
    this.#session = session
    this.#safely((open) =>
      session ? open.setItem(this.#key, JSON.stringify(session)) : open.removeItem(this.#key),
    )
    for (const listener of this.#listeners) listener()
  }

  #safely<Value>(act: (open: TextStore) => Value): Value | null {
    try {
      return act(this.#storage())
    } catch {
      return null
    }
  }
}

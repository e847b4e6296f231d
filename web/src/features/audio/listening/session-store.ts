import {
  type AudioSession,
  endedIds,
  type ListedCharge,
  parseSession,
  sessionIdFor,
  withCharge,
  withListed,
  withoutReadings,
} from './session-rules.ts'
import type { Track } from './track.ts'

type TextStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Who has paid for the readings of a session: a consumer in one login (decision A2). */
interface Listener {
  consumerId: number
  loginId: string
}

/**
 * The audio session of one consumer's login in one tab, kept in the tab's session storage so that a reload is never charged
 * again. After another login there is nothing of it: the list says what is charged, and the stream agrees. Storage that is closed counts as empty; the session then lasts as long as the page.
 */
export class AudioSessionStore {
  readonly #key: string
  readonly #loginId: string
  readonly #storage: () => TextStore
  readonly #newId: () => string
  readonly #listeners = new Set<() => void>()
  #session: AudioSession | null
  /** What an earlier page of this tab charged; the first list says whether the server knows it still. */
  #rememberedIds: readonly number[]

  constructor({ consumerId, loginId }: Listener, storage: () => TextStore, newId: () => string) {
    this.#loginId = loginId
    this.#key = `audio-session:${consumerId}`
    this.#storage = storage
    this.#newId = newId
    const stored = this.#safely((open) => open.getItem(this.#key))
    this.#session = parseSession(stored, loginId)
    if (stored !== null && !this.#session) this.#store()
    this.#rememberedIds = this.#session?.chargedIds ?? []
  }

  read = (): AudioSession | null => this.#session

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The session's id for the list that is about to load; makes one where there is none. */
  begin(): string {
    if (!this.#session) this.#keep({ id: this.#newId(), chargedIds: [], paidIn: {}, track: null })
    return this.#session?.id ?? ''
  }

  /** The id under which a reading plays or is charged; makes a session where there is none. */
  idFor(audioId: number): string {
    const id = this.begin()
    return this.#session ? sessionIdFor(this.#session, audioId) : id
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

  /** Takes in what a list says that was asked for with that id; ends what the server no longer knows as paid. */
  noteList(sessionId: string, rows: readonly ListedCharge[]): void {
    if (this.#session?.id !== sessionId) return
    this.#keep(withListed(this.#session, rows))
    const ended = endedIds(this.#session, this.#rememberedIds, rows)
    if (ended.length > 0) this.endReadings(ended)
  }

  /** The server says that readings are paid no more: their next charge has a new session. Others that were charged play on. */
  endReadings(audioIds: readonly number[]): void {
    this.#rememberedIds = this.#rememberedIds.filter((id) => !audioIds.includes(id))
    const next = this.#session && withoutReadings(this.#session, audioIds, this.#newId())
    if (next) this.#keep(next)
    else this.drop()
  }

  /** Ends the session; the next list makes a new one. */
  drop(): void {
    this.#rememberedIds = []
    this.#keep(null)
  }

  #keep(session: AudioSession | null) {
    if (session === this.#session) return
    this.#session = session
    this.#store()
    for (const listener of this.#listeners) listener()
  }

  #store() {
    const text = this.#session && JSON.stringify({ ...this.#session, loginId: this.#loginId })
    this.#safely((open) => (text ? open.setItem(this.#key, text) : open.removeItem(this.#key)))
  }

  #safely<Value>(act: (open: TextStore) => Value): Value | null {
    try {
      return act(this.#storage())
    } catch {
      return null
    }
  }
}

import { type PlaybackMemory, resumeSeconds, type Speed } from './playback-memory.ts'
import type { Track } from './track.ts'

/** `playing` also while the sound is still on its way: see `isBuffering`. */
export type PlaybackStatus = 'empty' | 'playing' | 'paused' | 'ended' | 'failed'

export interface PlaybackState {
  track: Track | null
  status: PlaybackStatus
  isBuffering: boolean
  positionSeconds: number
  durationSeconds: number
  speed: Speed
  /** Why it failed, for a person. */
  failure: string | null
}

interface PlaybackWiring {
  memory: PlaybackMemory
  /** Asks why a stream failed: a sentence, or null when the session is no longer paid for. */
  explain: (track: Track) => Promise<string | null>
  /** The server says that the session is over. */
  onUnpaid: (track: Track) => void
}

const SAVE_EVERY_SECONDS = 5
/** Dragging asks for many places; only where it rests is fetched. */
const SEEK_REST_MS = 120

const EMPTY = {
  track: null,
  status: 'empty',
  isBuffering: false,
  positionSeconds: 0,
  durationSeconds: 0,
} as const

/** One audio element and what is known of it: what plays, how far, how fast, and what went wrong. */
export class Playback {
  readonly element = document.createElement('audio')
  readonly #wiring: PlaybackWiring
  readonly #listeners = new Set<() => void>()
  #state: PlaybackState
  #savedSeconds = 0
  #startSeconds = 0
  #seeking: ReturnType<typeof setTimeout> | undefined

  constructor(wiring: PlaybackWiring) {
    this.#wiring = wiring
    this.#state = { ...EMPTY, speed: wiring.memory.speed(), failure: null }
    this.element.preload = 'auto'
    this.#listen()
  }

  read = (): PlaybackState => this.#state

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Takes a track up where it was left; plays it at once, or waits for play. */
  load(track: Track, { plays }: { plays: boolean }): void {
    this.save()
    const left = this.#wiring.memory.leftAtSeconds(track.audioId)
    this.#open(track, resumeSeconds(left, track.durationSeconds), plays)
  }

  play(): void {
    const { track, status } = this.#state
    if (!track) return
    if (status === 'ended') this.#jump(0)
    if (status === 'failed') this.retry()
    else void this.#play()
  }

  pause(): void {
    this.element.pause()
  }

  toggle(): void {
    if (this.#state.status === 'playing') this.pause()
    else this.play()
  }

  /** Opens the stream anew where it broke. */
  retry(): void {
    const { track, positionSeconds } = this.#state
    if (track) this.#open(track, positionSeconds, true)
  }

  seek(seconds: number): void {
    const { track, durationSeconds, status } = this.#state
    if (!track) return
    const to = Math.min(Math.max(0, seconds), durationSeconds)
    this.#change({ positionSeconds: to, ...(status === 'ended' ? { status: 'paused' as const } : {}) })
    clearTimeout(this.#seeking)
    this.#seeking = setTimeout(() => this.#jump(to), SEEK_REST_MS)
  }

  skip(seconds: number): void {
    this.seek(this.#state.positionSeconds + seconds)
  }

  setSpeed(speed: Speed): void {
    this.#wiring.memory.keepSpeed(speed)
    this.#change({ speed })
    this.#applySpeed()
  }

  /** Puts the track away; where it was left stays remembered. */
  clear(): void {
    this.save()
    clearTimeout(this.#seeking)
    this.#seeking = undefined
    this.#change({ ...EMPTY, failure: null })
    this.element.pause()
    this.element.removeAttribute('src')
    this.element.load()
  }

  #open(track: Track, fromSeconds: number, plays: boolean) {
    clearTimeout(this.#seeking)
    this.#seeking = undefined
    this.#startSeconds = fromSeconds
    this.#savedSeconds = fromSeconds
    const status = plays ? 'playing' : 'paused'
    const { durationSeconds } = track
    this.#change({
      track,
      status,
      durationSeconds,
      positionSeconds: fromSeconds,
      isBuffering: plays,
      failure: null,
    })
    this.element.preload = plays ? 'auto' : 'metadata'
    this.element.src = track.url
    this.#applySpeed()
    if (plays) void this.#play()
  }

  async #play() {
    this.#change({ status: 'playing', failure: null })
    try {
      await this.element.play()
    } catch (thrown) {
      // The browser wants a tap on the page first; every other failure comes as an event of its own.
      if (thrown instanceof DOMException && thrown.name === 'NotAllowedError') {
        this.#change({ status: 'paused', isBuffering: false })
      }
    }
  }

  #applySpeed() {
    // Opening a stream sets the speed back to the default one.
    this.element.defaultPlaybackRate = this.#state.speed
    this.element.playbackRate = this.#state.speed
  }

  #jump(seconds: number) {
    this.#seeking = undefined
    this.#startSeconds = seconds
    if (this.element.readyState >= HTMLMediaElement.HAVE_METADATA) this.element.currentTime = seconds
    this.#change({ positionSeconds: seconds })
    this.save()
  }

  #listen() {
    const { element } = this
    const on = (name: keyof HTMLMediaElementEventMap, act: () => void) =>
      element.addEventListener(name, () => {
        if (this.#state.track) act()
      })
    on('loadedmetadata', () => this.#measure())
    on('timeupdate', () => this.#advance())
    on('playing', () => this.#change({ status: 'playing', isBuffering: false }))
    on('waiting', () => this.#change({ isBuffering: this.#state.status === 'playing' }))
    on('canplay', () => this.#change({ isBuffering: false }))
    on('pause', () => {
      if (this.#state.status !== 'playing' || element.ended) return
      this.#change({ status: 'paused', isBuffering: false })
      this.save()
    })
    on('ended', () => {
      const { track, durationSeconds } = this.#state
      if (track) this.#wiring.memory.keepPosition(track.audioId, null)
      this.#change({ status: 'ended', isBuffering: false, positionSeconds: durationSeconds })
    })
    on('error', () => void this.#fail())
  }

  #measure() {
    const { duration } = this.element
    // In whole seconds, as the list has it.
    if (Number.isFinite(duration) && duration > 0) this.#change({ durationSeconds: Math.round(duration) })
    if (this.#startSeconds > 0) this.element.currentTime = this.#startSeconds
  }

  #advance() {
    const { element } = this
    if (this.#seeking !== undefined || element.seeking || this.#state.status !== 'playing') return
    this.#change({ positionSeconds: element.currentTime })
    if (Math.abs(element.currentTime - this.#savedSeconds) >= SAVE_EVERY_SECONDS) this.save()
  }

  async #fail() {
    const { track } = this.#state
    if (!track) return
    this.#change({ status: 'failed', isBuffering: false })
    this.save()
    const failure = await this.#wiring.explain(track)
    if (this.#state.track !== track || this.#state.status !== 'failed') return
    if (failure === null) this.#wiring.onUnpaid(track)
    else this.#change({ failure })
  }

  /** Remembers where the track is now. */
  save(): void {
    const { track, status, positionSeconds } = this.#state
    if (!track || status === 'ended') return
    this.#savedSeconds = positionSeconds
    this.#wiring.memory.keepPosition(track.audioId, positionSeconds)
  }

  #change(news: Partial<PlaybackState>) {
    this.#state = { ...this.#state, ...news }
    for (const listener of this.#listeners) listener()
  }
}

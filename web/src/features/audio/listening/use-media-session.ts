import { useEffect } from 'react'
import type { Playback, PlaybackState } from './playback.ts'

const SKIP_SECONDS = 15

/** Shows what plays on the lock screen and to headphones' buttons, and does what they ask. */
export function useMediaSession(playback: Playback): void {
  useEffect(() => {
    const media = navigator.mediaSession
    if (!media) return
    const actions: [MediaSessionAction, MediaSessionActionHandler][] = [
      ['play', () => playback.play()],
      ['pause', () => playback.pause()],
      ['stop', () => playback.pause()],
      ['seekbackward', ({ seekOffset }) => playback.skip(-(seekOffset ?? SKIP_SECONDS))],
      ['seekforward', ({ seekOffset }) => playback.skip(seekOffset ?? SKIP_SECONDS)],
      ['seekto', ({ seekTime }) => playback.seek(seekTime ?? 0)],
    ]
    for (const [name, act] of actions) setAction(media, name, act)
    let shown: PlaybackState | null = null
    const show = () => {
      const state = playback.read()
      showTrack(media, state, shown)
      shown = state
    }
    show()
    const stop = playback.subscribe(show)
    return () => {
      stop()
      for (const [name] of actions) setAction(media, name, null)
      media.metadata = null
      media.playbackState = 'none'
    }
  }, [playback])
}

function setAction(media: MediaSession, name: MediaSessionAction, act: MediaSessionActionHandler | null) {
  try {
    media.setActionHandler(name, act)
  } catch {
    // A browser without this action.
  }
}

function showTrack(media: MediaSession, state: PlaybackState, shown: PlaybackState | null) {
  const { track, status, positionSeconds, durationSeconds, speed } = state
  if (track !== shown?.track) {
    media.metadata =
      track &&
      new MediaMetadata({
        title: track.audioName,
        artist: track.signName,
        album: document.title.split(' - ').at(-1) ?? '',
        artwork: [{ src: '/icon-512.png', sizes: '512x512', type: 'image/png' }],
      })
  }
  if (status !== shown?.status) {
    media.playbackState = status === 'empty' ? 'none' : status === 'playing' ? 'playing' : 'paused'
  }
  const isMoved =
    Math.floor(positionSeconds) !== Math.floor(shown?.positionSeconds ?? -1) ||
    durationSeconds !== shown?.durationSeconds ||
    speed !== shown?.speed
  if (!isMoved || !media.setPositionState) return
  if (durationSeconds > 0) {
    const position = Math.min(positionSeconds, durationSeconds)
    media.setPositionState({ duration: durationSeconds, playbackRate: speed, position })
  } else media.setPositionState()
}

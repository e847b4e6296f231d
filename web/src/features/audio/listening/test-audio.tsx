import { streamConsumerAudio } from '@almanac/contract/audio'
import { IconPlayerPlayFilled, IconPlayerStopFilled, IconVolume } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { updateUser, useConsumerParams, useUser, verifySession } from '../../../api/session.ts'
import { endpointUrl } from '../../../api/url.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { showToast } from '../../../ui/toast-store.ts'
import { useAudioArea, useStoredSession } from './audio-context.ts'
import styles from './test-audio.module.css'

/** The free test audio: its button glows until it has been played once. */
export function TestAudio() {
  const { isTestAudioPlayed } = useUser()
  const { isPlaying, toggle } = useTestAudio()
  return (
    <div className={styles.test}>
      <Icon of={IconVolume} />
      <p>Check that you can hear us. The test audio is free.</p>
      <Button
        icon={isPlaying ? IconPlayerStopFilled : IconPlayerPlayFilled}
        className={isTestAudioPlayed ? undefined : styles.glowing}
        onClick={toggle}
      >
        {isPlaying ? 'Stop test audio' : 'Play test audio'}
      </Button>
    </div>
  )
}

function useTestAudio() {
  const consumer = useConsumerParams()
  const { playback } = useAudioArea()
  const session = useStoredSession()
  const element = useRef<HTMLAudioElement | null>(null)
  const [isPlaying, setIsPlaying] = useState(false)

  useEffect(() => {
    const stop = playback.subscribe(() => {
      if (playback.read().status === 'playing') element.current?.pause()
    })
    return () => {
      stop()
      element.current?.pause()
    }
  }, [playback])

  function open(): HTMLAudioElement {
    const audio = new Audio(
      endpointUrl(
        streamConsumerAudio,
        { ...consumer, audioId: 0 },
        { session: session?.id, isTestAudioPlayed: true },
      ),
    )
    audio.onplaying = () => {
      updateUser({ isTestAudioPlayed: true })
      void verifySession()
    }
    audio.onpause = () => setIsPlaying(false)
    return audio
  }

  async function play() {
    playback.pause()
    setIsPlaying(true)
    element.current = open()
    try {
      await element.current.play()
    } catch (thrown) {
      setIsPlaying(false)
      const isStopped = thrown instanceof DOMException && thrown.name === 'AbortError'
      if (!isStopped) showToast('error', 'The test audio could not be played. Please try again.')
    }
  }
  const toggle = () => (isPlaying ? element.current?.pause() : void play())
  return { isPlaying, toggle }
}

/** Whether the browser says that it can't play mp3 at all. */
const mayLackSupport = () => document.createElement('audio').canPlayType('audio/mpeg') === ''

/** Says so before a person pays for what she can't hear. */
export function SoundWarning() {
  if (!mayLackSupport()) return null
  return (
    <p className={styles.warning} role="alert">
      Your browser may not support audio. Play the test audio before you use tokens.
    </p>
  )
}

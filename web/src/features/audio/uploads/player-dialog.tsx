import { type CustomerAudio, streamAudio } from '@almanac/contract/audio'
import { formatDuration } from '@almanac/contract/duration'
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTenantParams } from '../../../api/session.ts'
import { endpointUrl } from '../../../api/url.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { SeekRule } from '../../../ui/graduated-rule.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { secondsOfDuration } from '../listening/reading-rules.ts'
import styles from './uploads.module.css'

interface AudioPlayerDialogProps {
  audio: CustomerAudio
  onClose: () => void
}

/** Plays a reading for its operator, from the moment it opens. */
export function AudioPlayerDialog({ audio, onClose }: AudioPlayerDialogProps) {
  const params = useTenantParams()
  const player = useRef<HTMLAudioElement>(null)
  const [isPlaying, setIsPlaying] = useState(false)
  const [elapsedSeconds, setElapsedSeconds] = useState(0)
  const [hasFailed, setHasFailed] = useState(false)
  const durationSeconds = secondsOfDuration(audio.duration)

  function toggle() {
    // A browser that wants another click before it plays leaves the button at Play.
    if (isPlaying) player.current?.pause()
    else player.current?.play().catch(() => undefined)
  }
  function seek(seconds: number) {
    if (player.current) player.current.currentTime = seconds
    setElapsedSeconds(seconds)
  }
  function retry() {
    setHasFailed(false)
    player.current?.load()
  }

  return (
    <Dialog opened title={audio.audioName} size="middle" onClose={onClose}>
      {/* biome-ignore lint/a11y/useMediaCaption: a reading has no captions */}
      <audio
        ref={player}
        src={endpointUrl(streamAudio, { ...params, audioId: audio.id })}
        autoPlay
        onPlay={() => setIsPlaying(true)}
        onPause={() => setIsPlaying(false)}
        onTimeUpdate={(event) => setElapsedSeconds(event.currentTarget.currentTime)}
        onError={() => setHasFailed(true)}
      />
      {hasFailed ? (
        <ErrorState message="This audio cannot be played right now." onRetry={retry} />
      ) : (
        <div className={`night ${styles.player}`}>
          <button
            type="button"
            data-autofocus
            className={styles.play}
            aria-label={isPlaying ? 'Pause' : 'Play'}
            onClick={toggle}
          >
            <Icon of={isPlaying ? IconPlayerPauseFilled : IconPlayerPlayFilled} size={24} />
          </button>
          <SeekRule
            durationSeconds={durationSeconds}
            elapsedSeconds={Math.min(elapsedSeconds, durationSeconds)}
            onSeek={seek}
          />
          <span className={`num ${styles.times}`}>
            <span>{formatDuration(elapsedSeconds)}</span>
            <span>{audio.duration}</span>
          </span>
        </div>
      )}
    </Dialog>
  )
}

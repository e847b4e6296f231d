import { formatDuration } from '@almanac/contract/duration'
import {
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconRefresh,
  IconRewindBackward15,
  IconRewindForward15,
  IconRotateClockwise,
  IconX,
} from '@tabler/icons-react'
import { classNames } from '../../../ui/class-names.ts'
import { SeekRule } from '../../../ui/graduated-rule.tsx'
import { Icon, type IconShape } from '../../../ui/icon.tsx'
import { PendingTicks } from '../../../ui/pending-ticks.tsx'
import { useTooltip } from '../../../ui/tooltip.tsx'
import { useAudioArea, usePlayback } from './audio-context.ts'
import type { PlaybackStatus } from './playback.ts'
import { parseSpeed, SPEEDS } from './playback-memory.ts'
import styles from './player-controls.module.css'

interface ControlProps {
  label: string
  /** The tooltip's words; the label by default. */
  tip?: string
  icon: IconShape
  className?: string | undefined
  pending?: boolean
  onClick: () => void
}

/** A round control of the player. */
export function Control({ label, tip, icon, className, pending = false, onClick, ...rest }: ControlProps) {
  const tooltip = useTooltip(tip ?? label)
  return (
    <>
      <button
        {...rest}
        type="button"
        className={classNames(styles.control, className)}
        aria-label={label}
        aria-busy={pending || undefined}
        onClick={onClick}
        {...tooltip.handlers}
      >
        {pending ? <PendingTicks /> : <Icon of={icon} size={24} />}
      </button>
      {tooltip.tip}
    </>
  )
}

const PLAY_FACES: Record<PlaybackStatus, { label: string; icon: IconShape }> = {
  empty: { label: 'Play', icon: IconPlayerPlayFilled },
  paused: { label: 'Play', icon: IconPlayerPlayFilled },
  playing: { label: 'Pause', icon: IconPlayerPauseFilled },
  ended: { label: 'Play again', icon: IconRotateClockwise },
  failed: { label: 'Try again', icon: IconRefresh },
}

/** Play, pause, again: the one gold control. */
export function PlayControl() {
  const { playback } = useAudioArea()
  const status = usePlayback((state) => state.status)
  const isBuffering = usePlayback((state) => state.isBuffering)
  const face = PLAY_FACES[status]
  return (
    <Control
      label={face.label}
      tip={`${face.label} (Space)`}
      icon={face.icon}
      className={styles.big}
      pending={isBuffering}
      onClick={() => playback.toggle()}
    />
  )
}

/** Fifteen seconds back or forward. */
export function SkipControl({ seconds }: { seconds: 15 | -15 }) {
  const { playback } = useAudioArea()
  return (
    <Control
      label={seconds < 0 ? 'Back 15 seconds' : 'Forward 15 seconds'}
      icon={seconds < 0 ? IconRewindBackward15 : IconRewindForward15}
      onClick={() => playback.skip(seconds)}
    />
  )
}

/** How fast it plays. */
export function SpeedControl() {
  const { playback } = useAudioArea()
  const speed = usePlayback((state) => state.speed)
  return (
    <select
      className={classNames(styles.control, styles.speed)}
      aria-label="Speed"
      value={speed}
      onChange={(event) => playback.setSpeed(parseSpeed(event.target.value))}
    >
      {SPEEDS.map((choice) => (
        <option key={choice} value={choice}>
          {choice}×
        </option>
      ))}
    </select>
  )
}

/** Ends the audio session, once that is confirmed. */
export function EndControl() {
  const { confirmLeave } = useAudioArea()
  return <Control label="End audio session" icon={IconX} onClick={() => void confirmLeave()} />
}

/** The graduated rule that one seeks on. */
export function Position() {
  const { playback } = useAudioArea()
  const position = usePlayback((state) => Math.floor(state.positionSeconds))
  const duration = usePlayback((state) => state.durationSeconds)
  return (
    <SeekRule
      durationSeconds={duration}
      elapsedSeconds={position}
      onSeek={(seconds) => playback.seek(seconds)}
    />
  )
}

/** `2:57` and `4:38`, as words between them would have it. */
export function useTimes(): { elapsed: string; total: string } {
  const position = usePlayback((state) => Math.floor(state.positionSeconds))
  const duration = usePlayback((state) => state.durationSeconds)
  return { elapsed: formatDuration(position), total: formatDuration(duration) }
}

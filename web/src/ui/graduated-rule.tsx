import { formatDuration } from '@almanac/contract/duration'
import { useMemo } from 'react'
import styles from './graduated-rule.module.css'
import { ruleTicks, tickPath } from './rule-ticks.ts'

interface GraduatedRuleProps {
  durationSeconds: number
  /** What has run: these ticks are gold. */
  elapsedSeconds?: number
}

/** Room at both ends for half of the outermost ticks, as a part of the whole. */
const EDGE = 1 / 280

/** Time as a row of ticks: short every 5 s, longer every 30 s, longest every minute. Height by `--rule-height`. */
export function GraduatedRule({ durationSeconds, elapsedSeconds = 0 }: GraduatedRuleProps) {
  const ticks = useMemo(() => ruleTicks(durationSeconds), [durationSeconds])
  const split = ticks.findIndex((tick) => tick.at > elapsedSeconds)
  const length = Math.max(1, durationSeconds)
  const run = elapsedSeconds <= 0 ? 0 : split < 0 ? ticks.length : split
  return (
    <svg
      className={styles.rule}
      viewBox={`${-EDGE * length} 0 ${(1 + 2 * EDGE) * length} 30`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path className={styles.rest} d={tickPath(ticks.slice(run))} />
      <path className={styles.run} d={tickPath(ticks.slice(0, run))} />
    </svg>
  )
}

/** Seconds that a key moves; Home and End are the browser's own. */
const KEY_STEPS = new Map([
  ['ArrowRight', 5],
  ['ArrowUp', 5],
  ['ArrowLeft', -5],
  ['ArrowDown', -5],
  ['PageUp', 30],
  ['PageDown', -30],
])

interface SeekRuleProps extends GraduatedRuleProps {
  elapsedSeconds: number
  onSeek: (seconds: number) => void
  label?: string
  disabled?: boolean
}

/** The graduated rule as a seek bar: a slider; arrow keys move five seconds, Page Up and Page Down thirty. */
export function SeekRule(props: SeekRuleProps) {
  const { durationSeconds, elapsedSeconds, onSeek, label = 'Position', disabled } = props
  return (
    <div className={styles.seek}>
      <GraduatedRule durationSeconds={durationSeconds} elapsedSeconds={elapsedSeconds} />
      <input
        type="range"
        min={0}
        max={Math.max(1, Math.floor(durationSeconds))}
        step={1}
        value={Math.floor(elapsedSeconds)}
        disabled={disabled}
        aria-label={label}
        aria-valuetext={`${formatDuration(elapsedSeconds)} of ${formatDuration(durationSeconds)}`}
        onChange={(event) => onSeek(Number(event.target.value))}
        onKeyDown={(event) => {
          const step = KEY_STEPS.get(event.key)
          if (step === undefined) return
          event.preventDefault()
          onSeek(Math.min(durationSeconds, Math.max(0, elapsedSeconds + step)))
        }}
      />
    </div>
  )
}

/** Progress in percent as ticks that turn gold. On another ground than a leaf, say which in `--ground`. */
export function ProgressRule({ percent, label }: { percent: number; label: string }) {
  return <progress className={styles.progress} max={100} value={percent} aria-label={label} />
}

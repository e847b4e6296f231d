import type { ConsumerAudio } from '@almanac/contract/audio'
import { IconCheck, IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import { classNames } from '../../../ui/class-names.ts'
import { formatCalendarDay } from '../../../ui/format.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { TokenAmount } from '../../../ui/token.tsx'
import { usePlayback } from './audio-context.ts'
import styles from './reading-row.module.css'
import type { RowState } from './reading-rules.ts'

interface ReadingRowProps {
  audio: ConsumerAudio
  state: RowState
  priceTokens: number
  onPlay: () => void
}

/** One reading: play, name, date, length, and what it costs or that it is charged. */
export function ReadingRow({ audio, state, priceTokens, onPlay }: ReadingRowProps) {
  const isOn = usePlayback(({ track }) => track?.audioId === audio.id)
  const isPlaying = usePlayback(({ status }) => status === 'playing') && isOn
  return (
    <li className={classNames(styles.row, isOn && styles.on)}>
      <button
        type="button"
        className={styles.play}
        aria-label={`${isPlaying ? 'Pause' : 'Play'} ${audio.audioName}`}
        onClick={onPlay}
      >
        <Icon of={isPlaying ? IconPlayerPauseFilled : IconPlayerPlayFilled} />
      </button>
      <div className={styles.what}>
        <h2>{audio.audioName}</h2>
        <p className="num">
          <span>{formatCalendarDay(audio.releaseDate)}</span>
          <span>{audio.duration}</span>
        </p>
      </div>
      <p className={styles.cost}>
        {state.isNew && (
          <span className={styles.new}>
            <Tag kind="gold">New</Tag>
          </span>
        )}
        <Cost isCharged={state.isCharged} priceTokens={priceTokens} />
      </p>
    </li>
  )
}

function Cost({ isCharged, priceTokens }: { isCharged: boolean; priceTokens: number }) {
  if (priceTokens === 0) return <span className={styles.free}>Free</span>
  if (!isCharged) return <TokenAmount tokens={priceTokens} />
  return (
    <Tag kind="good" icon={IconCheck}>
      Charged
    </Tag>
  )
}

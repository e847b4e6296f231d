import { SignIcon } from '../../../ui/sign-icon.tsx'
import { usePlayback } from './audio-context.ts'
import { Dial } from './dial.tsx'
import { EndControl, PlayControl, Position, SkipControl, SpeedControl, useTimes } from './player-controls.tsx'
import styles from './player-face.module.css'

/** The whole player: dial, name, rule, times and every control. Fills its place from top to bottom. */
export function PlayerFace() {
  const track = usePlayback((state) => state.track)
  const part = usePlayback((state) => Math.floor(state.positionSeconds) / state.durationSeconds)
  const { elapsed, total } = useTimes()
  if (!track) return null
  return (
    <div className={styles.face}>
      <Dial part={part}>
        <SignIcon name={track.signName} logoUrl={track.signLogoUrl} size={88} />
      </Dial>
      <div className={styles.names}>
        <h2>{track.audioName}</h2>
        <p>{track.signName}</p>
      </div>
      <Position />
      <p className={styles.times}>
        <b>{elapsed}</b>
        <span>{total}</span>
      </p>
      <div className={styles.controls}>
        <SpeedControl />
        <SkipControl seconds={-15} />
        <PlayControl />
        <SkipControl seconds={15} />
        <EndControl />
      </div>
      <Note />
    </div>
  )
}

/** What failed, or what was paid for. */
function Note() {
  const failure = usePlayback((state) => state.failure)
  return (
    <div className={styles.note}>
      {failure ? (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      ) : (
        <p>Charged once for this session. Play it again as often as you like until you leave.</p>
      )}
    </div>
  )
}

import { SignIcon } from '../../../ui/sign-icon.tsx'
import { usePlayback } from './audio-context.ts'
import { Dial } from './dial.tsx'
import styles from './player-column.module.css'
import { PlayerFace } from './player-face.tsx'

interface PlayerColumnProps {
  signName: string
  signLogoUrl: string | null
}

/** The player beside the readings on a wide screen; it holds its place while nothing plays. */
export function PlayerColumn({ signName, signLogoUrl }: PlayerColumnProps) {
  const isEmpty = usePlayback((state) => state.status === 'empty')
  return (
    <section className={`night ${styles.column}`} aria-label="Player">
      <div className={styles.inside}>
        {isEmpty ? (
          <div className={styles.empty}>
            <Dial part={0}>
              <SignIcon name={signName} logoUrl={signLogoUrl} size={88} />
            </Dial>
            <p className={styles.invitation}>Choose a reading</p>
            <p>
              It plays here, and goes on at Daily Sunbursts and Support. Choosing another sign ends the
              session; we ask first.
            </p>
          </div>
        ) : (
          <PlayerFace />
        )}
      </div>
    </section>
  )
}

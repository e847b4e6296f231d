import styles from './moon.module.css'
import { moonName, moonPath } from './moon-path.ts'

interface MoonProps {
  /** 0 new, 0.25 first quarter, 0.5 full, 0.75 last quarter. */
  phase: number
  size?: number
}

/** The Moon in its phase: an outline, the lit part in gold. */
export function Moon({ phase, size = 36 }: MoonProps) {
  return (
    <svg
      className={styles.moon}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      role="img"
      aria-label={moonName(phase)}
    >
      <circle className={styles.disc} cx="12" cy="12" r="10.5" />
      {moonName(phase) !== 'New Moon' && <path className={styles.lit} d={moonPath(phase)} />}
    </svg>
  )
}

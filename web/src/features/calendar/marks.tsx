import type { CalendarText } from '@almanac/contract/calendar'
import { classNames } from '../../ui/class-names.ts'
import styles from './marks.module.css'

interface SunburstMarkProps {
  /** Its fate; `missing` where there is none and should be one. */
  of: CalendarText['status'] | 'missing'
  /** In px. */
  size?: number
}

/** A Sunburst as a moon: open until it is sent, half while it is, then full; struck where it was missed. */
export function SunburstMark({ of, size = 16 }: SunburstMarkProps) {
  return (
    <svg
      className={classNames(styles.mark, styles[of])}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      aria-hidden="true"
    >
      <circle cx="8" cy="8" r="5.75" />
      {of === 'sending' && <path className={styles.lit} d="M8 2.25a5.75 5.75 0 0 1 0 11.5z" />}
      {of === 'missed' && <path d="M2.25 13.75l11.5-11.5" />}
      {of === 'missing' && <path className={styles.plus} d="M8 5.5v5M5.5 8h5" />}
    </svg>
  )
}

import styles from './button.module.css'
import { classNames } from './class-names.ts'

const DELAYS = [0, 1, 2, 3, 4, 5, 6]

/** The row of seven as ticks that run: something is under way. Decoration; the words are beside it. */
export function PendingTicks({ under = false }: { under?: boolean }) {
  return (
    <span className={classNames(styles.ticks, under && styles.under)} aria-hidden="true">
      {DELAYS.map((step) => (
        <i key={step} style={{ animationDelay: `${step * 0.15 - 1.05}s` }} />
      ))}
    </span>
  )
}

import type { ReactNode } from 'react'
import styles from './states.module.css'

interface EmptyStateProps {
  /** One sentence: what would stand here. */
  children: ReactNode
  /** One Button that fills the place. */
  action?: ReactNode
}

/** A list without entries: an outline moon, a sentence and one action. */
export function EmptyState({ children, action }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      <svg className={styles.moon} width="40" height="40" viewBox="0 0 24 24" aria-hidden="true">
        <circle cx="12" cy="12" r="10.5" />
        <path d="M12 1.5a10.5 10.5 0 0 1 0 21a8.1 10.5 0 0 0 0-21z" />
      </svg>
      <p className={styles.words}>{children}</p>
      {action}
    </div>
  )
}

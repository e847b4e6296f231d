import { IconAlertCircle, IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import styles from './states.module.css'

interface ErrorStateProps {
  /** The server's sentence. */
  message: ReactNode
  onRetry?: () => void
  /** The retry is under way. */
  pending?: boolean
}

/** Something could not be shown: why, and Try again. */
export function ErrorState({ message, onRetry, pending }: ErrorStateProps) {
  return (
    <div className={styles.state} role="alert">
      <span className={styles.bad}>
        <Icon of={IconAlertCircle} size={24} />
      </span>
      <p className={styles.words}>{message}</p>
      {onRetry && (
        <Button icon={IconRefresh} onClick={onRetry} pending={pending}>
          Try again
        </Button>
      )}
    </div>
  )
}

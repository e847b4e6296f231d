import { IconAlertCircle } from '@tabler/icons-react'
import { Icon } from './icon.tsx'
import styles from './refusal-note.module.css'

/** Why what a form asks for was not done, or that nobody knows yet; stands in the form as long as that is so. */
export function RefusalNote({ children }: { children: string | false | null }) {
  if (!children) return null
  return (
    <p className={styles.refused} role="alert">
      <Icon of={IconAlertCircle} />
      {children}
    </p>
  )
}

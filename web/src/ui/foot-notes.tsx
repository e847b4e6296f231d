import type { ReactNode } from 'react'
import styles from './foot-notes.module.css'

/** Paragraphs under a screen that say how it works; two stand side by side where there is room, three where there is more. */
export function FootNotes({ children }: { children: ReactNode }) {
  return <div className={styles.notes}>{children}</div>
}

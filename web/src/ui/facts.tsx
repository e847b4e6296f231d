import type { ReactNode } from 'react'
import styles from './facts.module.css'

/** What is known of a thing: a line for each, its name at the left and its value at the right. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>
}

interface FactProps {
  label: string
  /** The figure that it comes to. */
  isTotal?: boolean
  children: ReactNode
}

/** One line of `Facts`. */
export function Fact({ label, isTotal, children }: FactProps) {
  return (
    <div className={isTotal ? styles.total : undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

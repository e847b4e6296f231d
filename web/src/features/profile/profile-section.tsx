import { type ReactNode, useId } from 'react'
import styles from './profile-page.module.css'

interface ProfileSectionProps {
  title: string
  /** Beneath the title: buttons or links. */
  acts?: ReactNode
  children: ReactNode
}

/** One entry of the profile's ledger: its title at the left, what it holds at the right, a hairline above. */
export function ProfileSection({ title, acts, children }: ProfileSectionProps) {
  const titleId = useId()
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <div className={styles.sectionHead}>
        <h2 id={titleId}>{title}</h2>
        {acts}
      </div>
      <div className={styles.sectionBody}>{children}</div>
    </section>
  )
}

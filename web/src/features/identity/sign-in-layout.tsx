import type { ReactNode } from 'react'
import { HouseMark } from '../../landing/drawings.tsx'
import { OfflineBar } from '../../ui/offline-bar.tsx'
import styles from './sign-in-layout.module.css'
import { SignRing } from './sign-ring.tsx'

interface SignInLayoutProps {
  companyName: string
  logoUrl?: string | null | undefined
  /** The page the server renders behind the brand. */
  homeHref: string
  /** One sentence on the night side. */
  line: string
  children: ReactNode
}

/** Night with the wheel of signs at the left, paper with the form at the right; on a phone night is the masthead. */
export function SignInLayout({ companyName, logoUrl, homeHref, line, children }: SignInLayoutProps) {
  return (
    <div className={styles.split}>
      <header className={`night ${styles.night}`}>
        <a className={styles.brand} href={homeHref} aria-label={companyName || 'Start page'}>
          {logoUrl ? <img src={logoUrl} alt="" /> : <HouseMark />}
          <span>{companyName}</span>
        </a>
        <SignRing className={styles.ring} />
        <p>{line}</p>
      </header>
      <main className={styles.pane}>
        <div className={styles.bar}>
          <OfflineBar />
        </div>
        {children}
      </main>
    </div>
  )
}

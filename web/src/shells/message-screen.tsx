import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Button } from '../ui/button.tsx'
import { usePageTitle } from '../ui/site-title.ts'
import { Brand } from './brand.tsx'
import styles from './message-screen.module.css'

interface MessageScreenProps {
  title: string
  children: ReactNode
  actions?: ReactNode
}

const PRODUCT = { companyName: 'Almanac' }

/** A whole page with one thing to say: not found, something failed. */
export function MessageScreen({ title, children, actions }: MessageScreenProps) {
  usePageTitle(title)
  return (
    <div className={styles.screen}>
      <header>
        <Brand tenant={PRODUCT} to="/" />
      </header>
      <main className={styles.body}>
        <svg className={styles.dial} viewBox="-50 -50 100 100" aria-hidden="true">
          <circle
            className={styles.ticks}
            r="42"
            pathLength="60"
            strokeWidth="6"
            strokeDasharray=".16 .84"
            strokeDashoffset=".08"
          />
          <circle
            className={styles.ticks}
            r="40"
            pathLength="12"
            strokeWidth="11"
            strokeDasharray=".04 .96"
            strokeDashoffset=".02"
          />
          <path className={styles.hand} d="M0 8V-28" transform="rotate(35)" />
        </svg>
        <h1>{title}</h1>
        <p>{children}</p>
        {actions && <div className={styles.actions}>{actions}</div>}
      </main>
    </div>
  )
}

/** The screen of an address that leads nowhere, and of a tenant that doesn't exist. */
export function NotFoundScreen() {
  return (
    <MessageScreen
      title="404 Page Not Found!"
      actions={
        <Button component={Link} to="/" kind="prime">
          Go to the start page
        </Button>
      }
    >
      There is no page at this address. It may have moved, or the link may be mistyped.
    </MessageScreen>
  )
}

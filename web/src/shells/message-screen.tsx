import type { ReactNode } from 'react'
import { EmptyWheel } from '../landing/drawings.tsx'
import { usePageTitle } from '../ui/site-title.ts'
import { Brand } from './brand.tsx'
import styles from './message-screen.module.css'
import type { ShellTenant } from './shell-types.ts'

interface MessageScreenProps {
  title: string
  children: ReactNode
  actions?: ReactNode
  /** Whose brand it carries: the product's own where none is given; null while it is not known yet. */
  tenant?: ShellTenant | null
  /** Where the brand leads. */
  homeTo?: string
}

export const PRODUCT: ShellTenant = { companyName: 'Almanac' }

/** A whole page with one thing to say: not found, something failed. The server's own is `web/src/landing/plain-page.tsx`. */
export function MessageScreen({
  title,
  children,
  actions,
  tenant = PRODUCT,
  homeTo = '/',
}: MessageScreenProps) {
  usePageTitle(title)
  return (
    <div className={`night ${styles.screen}`}>
      <header className={styles.bar}>{tenant && <Brand tenant={tenant} to={homeTo} />}</header>
      <main className={styles.body}>
        <h1>{title}</h1>
        <p>{children}</p>
        {actions && <div className={styles.actions}>{actions}</div>}
      </main>
      <EmptyWheel className={styles.wheel ?? ''} />
    </div>
  )
}

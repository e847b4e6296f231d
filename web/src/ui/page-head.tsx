import type { ReactNode } from 'react'
import styles from './page-head.module.css'
import { usePageTitle } from './site-title.ts'

interface PageHeadProps {
  title: ReactNode
  /** The browser tab's words; `title` when that is text. */
  tabTitle?: string
  /** A sentence under the title. */
  text?: ReactNode
  /** A sign or logo before the title. */
  mark?: ReactNode
  /** A way back, above the title: a bare Button. */
  back?: ReactNode
  /** At the right, under the title on a phone: buttons, tabs, a range. */
  children?: ReactNode
}

/** The page's title over the double rule; also names the browser tab. */
export function PageHead({ title, tabTitle, text, mark, back, children }: PageHeadProps) {
  usePageTitle(tabTitle ?? (typeof title === 'string' ? title : undefined))
  return (
    <>
      {back && <div className={styles.back}>{back}</div>}
      <div className={styles.head}>
        <div className={styles.title}>
          <h1>
            {mark}
            {title}
          </h1>
          {text && <p>{text}</p>}
        </div>
        {children && <div className={styles.slot}>{children}</div>}
      </div>
    </>
  )
}

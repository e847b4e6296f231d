import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import styles from './notice-bar.module.css'
import { useFocusGoesOn } from './use-focus-goes-on.ts'

interface NoticeBarProps {
  /** A sentence, with a link to where something can be done about it. */
  children: ReactNode
  /** A button at the end. */
  action?: ReactNode
}

/** A line under the header about what waits for somebody on another screen. Whoever shows it stands in a `status`. */
export function NoticeBar({ children, action }: NoticeBarProps) {
  return (
    <div
      ref={useFocusGoesOn<HTMLDivElement>()}
      className={classNames(styles.bar, Boolean(action) && styles.withAction)}
    >
      <Icon of={IconAlertCircle} />
      <p>{children}</p>
      {action}
    </div>
  )
}

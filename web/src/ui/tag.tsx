import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon, type IconShape } from './icon.tsx'
import styles from './tag.module.css'

interface TagProps {
  /** `gold` is New, `good` is Charged, `plain` the rest. */
  kind?: 'plain' | 'gold' | 'good' | 'warn' | 'bad'
  icon?: IconShape
  children: ReactNode
}

/** A word about a row's state. */
export function Tag({ kind = 'plain', icon, children }: TagProps) {
  return (
    <span className={classNames(styles.tag, kind !== 'plain' && styles[kind])}>
      {icon && <Icon of={icon} size={16} />}
      {children}
    </span>
  )
}

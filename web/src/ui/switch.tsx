import type { ComponentPropsWithRef, ReactNode } from 'react'
import styles from './choice.module.css'
import { classNames } from './class-names.ts'

type SwitchProps = {
  label: ReactNode
  /** A second, quiet line beneath the label. */
  detail?: ReactNode
} & Omit<ComponentPropsWithRef<'input'>, 'type' | 'role'>

/** Something that is on or off at once, without a Save: label left, switch right. */
export function Switch({ label, detail, className, ...input }: SwitchProps) {
  return (
    <label className={classNames(styles.switchRow, className)}>
      <span>
        {label}
        {detail && <small>{detail}</small>}
      </span>
      {/* biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox tells its own state */}
      <input {...input} type="checkbox" role="switch" className={styles.switch} />
    </label>
  )
}

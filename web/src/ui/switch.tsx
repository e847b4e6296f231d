import type { ChangeEvent, ComponentPropsWithRef, ReactNode } from 'react'
import styles from './choice.module.css'
import { classNames } from './class-names.ts'

type SwitchProps = {
  label: ReactNode
  /** A second, quiet line beneath the label. */
  detail?: ReactNode
  /** What was chosen is on its way to the server: presses do nothing until then. */
  pending?: boolean
} & Omit<ComponentPropsWithRef<'input'>, 'type' | 'role'>

/** Something that is on or off at once, without a Save: label left, switch right. */
export function Switch({ label, detail, pending = false, className, ...input }: SwitchProps) {
  function change(event: ChangeEvent<HTMLInputElement>) {
    if (!pending) input.onChange?.(event)
  }
  return (
    <label className={classNames(styles.switchRow, pending && styles.busy, className)}>
      <span>
        {label}
        {detail && <small>{detail}</small>}
      </span>
      <input
        {...input}
        onChange={change}
        aria-disabled={pending || undefined}
        aria-busy={pending || undefined}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox tells its own state
        role="switch"
        className={styles.switch}
      />
    </label>
  )
}

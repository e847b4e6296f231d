import type { ComponentPropsWithRef, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './form-frame.module.css'

type FormFrameProps = {
  /** `narrow` is one column, `middle` two of short fields, `broad` two with room, `whole` what has forms in it. */
  size?: 'narrow' | 'middle' | 'broad' | 'whole'
} & ComponentPropsWithRef<'form'>

/** A form that is no dialog: its width, and the space between its fields. Checks are our own, in our words. */
export function FormFrame({ size = 'narrow', className, ...form }: FormFrameProps) {
  return <form noValidate {...form} className={classNames(styles.form, styles[size], className)} />
}

/** Two columns where there is room for them. */
export function FormFields({ children }: { children: ReactNode }) {
  return <div className={styles.fields}>{children}</div>
}

/** What takes both columns. */
export function Across({ children }: { children: ReactNode }) {
  return <div className={styles.across}>{children}</div>
}

/**
 * The buttons at a form's end, at its left: Cancel or what else is quiet first, the main act last; stacked on a phone, the
 * main act on top. Dialogs have their own, in the same order.
 */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}

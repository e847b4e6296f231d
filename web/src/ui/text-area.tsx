import type { ComponentPropsWithRef, ReactNode } from 'react'
import { afterPress } from './after-press.ts'
import styles from './field.module.css'
import { Field, type FieldProps } from './field.tsx'

type TextAreaProps = FieldProps & {
  value: string
  /** Says how full the field is; gets the number of characters. */
  counter?: (length: number) => ReactNode
} & Omit<ComponentPropsWithRef<'textarea'>, 'value'>

/** Several lines of text, with a counter beneath where one is given. */
export function TextArea({ label, hideLabel, hint, error, className, id, counter, ...area }: TextAreaProps) {
  const aside = counter && <span className={`${styles.hint} num`}>{counter(area.value.length)}</span>
  return (
    <Field {...{ label, hideLabel, hint, error, className, id, aside }}>
      {(control) => (
        <textarea {...area} {...control} onBlur={afterPress(area.onBlur)} className={styles.input} />
      )}
    </Field>
  )
}

import type { ComponentPropsWithRef, ReactNode } from 'react'
import { afterPress } from './after-press.ts'
import styles from './field.module.css'
import { Field, type FieldProps } from './field.tsx'

type TextAreaProps = FieldProps & {
  value: string
  /** Says how full the field is; gets the number of characters. */
  counter?: (length: number) => ReactNode
} & Omit<ComponentPropsWithRef<'textarea'>, 'value'>

/** As the rules of the contract count them: a character beyond the first plane is one, not two. */
function countCharacters(text: string): number {
  return [...text].length
}

/** Several lines of text, with a counter beneath where one is given. */
export function TextArea(props: TextAreaProps) {
  const { label, hideLabel, optional, hint, error, className, id, counter, ...area } = props
  const aside = counter && (
    <span className={`${styles.hint} num`}>{counter(countCharacters(area.value))}</span>
  )
  return (
    <Field {...{ label, hideLabel, optional, hint, error, className, id, aside }}>
      {(control) => (
        <textarea {...area} {...control} onBlur={afterPress(area.onBlur)} className={styles.input} />
      )}
    </Field>
  )
}

import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'
import styles from './choice.module.css'
import { classNames } from './class-names.ts'
import { FieldNote } from './field.tsx'

type CheckboxProps = {
  label: ReactNode
  /** A second, quiet line in the label. */
  detail?: ReactNode
  error?: ReactNode
} & Omit<ComponentPropsWithRef<'input'>, 'type'>

/** A box to tick; `checked` and `onChange` as on `<input>`. */
export function Checkbox({ label, detail, error, className, ...input }: CheckboxProps) {
  const noteId = useId()
  return (
    <label className={classNames(styles.choice, className)}>
      <input
        {...input}
        type="checkbox"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? noteId : input['aria-describedby']}
      />
      <span className={styles.text}>
        {label}
        {detail && <small>{detail}</small>}
      </span>
      {error && (
        <span className={styles.note}>
          <FieldNote id={noteId} error={error} />
        </span>
      )}
    </label>
  )
}

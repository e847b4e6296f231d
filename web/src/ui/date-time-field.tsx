import { lazy, Suspense } from 'react'
import type { DateRangeFieldProps, DateTimeFieldProps } from './date-field-props.ts'
import styles from './field.module.css'
import { Field, type FieldProps } from './field.tsx'

/** The calendar and all it needs are a chunk of their own, loaded when the first such field is shown. */
const Pickers = {
  time: lazy(() => import('./date-time-picker.tsx')),
  range: lazy(() => import('./date-range-picker.tsx')),
}

/** A day and a time to the minute, chosen in a picker only. */
export function DateTimeField(props: DateTimeFieldProps) {
  return (
    <Suspense fallback={<Waiting {...props} />}>
      <Pickers.time {...props} />
    </Suspense>
  )
}

/** A first and a last day in one calendar. */
export function DateRangeField(props: DateRangeFieldProps) {
  return (
    <Suspense fallback={<Waiting {...props} />}>
      <Pickers.range {...props} />
    </Suspense>
  )
}

function Waiting({ label, hideLabel, hint, className }: FieldProps) {
  return (
    <Field {...{ label, hideLabel, hint, className }}>
      {(control) => <input {...control} className={styles.input} disabled aria-busy="true" />}
    </Field>
  )
}

import { lazy, Suspense } from 'react'
import styles from './field.module.css'
import { Field, type FieldProps } from './field.tsx'

/** The calendar and all it needs are a chunk of their own, loaded when the first such field is shown. */
const Pickers = {
  time: lazy(() => import('./date-time-picker.tsx')),
  range: lazy(() => import('./date-range-picker.tsx')),
}

export interface DateTimeFieldProps extends FieldProps {
  /** `YYYY-MM-DD HH:mm` on the wall of the zone that the screen names, or null. */
  value: string | null
  onChange: (value: string | null) => void
  /** Earliest and latest choice, `YYYY-MM-DD HH:mm`. */
  min?: string
  max?: string
  disabled?: boolean
}

/** A day and a time to the minute, chosen in a picker only. */
export function DateTimeField(props: DateTimeFieldProps) {
  return (
    <Suspense fallback={<Waiting {...props} />}>
      <Pickers.time {...props} />
    </Suspense>
  )
}

export interface DateRangeFieldProps extends FieldProps {
  /** Two calendar days `YYYY-MM-DD`, both inclusive; null while one is not chosen. */
  value: [string | null, string | null]
  onChange: (value: [string | null, string | null]) => void
  min?: string
  max?: string
  disabled?: boolean
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

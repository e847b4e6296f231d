import { type ComponentType, lazy, Suspense } from 'react'
import type { DateFieldProps, DateRangeFieldProps, DateTimeFieldProps } from './date-field-props.ts'
import styles from './field.module.css'
import { Field, type FieldProps } from './field.tsx'

/** The calendar and all it needs are a chunk of their own, loaded when the first such field is shown. */
const pickers = () => import('./date-pickers.tsx')

/** A calendar day, typed or chosen in a calendar. */
export const DateField = whenLoaded<DateFieldProps>(
  lazy(async () => ({ default: (await pickers()).DayPicker })),
)

/** A day and a time to the minute. */
export const DateTimeField = whenLoaded<DateTimeFieldProps>(
  lazy(async () => ({ default: (await pickers()).TimePicker })),
)

/** A first and a last day in one calendar. */
export const DateRangeField = whenLoaded<DateRangeFieldProps>(
  lazy(async () => ({ default: (await pickers()).RangePicker })),
)

function whenLoaded<Props extends FieldProps & object>(Picker: ComponentType<Props>) {
  return (props: Props) => (
    <Suspense fallback={<Waiting {...props} />}>
      <Picker {...props} />
    </Suspense>
  )
}

/** As high as the field to come. */
function Waiting({ label, hideLabel, hint, error, className }: FieldProps) {
  return (
    <Field {...{ label, hideLabel, hint, error, className }}>
      {(control) => <input {...control} className={styles.input} disabled aria-busy="true" />}
    </Field>
  )
}

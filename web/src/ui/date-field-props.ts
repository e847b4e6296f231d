import type { FieldProps } from './field.tsx'

export interface DateTimeFieldProps extends FieldProps {
  /** `YYYY-MM-DD HH:mm` on the wall of the zone that the screen names, or null. */
  value: string | null
  onChange: (value: string | null) => void
  /** Earliest and latest choice, `YYYY-MM-DD HH:mm`. */
  min?: string
  max?: string
  disabled?: boolean
}

export interface DateRangeFieldProps extends FieldProps {
  /** Two calendar days `YYYY-MM-DD`, both inclusive; null while one is not chosen. */
  value: [string | null, string | null]
  onChange: (value: [string | null, string | null]) => void
  min?: string
  max?: string
  disabled?: boolean
}

import type { FieldProps } from './field.tsx'
import type { EntryOrigin } from './use-date-entry.ts'
import type { WallTime } from './wall-time.ts'

/** What every date field takes beside its value. */
export interface DateFieldFrame extends FieldProps {
  /** The IANA zone that the screen names: its today is marked, and the calendar of an empty field begins there. */
  timeZone: string
  /** The earliest and the latest value, in the notation of the field's own; others are refused in words. */
  min?: string
  max?: string
  /** The words of that refusal, where a rule has its own. */
  outside?: string
  disabled?: boolean
}

export interface DateFieldProps extends DateFieldFrame {
  /** A calendar day `YYYY-MM-DD`, or null. */
  value: string | null
  /** Is told null of what is left unfinished or refused. */
  onChange: (value: string | null) => void
}

export interface DateTimeFieldProps extends DateFieldFrame {
  /** `YYYY-MM-DD HH:mm` on the wall of that zone, or null. */
  value: WallTime | null
  /** Shown faintly while the field is empty; a day that is chosen then gets its time. By default today's midnight. */
  suggested?: WallTime
  /** Is told null of what is left unfinished or refused. */
  onChange: (value: WallTime | null) => void
}

export interface DateRangeFieldProps extends DateFieldFrame {
  /** Two calendar days `YYYY-MM-DD`, both inclusive; null while one is missing. */
  value: [string | null, string | null]
  /**
   * Is told two days, or twice null of what is left unfinished or refused: at once of the calendar, of what is typed
   * once one pauses, presses Enter or leaves.
   */
  onChange: (value: [string | null, string | null], origin: EntryOrigin) => void
}

import { IconAlertCircle } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import styles from './field.module.css'
import { Icon } from './icon.tsx'

/** What every field takes beside its control's own props. */
export interface FieldProps {
  label: ReactNode
  /** Keeps the label for screen readers only, as in a search box or a table. */
  hideLabel?: boolean
  /** Says so beside the label. Every other field is required, and says nothing. */
  optional?: boolean
  hint?: ReactNode
  error?: ReactNode
  className?: string
}

interface ControlProps {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

interface FieldFrame extends FieldProps {
  id?: string
  /** Marks the control as wrong without words of its own, as when two fields share one message. */
  invalid?: boolean
  /** Stands beneath the control at the right: a counter. */
  aside?: ReactNode
  children: (control: ControlProps) => ReactNode
}

/** Label above, control, then the error or else the hint, tied together for screen readers. */
export function Field({
  label,
  hideLabel,
  optional,
  hint,
  error,
  invalid,
  className,
  id,
  aside,
  children,
}: FieldFrame) {
  const ownId = useId()
  const controlId = id ?? ownId
  const noteId = `${controlId}-note`
  const noted = Boolean(error || hint)
  return (
    <div className={classNames(styles.field, className)}>
      <label htmlFor={controlId} className={hideLabel ? 'sr-only' : styles.label}>
        {label}
        {optional && <small> (optional)</small>}
      </label>
      {children({
        id: controlId,
        'aria-invalid': error || invalid ? true : undefined,
        'aria-describedby': noted ? noteId : undefined,
      })}
      {(noted || aside) && (
        <div className={styles.below}>
          {noted && <FieldNote id={noteId} hint={hint} error={error} />}
          {aside}
        </div>
      )}
    </div>
  )
}

/** The line beneath a control: its error, else its hint. */
export function FieldNote({ id, hint, error }: { id: string; hint?: ReactNode; error?: ReactNode }) {
  if (!error)
    return hint ? (
      <span id={id} className={styles.hint}>
        {hint}
      </span>
    ) : null
  return (
    <span id={id} className={styles.error}>
      <Icon of={IconAlertCircle} size={16} />
      <span>{error}</span>
    </span>
  )
}

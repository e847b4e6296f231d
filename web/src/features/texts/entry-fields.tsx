import { IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { MessageField } from './message-field.tsx'
import { ScheduleField } from './schedule-field.tsx'
import type { EntryErrors, EntryValues, Schedule } from './schedule-rules.ts'
import styles from './texts.module.css'

interface EntryFieldsProps {
  /** Among all that were added. */
  id: number
  /** Counted from 1. */
  number: number
  values: EntryValues
  errors: EntryErrors
  schedule: Schedule
  /** An entry that was just added. */
  takesFocus: boolean
  onChange: (values: Partial<EntryValues>) => void
  onLeave: (name: keyof EntryValues) => void
  onRemove: () => void
}

/** One short text of the form. */
export function EntryFields(props: EntryFieldsProps) {
  const { id, number, values, errors, schedule, takesFocus, onChange, onLeave, onRemove } = props
  const first = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it appears
  useEffect(() => {
    if (takesFocus) first.current?.focus()
  }, [])
  return (
    <section className={`panel ${styles.entry}`} aria-label={`Short text ${number}`} data-row={id}>
      <div className={styles.entryHead}>
        <h2>Short text {number}</h2>
        <IconButton icon={IconX} label={`Remove short text ${number}`} tip="Remove" onClick={onRemove} />
      </div>
      <div className={styles.fields}>
        <div className={styles.side}>
          <TextField
            ref={first}
            label="Message Name"
            autoComplete="off"
            value={values.messageName}
            error={errors.messageName}
            onChange={(event) => onChange({ messageName: event.target.value })}
            onBlur={() => onLeave('messageName')}
          />
          <ScheduleField
            schedule={schedule}
            value={values.disburseDateTime}
            error={errors.disburseDateTime}
            onChange={(disburseDateTime) => {
              onChange({ disburseDateTime })
              onLeave('disburseDateTime')
            }}
          />
        </div>
        <MessageField
          value={values.textContent}
          error={errors.textContent}
          onChange={(textContent) => onChange({ textContent })}
          onBlur={() => onLeave('textContent')}
        />
      </div>
    </section>
  )
}

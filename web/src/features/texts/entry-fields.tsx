import { limits } from '@almanac/contract/limits'
import { IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { DateTimeField } from '../../ui/date-time-field.tsx'
import { formatZone } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { smsHint } from './gsm-7.ts'
import {
  type EntryErrors,
  type EntryValues,
  earliestTime,
  type Schedule,
  tooEarly,
} from './schedule-rules.ts'
import styles from './texts.module.css'

interface EntryFieldsProps {
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
  const { number, values, errors, schedule, takesFocus, onChange, onLeave, onRemove } = props
  const first = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it appears
  useEffect(() => {
    if (takesFocus) first.current?.focus()
  }, [])
  return (
    <section className={`panel ${styles.entry}`} aria-label={`Short text ${number}`}>
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
          <DateTimeField
            label="Schedule Date & Time"
            hint={`In ${formatZone(schedule.timeZone)}.`}
            value={values.disburseDateTime}
            error={errors.disburseDateTime}
            timeZone={schedule.timeZone}
            min={earliestTime(schedule)}
            outside={tooEarly(schedule)}
            onChange={(disburseDateTime) => {
              onChange({ disburseDateTime })
              onLeave('disburseDateTime')
            }}
          />
        </div>
        <TextArea
          label="Text"
          rows={5}
          value={values.textContent}
          error={errors.textContent}
          hint={smsHint(values.textContent)}
          counter={(length) => `Word Counts: ${length}/${limits.shortTextMaxCharacters} (Max)`}
          onChange={(event) => onChange({ textContent: event.target.value })}
          onBlur={() => onLeave('textContent')}
        />
      </div>
    </section>
  )
}

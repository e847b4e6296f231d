import { IconX } from '@tabler/icons-react'
import { memo, useEffect, useRef } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { MessageField } from './message-field.tsx'
import { ScheduleField } from './schedule-field.tsx'
import { type EntryErrors, type EntryValues, knownErrors, type Schedule } from './schedule-rules.ts'
import styles from './texts.module.css'
import type { Entry, EntryActs } from './use-entries.ts'

interface EntryFieldsProps {
  entry: Entry
  /** Counted from 1. */
  number: number
  schedule: Schedule
  /** The same at each drawing, as the schedule is within its minute: what changes one entry leaves the others alone. */
  acts: EntryActs & { drop: (key: number) => void }
}

/** One short text of the form. */
export const EntryFields = memo(function EntryFields({ entry, number, schedule, acts }: EntryFieldsProps) {
  const { key, values } = entry
  const errors = shownErrors(entry, schedule)
  const first = useRef<HTMLInputElement>(null)
  // An entry that was just added.
  const takesFocus = key > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it appears
  useEffect(() => {
    if (takesFocus) first.current?.focus()
  }, [])
  return (
    <section className={`panel ${styles.entry}`} aria-label={`Short text ${number}`} data-row={key}>
      <div className={styles.entryHead}>
        <h2>Short text {number}</h2>
        <IconButton
          icon={IconX}
          label={`Remove short text ${number}`}
          tip="Remove"
          onClick={() => acts.drop(key)}
        />
      </div>
      <div className={styles.fields}>
        <div className={styles.side}>
          <TextField
            ref={first}
            label="Message Name"
            autoComplete="off"
            value={values.messageName}
            error={errors.messageName}
            onChange={(event) => acts.set(key, { messageName: event.target.value })}
            onBlur={() => acts.leave(key, 'messageName')}
          />
          <EntryTime
            entryKey={key}
            schedule={schedule}
            value={values.disburseDateTime}
            error={errors.disburseDateTime}
            acts={acts}
          />
        </div>
        <MessageField
          value={values.textContent}
          error={errors.textContent}
          onChange={(textContent) => acts.set(key, { textContent })}
          onBlur={() => acts.leave(key, 'textContent')}
        />
      </div>
    </section>
  )
})

interface EntryTimeProps {
  entryKey: number
  schedule: Schedule
  value: EntryValues['disburseDateTime']
  error: string | undefined
  acts: EntryActs
}

/** A date field is much to draw: what is typed beside it does not. */
const EntryTime = memo(function EntryTime({ entryKey, acts, ...field }: EntryTimeProps) {
  return (
    <ScheduleField
      {...field}
      onChange={(disburseDateTime) => {
        acts.set(entryKey, { disburseDateTime })
        acts.leave(entryKey, 'disburseDateTime')
      }}
    />
  )
})

/** Only what was left is complained about. */
function shownErrors({ values, left }: Entry, schedule: Schedule): EntryErrors {
  const errors = Object.entries(knownErrors(values, schedule))
  return Object.fromEntries(errors.filter(([name]) => left.has(name as keyof EntryValues)))
}

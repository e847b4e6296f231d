import type { ReactNode } from 'react'
import { failureText } from '../../api/failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CancelButton } from '../../ui/dialog-frame.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonText } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { useForm } from '../../ui/use-form.ts'
import { ScheduleField } from './schedule-field.tsx'
import type { EntryValues, Schedule, WholeEntry } from './schedule-rules.ts'
import type { Scheduling } from './use-schedule.ts'

interface WithScheduleProps {
  title: string
  scheduling: Scheduling
  onClose: () => void
  children: (schedule: Schedule) => ReactNode
}

/** Waits for what a text's time must follow, in the dialog that asks for one. */
export function WithSchedule({ title, scheduling, onClose, children }: WithScheduleProps) {
  const { schedule, error, isFetching, retry } = scheduling
  if (schedule) return children(schedule)
  return (
    <Dialog opened title={title} size="middle" onClose={onClose}>
      {error ? (
        <ErrorState message={failureText(error)} onRetry={retry} pending={isFetching} />
      ) : (
        <SkeletonText count={5} />
      )}
    </Dialog>
  )
}

interface ScheduleDialogProps {
  title: string
  /** The word of the button that saves. */
  act: string
  form: ReturnType<typeof useForm<EntryValues, WholeEntry>>
  schedule: Schedule
  onClose: () => void
  /** What is shown of the text itself. */
  children: ReactNode
}

/** Asks under which name and when a text is sent. */
export function ScheduleDialog({ title, act, form, schedule, onClose, children }: ScheduleDialogProps) {
  return (
    <Dialog
      opened
      title={title}
      size="middle"
      dirty={form.changed}
      pending={form.pending}
      onClose={onClose}
      onSubmit={form.submit}
      actions={
        <>
          <CancelButton />
          <Button kind="prime" {...form.submitButton}>
            {act}
          </Button>
        </>
      }
    >
      <TextField label="Message Name" autoComplete="off" {...form.field('messageName')} />
      {children}
      <ScheduleField schedule={schedule} {...form.custom('disburseDateTime')} />
    </Dialog>
  )
}

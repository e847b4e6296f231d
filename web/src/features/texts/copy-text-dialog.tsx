import { copyShortText, type ShortText } from '@almanac/contract/texts'
import { useState } from 'react'
import { isApiError, isGone } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { refresh } from '../../api/query-client.ts'
import { useTenantParams } from '../../api/session.ts'
import { useAttemptKey } from '../../api/use-attempt-key.ts'
import { TextArea } from '../../ui/text-area.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { useForm } from '../../ui/use-form.ts'
import { ScheduleDialog, WithSchedule } from './schedule-dialog.tsx'
import { type EntryValues, entrySchema, type Schedule } from './schedule-rules.ts'
import { TextCounts } from './text-counts.tsx'
import { tellGone } from './text-gone.ts'
import type { Scheduling } from './use-schedule.ts'

const TITLE = 'Copy Short Text'

interface CopyTextDialogProps {
  text: ShortText
  scheduling: Scheduling
  onCopied: () => void
  /** It was deleted meanwhile. */
  onGone: () => void
  onClose: () => void
}

/** Schedules a short text once more, under a name and time of its own. */
export function CopyTextDialog(props: CopyTextDialogProps) {
  return (
    <WithSchedule title={TITLE} scheduling={props.scheduling} onClose={props.onClose}>
      {(schedule) => <CopyForm {...props} schedule={schedule} />}
    </WithSchedule>
  )
}

function CopyForm({
  text,
  schedule,
  onCopied,
  onGone,
  onClose,
}: Omit<CopyTextDialogProps, 'scheduling'> & { schedule: Schedule }) {
  const params = useTenantParams()
  const [initial] = useState<EntryValues>({
    messageName: text.messageName,
    textContent: text.textContent,
    disburseDateTime: null,
  })
  const attempt = useAttemptKey()
  const form = useForm({
    initial,
    schema: entrySchema(schedule),
    async onSubmit({ messageName, disburseDateTime }) {
      const body = { messageName, disburseDateTime, shortTextId: text.id }
      try {
        const { message } = await call(copyShortText, {
          params,
          body,
          idempotencyKey: attempt.read(),
          isTold: isGone,
        })
        showToast('success', message)
        void refresh('texts')
        onCopied()
      } catch (thrown) {
        if (!isApiError(thrown)) throw thrown
        attempt.fail(thrown)
        if (!isGone(thrown)) return
        tellGone(text.messageName)
        onGone()
      }
    },
  })
  return (
    <ScheduleDialog title={TITLE} act="Copy" form={form} schedule={schedule} onClose={onClose}>
      <TextArea
        label="Text"
        rows={4}
        readOnly
        value={text.textContent}
        counter={(length) => <TextCounts text={text.textContent} length={length} />}
      />
    </ScheduleDialog>
  )
}

import { type ShortText, updateShortText } from '@almanac/contract/texts'
import { useState } from 'react'
import { isApiError, isGone } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { refresh } from '../../api/query-client.ts'
import { useTenantParams } from '../../api/session.ts'
import { ChangedNote } from '../../ui/changed-note.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { showToast } from '../../ui/toast-store.ts'
import { useForm } from '../../ui/use-form.ts'
import { wallTimeOf } from '../../ui/wall-time.ts'
import { MessageField } from './message-field.tsx'
import { ScheduleDialog, WithSchedule } from './schedule-dialog.tsx'
import { type EntryValues, entrySchema, readPresentText, type Schedule, sentTime } from './schedule-rules.ts'
import { tellGone } from './text-gone.ts'
import type { Scheduling } from './use-schedule.ts'

const TITLE = 'Edit Short Text'

interface EditTextDialogProps {
  text: ShortText
  scheduling: Scheduling
  /** It was deleted meanwhile. */
  onGone: () => void
  onClose: () => void
}

/** Changes a short text that has not begun. */
export function EditTextDialog(props: EditTextDialogProps) {
  return (
    <WithSchedule title={TITLE} scheduling={props.scheduling} onClose={props.onClose}>
      {(schedule) => <EditForm {...props} schedule={schedule} />}
    </WithSchedule>
  )
}

type TextContent = Pick<ShortText, 'messageName' | 'textContent' | 'disburseDateTime'>

function EditForm({
  text,
  schedule,
  onGone,
  onClose,
}: Omit<EditTextDialogProps, 'scheduling'> & { schedule: Schedule }) {
  const { timeZone } = schedule
  const params = { ...useTenantParams(), shortTextId: text.id }
  /** What the edit is made of: another change meanwhile is shown before it is written over. */
  const [seen, setSeen] = useState<TextContent>(contentOf(text))
  const [isStale, setIsStale] = useState(false)
  const [initial] = useState<EntryValues>(() => ({
    messageName: text.messageName,
    textContent: text.textContent,
    disburseDateTime: wallTimeOf(text.disburseDateTime, timeZone),
  }))
  const form = useForm({
    initial,
    schema: entrySchema(schedule),
    async onSubmit(entry) {
      const disburseDateTime = sentTime(entry.disburseDateTime, text.disburseDateTime, timeZone)
      const body = { ...entry, disburseDateTime, expected: seen }
      try {
        const { message } = await call(updateShortText, { params, body, isTold: isGone })
        showToast('success', message)
        void refresh('texts')
        onClose()
      } catch (thrown) {
        if (!isApiError(thrown)) throw thrown
        if (isGone(thrown)) {
          tellGone(text.messageName)
          return onGone()
        }
        void refresh('texts')
        const present = readPresentText(thrown)
        if (!present) return
        setSeen(present)
        setIsStale(true)
      }
    },
  })
  const message = form.field('textContent')
  return (
    <ScheduleDialog title={TITLE} act="Save" form={form} schedule={schedule} onClose={onClose}>
      {isStale && <Theirs text={seen} timeZone={timeZone} />}
      <MessageField {...message} onChange={(value) => form.set('textContent', value)} />
    </ScheduleDialog>
  )
}

function contentOf({ messageName, textContent, disburseDateTime }: ShortText): TextContent {
  return { messageName, textContent, disburseDateTime }
}

/** What somebody else has written meanwhile. */
function Theirs({ text, timeZone }: { text: TextContent; timeZone: string }) {
  return (
    <ChangedNote thing="text" detail={formatDateTime(text.disburseDateTime, timeZone)}>
      <p>
        {text.messageName}: {text.textContent}
      </p>
    </ChangedNote>
  )
}

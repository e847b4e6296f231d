import type { ListedShortText } from '@almanac/contract/texts'
import { CopyTextDialog } from './copy-text-dialog.tsx'
import { DeleteTextDialog } from './delete-text-dialog.tsx'
import { EditTextDialog } from './edit-text-dialog.tsx'
import type { TextAct } from './short-text-dialog.tsx'
import type { Scheduling } from './use-schedule.ts'

/** What was chosen to be done with which text. */
export interface Asked {
  act: TextAct
  text: ListedShortText
}

interface TextActDialogProps {
  asked: Asked
  scheduling: Scheduling
  timeZone: string
  onClose: () => void
  /** The text that one looked at is gone, or has a copy that is looked for in the list. */
  onDone: () => void
}

/** Asks what an act needs; over the text itself where it was chosen there. */
export function TextActDialog({
  asked: { act, text },
  scheduling,
  timeZone,
  onClose,
  onDone,
}: TextActDialogProps) {
  const of = { text, scheduling, onClose }
  if (act === 'edit') return <EditTextDialog {...of} />
  if (act === 'copy') return <CopyTextDialog {...of} onCopied={onDone} />
  return <DeleteTextDialog text={text} timeZone={timeZone} onDeleted={onDone} onClose={onClose} />
}

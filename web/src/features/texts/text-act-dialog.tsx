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
  /** It has a copy, which is looked for in the list. */
  onCopied: () => void
  /** It is deleted, here or by somebody else. */
  onGone: () => void
}

/** Asks what an act needs; over the text itself where it was chosen there. */
export function TextActDialog({
  asked: { act, text },
  scheduling,
  timeZone,
  onClose,
  onCopied,
  onGone,
}: TextActDialogProps) {
  const of = { text, scheduling, onGone, onClose }
  if (act === 'edit') return <EditTextDialog {...of} />
  if (act === 'copy') return <CopyTextDialog {...of} onCopied={onCopied} />
  return <DeleteTextDialog text={text} timeZone={timeZone} onDeleted={onGone} onClose={onClose} />
}

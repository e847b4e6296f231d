import { type ReactNode, useEffect, useState } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { DialogFrame, type DialogFrameProps } from './dialog-frame.tsx'
import { addLeaveCheck, leaveUnasked } from './leave-check.ts'
import { useUnloadWarning } from './use-unload-warning.ts'

interface DialogProps extends DialogFrameProps {
  opened: boolean
  /** It holds unsaved input, and asks before that is lost: by every way of closing it, of leaving the screen and of closing the tab. */
  dirty?: boolean
}

/** A modal sheet with the double rule. Its content is mounted only while it is open. */
export function Dialog({ opened, ...props }: DialogProps) {
  return opened ? <OpenDialog {...props} /> : null
}

function OpenDialog({ dirty = false, ...props }: Omit<DialogProps, 'opened'>) {
  const { close, question } = useDiscardQuestion(dirty, props.onClose)
  return (
    <>
      <DialogFrame {...props} onClose={close} />
      {question}
    </>
  )
}

function useDiscardQuestion(dirty: boolean, onClose: () => void): { close: () => void; question: ReactNode } {
  /** What waits for the answer: to close, or to leave the screen. */
  const [act, setAct] = useState<(() => void) | null>(null)
  useUnloadWarning(dirty)
  useEffect(() => {
    if (!dirty) return
    return addLeaveCheck('dialog', (proceed) => {
      setAct(() => proceed)
      return false
    })
  }, [dirty])

  function discard() {
    onClose()
    if (act) leaveUnasked(act)
  }
  const question = (
    <ConfirmDialog
      opened={act !== null}
      title="Discard what you entered?"
      confirmLabel="Discard"
      cancelLabel="Keep Editing"
      kind="danger"
      onConfirm={discard}
      onCancel={() => setAct(null)}
    >
      <p>It is not saved yet.</p>
    </ConfirmDialog>
  )
  return { close: () => (dirty ? setAct(() => () => {}) : onClose()), question }
}

import { type ReactNode, useEffect } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

interface ConfirmSendDialogProps {
  opened: boolean
  /** Where the code goes, in words: an address, or whose. */
  target: ReactNode
  pending: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before a code is sent: a slip in the address would leave one waiting for it. */
export function ConfirmSendDialog({ target, ...dialog }: ConfirmSendDialogProps) {
  const { opened } = dialog
  // The step that comes next is there by the time it is needed.
  useEffect(() => {
    if (opened) import('./code-step.tsx').catch(() => undefined)
  }, [opened])
  return (
    <ConfirmDialog
      {...dialog}
      title="Send Verification Code"
      confirmLabel="Send The Code"
      kind="prime"
      startOn="confirm"
    >
      <p>A 6-digit code will go to {target}. Please confirm that this is correct.</p>
    </ConfirmDialog>
  )
}

import type { ReactNode } from 'react'
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
  return (
    <ConfirmDialog {...dialog} title="Send Verification Code" confirmLabel="Send The Code" kind="prime">
      <p>A 6-digit code will go to {target}. Please confirm that this is correct.</p>
    </ConfirmDialog>
  )
}

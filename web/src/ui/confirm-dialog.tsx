import type { ReactNode } from 'react'
import { Button, type ButtonKind } from './button.tsx'
import { CancelButton, DialogFrame } from './dialog-frame.tsx'

interface ConfirmDialogProps {
  opened: boolean
  title: ReactNode
  /** Says what happens on `confirmLabel`. */
  children: ReactNode
  confirmLabel?: string
  cancelLabel?: string
  /** `gold` where tokens are spent, `danger` where something is deleted. */
  kind?: ButtonKind
  pending?: boolean
  /** What is asked has only just changed: it can't be confirmed yet, but turned down. */
  held?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before an act; Cancel has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, title, children, confirmLabel = 'Proceed', cancelLabel = 'Cancel' } = props
  const { kind = 'prime', pending = false, held = false, onConfirm, onCancel } = props
  if (!opened) return null
  return (
    <DialogFrame
      title={title}
      pending={pending}
      onClose={onCancel}
      actions={
        <>
          <CancelButton data-autofocus>{cancelLabel}</CancelButton>
          <Button kind={kind} onClick={onConfirm} pending={pending || held}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </DialogFrame>
  )
}

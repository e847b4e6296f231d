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
  /** The button that has the focus at first: Cancel, unless an accidental press does no harm. */
  startOn?: 'cancel' | 'confirm'
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before an act. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, title, children, confirmLabel = 'Proceed', cancelLabel = 'Cancel' } = props
  const { kind = 'prime', pending = false, held = false, startOn = 'cancel', onConfirm, onCancel } = props
  if (!opened) return null
  return (
    <DialogFrame
      title={title}
      pending={pending}
      onClose={onCancel}
      actions={
        <>
          <CancelButton data-autofocus={startOn === 'cancel' || undefined}>{cancelLabel}</CancelButton>
          <Button
            kind={kind}
            onClick={onConfirm}
            pending={pending || held}
            data-autofocus={startOn === 'confirm' || undefined}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </DialogFrame>
  )
}

import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { formatPhone } from '../../ui/phone-number.ts'
import type { AddressChange } from './verification-rules.ts'

interface AddressDialogProps {
  /** Null while there is nothing to ask. */
  change: AddressChange | null
  pending: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before another address is saved: a slip in it would leave one waiting for the code. */
export function AddressDialog({ change, ...dialog }: AddressDialogProps) {
  const { email, smsPhoneNumber } = change ?? {}
  return (
    <ConfirmDialog {...dialog} opened={change !== null} title="Are you sure?">
      {email !== undefined && (
        <p>
          A 6-digit code will go to <strong>{email}</strong>. Your email changes once you have entered it.
        </p>
      )}
      {smsPhoneNumber && (
        <p>
          A 6-digit code will go by SMS to <strong>{formatPhone(smsPhoneNumber)}</strong>. Your SMS phone
          number changes once you have entered it.
        </p>
      )}
      {smsPhoneNumber === '' && (
        <p>Your SMS phone number will be removed, and you will no longer get Sunbursts by SMS.</p>
      )}
    </ConfirmDialog>
  )
}

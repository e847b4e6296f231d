import type { ConsumerDetails } from '@almanac/contract/consumers'
import { formatPhone } from '../../ui/phone-number.ts'
import { TextField } from '../../ui/text-field.tsx'
import type { useConsumerEdit } from './use-consumer-edit.ts'

interface AddressFieldsProps {
  form: ReturnType<typeof useConsumerEdit>['form']
  /** What the form was opened with. */
  opened: ConsumerDetails
  disabled: boolean
}

/** A consumer's email and SMS number; what waits for its code stands in place of what is used until then. */
export function AddressFields({ form, opened, disabled }: AddressFieldsProps) {
  const { email, unverifiedEmail, smsPhoneNumber, unverifiedSmsPhoneNumber } = opened
  return (
    <>
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="off"
        disabled={disabled}
        hint={unverifiedEmail ? unverifiedHint(email) : undefined}
        {...form.field('email')}
      />
      <TextField
        label="SMS Phone Number"
        optional
        autoComplete="off"
        disabled={disabled}
        hint={
          unverifiedSmsPhoneNumber
            ? unverifiedHint(smsPhoneNumber && formatPhone(smsPhoneNumber))
            : 'A US or Canada number.'
        }
        {...form.phone('smsPhoneNumber')}
      />
      <p>A new email or number gets a 6-digit code. The old one works until the consumer has entered it.</p>
    </>
  )
}

/** Of an address that waits, beside the one that is used until then. */
function unverifiedHint(verified: string | null): string {
  return verified ? `(Unverified) Until then ${verified} is used.` : '(Unverified)'
}

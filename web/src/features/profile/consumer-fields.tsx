import type { ConsumerProfile } from '@almanac/contract/profile'
import { type ChangeEvent, useState } from 'react'
import { isSamePhone, type ParsePhone } from '../../api/phone-rules.ts'
import { useTenantParams } from '../../api/session.ts'
import { useTenantDetails } from '../../api/tenant-details.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { formatPhone } from '../../ui/phone-number.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { useForm } from '../../ui/use-form.ts'
import type { ProfileFields } from './profile-access.ts'
import styles from './profile-form.module.css'
import type { ProfileValues } from './profile-form-rules.ts'

interface ConsumerFieldsProps {
  form: ReturnType<typeof useForm<ProfileValues, ProfileFields>>
  profile: ConsumerProfile
  parse: ParsePhone | null
}

/** What consumers alone enter: two numbers that may be one, and their sign. */
export function ConsumerFields({ form, profile, parse }: ConsumerFieldsProps) {
  const { contactNumber, smsPhoneNumber } = form.values
  const [isFollowing, setIsFollowing] = useState(false)
  // A number that is being typed over is none for a while: until it is one again, the same text counts.
  const isSame =
    isSamePhone(contactNumber, smsPhoneNumber, parse) || (isFollowing && contactNumber === smsPhoneNumber)
  const contact = form.phone('contactNumber')
  const sms = form.phone('smsPhoneNumber')

  function changeContact(event: ChangeEvent<HTMLInputElement>) {
    contact.onChange(event)
    setIsFollowing(isSame)
    if (isSame) form.set('smsPhoneNumber', event.target.value)
  }
  function leaveContact() {
    contact.onBlur()
    if (isSame) sms.onBlur()
  }
  function changeSms(event: ChangeEvent<HTMLInputElement>) {
    sms.onChange(event)
    setIsFollowing(false)
  }
  function tick({ target }: ChangeEvent<HTMLInputElement>) {
    setIsFollowing(target.checked)
    form.set('smsPhoneNumber', target.checked ? formatPhone(contactNumber) : '')
  }

  return (
    <>
      <SelectField
        label="Astrological Sign"
        placeholder="Choose a sign"
        options={useSigns(profile)}
        {...form.field('defaultCategoryId')}
      />
      <div className={styles.sms}>
        <TextField
          label="Mobile Number"
          autoComplete="tel"
          {...contact}
          onChange={changeContact}
          onBlur={leaveContact}
        />
        <Checkbox
          label="Use same number for SMS service"
          checked={isSame}
          disabled={contactNumber.trim() === ''}
          onChange={tick}
        />
      </div>
      <TextField
        label="SMS Phone Number"
        optional
        autoComplete="off"
        hint={smsHint(profile)}
        {...sms}
        onChange={changeSms}
      />
    </>
  )
}

function smsHint({ smsPhoneNumber, unverifiedSmsPhoneNumber }: ConsumerProfile): string {
  if (!unverifiedSmsPhoneNumber) return 'A US or Canada number.'
  return smsPhoneNumber
    ? `Unverified. Until then ${formatPhone(smsPhoneNumber)} is used.`
    : 'Unverified. Saving sends a new code.'
}

/** The tenant's signs; until they are there, one's own. */
function useSigns({ defaultCategoryId, defaultCategory }: ConsumerProfile) {
  const { customerUrl } = useTenantParams()
  const { data } = useTenantDetails(customerUrl)
  if (data) return data.subscriptionCategory.map(({ id, name }) => ({ value: String(id), label: name }))
  if (defaultCategoryId === null || defaultCategory === null) return []
  return [{ value: String(defaultCategoryId), label: defaultCategory }]
}

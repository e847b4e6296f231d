import { timeZones } from '@almanac/contract/time-zones'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { isApiError } from '../../api/api-error.ts'
import { isSamePhone } from '../../api/phone-rules.ts'
import { useUser } from '../../api/session.ts'
import { usePhoneParser } from '../../api/use-phone-parser.ts'
import { useLeaveQuestion } from '../../leave-question.tsx'
import { Button } from '../../ui/button.tsx'
import { FormActions, FormFields, FormFrame } from '../../ui/form-frame.tsx'
import { leaveUnasked } from '../../ui/leave-check.ts'
import { NameField } from '../../ui/name-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { useChosenFile } from '../../ui/use-chosen-file.ts'
import { useForm } from '../../ui/use-form.ts'
import { AddressDialog } from './address-dialog.tsx'
import { ConsumerFields } from './consumer-fields.tsx'
import { PictureField, profilePicture } from './picture-field.tsx'
import { keepProfile, type ProfileFields, useProfileAccess } from './profile-access.ts'
import { type ProfileValues, profileSchema, refusalOf, valuesOf } from './profile-form-rules.ts'
import { hasTimeZone, isConsumer, type OwnProfile } from './profile-rules.ts'
import { type AddressChange, addressChange } from './verification-rules.ts'

const ZONES = timeZones.map(({ name, label }) => ({ value: name, label }))

const COMPANY_ZONE =
  'The zone of your company: schedules, calendar and reports follow it. What is scheduled already keeps its moment.'

interface Asked {
  fields: ProfileFields
  change: AddressChange
}

/** The form; a changed address is confirmed before it is saved, and verified after it. */
export function ProfileForm({ profile }: { profile: OwnProfile }) {
  const { type } = useUser()
  const { to } = useProfileAccess()
  const parse = usePhoneParser(isConsumer(profile))
  const picture = useChosenFile(profilePicture)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [saving, setSaving] = useState(false)
  const save = useSave(picture.chosen?.content)

  const form = useForm<ProfileValues, ProfileFields>({
    initial: valuesOf(profile),
    schema: profileSchema(type, parse),
    onSubmit: (fields) => {
      const change = addressChange(profile, fields, (one, other) => isSamePhone(one, other, parse))
      return change ? setAsked({ fields, change }) : send(fields)
    },
  })

  const leaving = useLeaveQuestion(form.changed || picture.chosen !== null || picture.isDrawing, {
    title: 'Leave without saving?',
    text: 'Your changes to your profile are not saved yet.',
    leaveLabel: 'Leave',
    stayLabel: 'Stay',
  })

  async function send(fields: ProfileFields) {
    setSaving(true)
    const refusal = await save(fields)
    setSaving(false)
    setAsked(null)
    if (refusal?.picture) picture.setProblem(refusal.picture)
    else if (refusal) form.setErrors(refusal)
  }

  return (
    <FormFrame size="broad" onSubmit={form.submit}>
      <PictureField name={form.values.fullName} profilePic={profile.profilePic} picture={picture} />
      <FormFields>
        <NameField label="Name" autoComplete="name" {...form.field('fullName')} />
        <TextField
          label="Username"
          value={profile.username}
          readOnly
          hint="The username cannot be changed."
        />
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          inputMode="email"
          hint={profile.unverifiedEmail ? `Unverified. Until then ${profile.email} is used.` : undefined}
          {...form.field('email')}
        />
        {isConsumer(profile) ? (
          <ConsumerFields form={form} profile={profile} parse={parse} />
        ) : (
          <TextField label="Mobile Number" autoComplete="tel" {...form.phone('contactNumber')} />
        )}
        {hasTimeZone(profile) && (
          <SelectField
            label="Time Zone"
            placeholder="Choose a time zone"
            options={ZONES}
            hint={isConsumer(profile) ? undefined : COMPANY_ZONE}
            {...form.field('timeZone')}
          />
        )}
      </FormFields>
      <FormActions>
        <Button component={Link} to={to.view}>
          Cancel
        </Button>
        <Button
          kind="prime"
          type="submit"
          pending={saving || form.pending}
          disabled={
            !saving && !form.pending && (!form.canSubmit || picture.problem !== null || picture.isDrawing)
          }
        >
          Save
        </Button>
      </FormActions>
      {leaving.dialog}
      <AddressDialog
        change={asked?.change ?? null}
        pending={saving}
        onCancel={() => setAsked(null)}
        onConfirm={() => asked && void send(asked.fields)}
      />
    </FormFrame>
  )
}

/** Saves and goes on: to the codes where some are needed, else back to the profile. Answers what a field is refused for. */
function useSave(image: Blob | undefined) {
  const access = useProfileAccess()
  const navigate = useNavigate()
  return async (fields: ProfileFields): Promise<Record<string, string> | null> => {
    try {
      const saved = await access.save(fields, image)
      keepProfile(access, saved)
      const needsCode = saved.needEmailVerification || saved.needSmsPhoneNumberVerification
      if (!needsCode) showToast('success', 'Profile updated successfully')
      leaveUnasked(() => void navigate(needsCode ? access.to.verification : access.to.view))
    } catch (thrown) {
      if (!isApiError(thrown)) throw thrown
      return refusalOf(thrown)
    }
    return null
  }
}

import { changePasswordBody } from '@almanac/contract/identity'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link, useNavigate } from 'react-router'
import { showRefusal } from '../../api/field-refusal.ts'
import { refresh } from '../../api/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { FormActions, FormFrame } from '../../ui/form-frame.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { PasswordPair } from '../../ui/password-pair.tsx'
import { PasswordField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { useForm } from '../../ui/use-form.ts'
import { useProfileAccess } from './profile-access.ts'

/** Change Password, of all three roles. */
export function Component() {
  const { to, changePassword } = useProfileAccess()
  const navigate = useNavigate()
  const form = useForm({
    initial: { currentPassword: '', newPassword: '', confirmNewPassword: '' },
    schema: changePasswordBody,
    onSubmit: async (body, { setErrors }) => {
      try {
        await changePassword(body)
      } catch (thrown) {
        return showRefusal(thrown, setErrors)
      }
      showToast('success', 'Password changed successfully')
      void refresh('profile')
      void navigate(to.view)
    },
  })
  return (
    <>
      <PageHead
        title="Change Password"
        text="Other devices signed in to your account will be signed out."
        back={
          <Button component={Link} to={to.view} kind="bare" icon={IconArrowLeft}>
            Back
          </Button>
        }
      />
      <FormFrame onSubmit={form.submit}>
        <PasswordField
          label="Current Password"
          autoComplete="current-password"
          {...form.field('currentPassword')}
        />
        <PasswordPair
          labels={['New Password', 'Confirm New Password']}
          hint="At least 8 characters."
          password={form.field('newPassword')}
          confirmation={form.field('confirmNewPassword')}
        />
        <FormActions>
          <Button component={Link} to={to.view}>
            Cancel
          </Button>
          <Button kind="prime" {...form.submitButton}>
            Change Password
          </Button>
        </FormActions>
      </FormFrame>
    </>
  )
}

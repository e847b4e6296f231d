import { changePasswordBody } from '@almanac/contract/identity'
import { IconArrowLeft } from '@tabler/icons-react'
import { useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import { isApiError } from '../../api/api-error.ts'
import { showFailure } from '../../api/failure-text.ts'
import { refresh } from '../../api/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { PasswordField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { useForm } from '../../ui/use-form.ts'
import { focusRefused } from './focus-refused.ts'
import { useProfileAccess } from './profile-access.ts'
import styles from './profile-form.module.css'

/** Change Password, of all three roles. */
export function Component() {
  const { to, failures, changePassword } = useProfileAccess()
  const navigate = useNavigate()
  const formElement = useRef<HTMLFormElement>(null)
  const form = useForm({
    initial: { currentPassword: '', newPassword: '', confirmNewPassword: '' },
    schema: changePasswordBody,
    onSubmit: async (body, { setErrors }) => {
      try {
        await changePassword(body)
      } catch (thrown) {
        if (isApiError(thrown, 'invalidCurrentPassword')) setErrors({ currentPassword: thrown.message })
        else if (isApiError(thrown, 'currentAndNewPasswordMatch'))
          setErrors({ confirmNewPassword: thrown.message })
        else showFailure(thrown, failures.password)
        return focusRefused(formElement.current)
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
        text="Other devices that are signed in with your account are signed out."
        back={
          <Button component={Link} to={to.view} kind="bare" icon={IconArrowLeft}>
            Back
          </Button>
        }
      />
      <form ref={formElement} className={styles.narrow} noValidate onSubmit={form.submit}>
        <PasswordField
          label="Current Password"
          autoComplete="current-password"
          {...form.field('currentPassword')}
        />
        <PasswordField
          label="New Password"
          autoComplete="new-password"
          hint="At least 8 characters."
          {...form.field('newPassword')}
        />
        <PasswordField
          label="Confirm New Password"
          autoComplete="new-password"
          {...form.field('confirmNewPassword')}
        />
        <div className={styles.acts}>
          <Button component={Link} to={to.view}>
            Cancel
          </Button>
          <Button
            kind="prime"
            type="submit"
            pending={form.pending}
            disabled={!form.canSubmit && !form.pending}
          >
            Change Password
          </Button>
        </div>
      </form>
    </>
  )
}

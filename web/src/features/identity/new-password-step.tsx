import { isApiError } from '../../api/api-error.ts'
import { showFailure } from '../../api/failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { useForm } from '../../ui/use-form.ts'
import { newPasswordForm } from './form-rules.ts'
import styles from './identity.module.css'
import { fieldRefusal } from './server-refusals.ts'
import type { SignInCalls } from './sign-in-calls.ts'
import { firstStep, type SignInStep } from './sign-in-step.ts'

interface NewPasswordStepProps {
  calls: SignInCalls
  username: string
  verificationToken: string
  go: (step: SignInStep) => void
}

export function NewPasswordStep({ calls, username, verificationToken, go }: NewPasswordStepProps) {
  const form = useForm({
    initial: { newPassword: '', confirmNewPassword: '' },
    schema: newPasswordForm,
    async onSubmit(passwords, { setErrors }) {
      try {
        await calls.resetPassword({ ...passwords, username, verificationToken })
        showToast('success', 'Password changed successfully')
        go(firstStep)
      } catch (thrown) {
        const refusal = fieldRefusal(thrown)
        if (refusal) setErrors(refusal)
        else showFailure(thrown)
        if (isApiError(thrown) && thrown.code === 'invalid_verification_token') {
          go({ name: 'forgot-password', emailOrUsername: username })
        }
      }
    },
  })

  return (
    <form className={styles.form} noValidate onSubmit={form.submit}>
      <input type="hidden" name="username" autoComplete="username" value={username} readOnly />
      <PasswordField
        label="New Password"
        hint="Password must be 8 characters at least."
        autoComplete="new-password"
        {...form.field('newPassword')}
      />
      <PasswordField
        label="Confirm Password"
        autoComplete="new-password"
        {...form.field('confirmNewPassword')}
      />
      <Button
        type="submit"
        kind="prime"
        wide
        pending={form.pending}
        disabled={!form.canSubmit && !form.pending}
      >
        Continue
      </Button>
    </form>
  )
}

import { isApiError } from '../../api/api-error.ts'
import { showRefusal } from '../../api/field-refusal.ts'
import { Button } from '../../ui/button.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'
import { PasswordPair } from '../../ui/password-pair.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { useForm } from '../../ui/use-form.ts'
import { newPasswordRules } from './rules-for-later.ts'
import type { SignInCalls } from './sign-in-calls.ts'
import type { SignInStep } from './sign-in-step.ts'

interface NewPasswordStepProps {
  calls: SignInCalls
  username: string
  verificationToken: string
  go: (step: SignInStep) => void
}

export function NewPasswordStep({ calls, username, verificationToken, go }: NewPasswordStepProps) {
  const form = useForm({
    initial: { newPassword: '', confirmNewPassword: '' },
    schema: newPasswordRules,
    async onSubmit(passwords, { setErrors }) {
      try {
        await calls.resetPassword({ ...passwords, username, verificationToken })
        showToast('success', 'Password changed successfully')
        go({ name: 'login', username })
      } catch (thrown) {
        showRefusal(thrown, setErrors)
        if (isApiError(thrown) && thrown.code === 'invalid_verification_token') {
          go({ name: 'forgot-password', emailOrUsername: username })
        }
      }
    },
  })

  return (
    <FormFrame onSubmit={form.submit}>
      <input type="hidden" name="username" autoComplete="username" value={username} readOnly />
      <PasswordPair
        labels={['New Password', 'Confirm Password']}
        hint="Password must be 8 characters at least."
        password={form.field('newPassword')}
        confirmation={form.field('confirmNewPassword')}
      />
      <Button kind="prime" wide {...form.submitButton}>
        Continue
      </Button>
    </FormFrame>
  )
}

import { useState } from 'react'
import { showFailure } from '../../api/failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useForm } from '../../ui/use-form.ts'
import { ConfirmSendDialog } from './confirm-send-dialog.tsx'
import { forgotPasswordForm } from './form-rules.ts'
import styles from './identity.module.css'
import { fieldRefusal } from './server-refusals.ts'
import type { SignInCalls } from './sign-in-calls.ts'
import type { SignInStep } from './sign-in-step.ts'

interface ForgotPasswordStepProps {
  calls: SignInCalls
  /** What was typed on the login step. */
  emailOrUsername: string
  go: (step: SignInStep) => void
}

export function ForgotPasswordStep({ calls, emailOrUsername, go }: ForgotPasswordStepProps) {
  const [waiting, setWaiting] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  const form = useForm({
    initial: { emailOrUsername },
    schema: forgotPasswordForm,
    onSubmit: (output) => setWaiting(output.emailOrUsername),
  })

  async function send(who: string) {
    setPending(true)
    try {
      const { username, email } = await calls.forgotPassword(who)
      go({ name: 'password-code', username, email })
    } catch (thrown) {
      const refusal = fieldRefusal(thrown)
      if (refusal) form.setErrors(refusal)
      else showFailure(thrown)
      setWaiting(null)
      setPending(false)
    }
  }

  return (
    <form className={styles.form} noValidate onSubmit={form.submit}>
      <p className="quiet">
        Tell us who you are. A 6-digit code goes to the email of your account, and with it you choose a new
        password.
      </p>
      <TextField
        label="Email or Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('emailOrUsername')}
      />
      <Button type="submit" kind="prime" wide disabled={!form.canSubmit}>
        Continue
      </Button>
      <ConfirmSendDialog
        opened={waiting !== null}
        target={
          waiting?.includes('@') ? (
            <strong>{waiting}</strong>
          ) : (
            <>
              the email address of <strong>{waiting}</strong>
            </>
          )
        }
        pending={pending}
        onCancel={() => setWaiting(null)}
        onConfirm={() => waiting && void send(waiting)}
      />
    </form>
  )
}

import { Button } from '../../ui/button.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useForm } from '../../ui/use-form.ts'
import { ConfirmSendDialog } from './confirm-send-dialog.tsx'
import { forgotPasswordRules } from './rules-for-later.ts'
import type { SignInCalls } from './sign-in-calls.ts'
import type { SignInStep } from './sign-in-step.ts'
import { useConfirmedSend } from './use-confirmed-send.ts'

interface ForgotPasswordStepProps {
  calls: SignInCalls
  /** What was typed on the login step. */
  emailOrUsername: string
  go: (step: SignInStep) => void
}

export function ForgotPasswordStep({ calls, emailOrUsername, go }: ForgotPasswordStepProps) {
  const sending = useConfirmedSend<string>({
    setErrors: (errors) => form.setErrors(errors),
    async send(who) {
      const { username, email } = await calls.forgotPassword(who)
      go({ name: 'password-code', username, email })
    },
  })
  const form = useForm({
    initial: { emailOrUsername },
    schema: forgotPasswordRules,
    onSubmit: (output) => sending.ask(output.emailOrUsername),
  })

  return (
    <FormFrame onSubmit={form.submit}>
      <p className="quiet">
        Tell us who you are. We email a 6-digit code to your account’s address, and with it you choose a new
        password.
      </p>
      <TextField
        label="Email or Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('emailOrUsername')}
      />
      <Button kind="prime" wide {...form.submitButton}>
        Continue
      </Button>
      <ConfirmSendDialog {...sending.dialog} target={<Whom who={sending.asked ?? ''} />} />
    </FormFrame>
  )
}

/** A username stands for an address that isn't told. */
function Whom({ who }: { who: string }) {
  const name = <strong>{who}</strong>
  return who.includes('@') ? name : <>the email address of {name}</>
}

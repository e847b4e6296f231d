import { codeActs, RESEND_PAUSE_SECONDS, useDelayNote } from '../../api/one-time-code.ts'
import { CodeForm } from '../../ui/code-form.tsx'

interface CodeStepProps {
  otpType: 'email' | 'password'
  username: string
  /** Where the code went, in words. */
  email: string
  /** Gets the token of a verified password code. */
  onVerified: (verificationToken?: string) => void
}

/** Proves the e-mail address of a new account, or the right to a new password. */
export default function CodeStep({ otpType, username, email, onVerified }: CodeStepProps) {
  const to = (
    <>
      to <strong>{email}</strong>
    </>
  )
  return (
    <CodeForm
      sentTo={to}
      firstPauseSeconds={RESEND_PAUSE_SECONDS}
      delayNote={useDelayNote(otpType)}
      {...codeActs({ username, otpType }, onVerified)}
    />
  )
}

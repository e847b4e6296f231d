import { codeActs, useDelayNote } from '../../api/one-time-code.ts'
import { useKeptPause } from '../../api/use-kept-pause.ts'
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
  const pause = useKeptPause(`${otpType}:${username}`)
  const { verify, resend } = codeActs({ username, otpType }, onVerified)
  return (
    <CodeForm
      sentTo={to}
      firstPauseSeconds={pause.secondsLeft()}
      delayNote={useDelayNote(otpType)}
      verify={verify}
      resend={() => pause.keep(resend)}
    />
  )
}

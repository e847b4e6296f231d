import { resendShortCode, verifyShortCode } from '@almanac/contract/identity'
import { limits } from '@almanac/contract/limits'
import { type FormEvent, useRef, useState } from 'react'
import { isApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { showFailure } from '../../api/failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { CodeInput } from '../../ui/code-input.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { useCountdown } from '../../ui/use-countdown.ts'
import styles from './identity.module.css'

const RESEND_PAUSE_SECONDS = 30

interface CodeStepProps {
  purpose: 'email' | 'password'
  username: string
  /** Where the code went, in words. */
  email: string
  /** Gets the token of a verified password code. */
  onVerified: (verificationToken: string | undefined) => void
}

export function CodeStep({ purpose, username, email, onVerified }: CodeStepProps) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [pending, setPending] = useState<'verify' | 'resend' | null>(null)
  const [pauseSeconds, startPause] = useCountdown()
  const form = useRef<HTMLFormElement>(null)
  const isComplete = code.length === limits.shortCodeDigits && !error

  function change(next: string) {
    setCode(next)
    setError(undefined)
  }

  /** The button that was pressed is disabled now: the code is where one goes on. */
  const focusCode = () => form.current?.querySelector('input')?.focus()

  async function verify(event: FormEvent) {
    event.preventDefault()
    if (!isComplete || pending) return
    setPending('verify')
    try {
      const body = purpose === 'email' ? { username, emailToken: code } : { username, passwordToken: code }
      const answer = await call(verifyShortCode, { body })
      showToast('success', 'OTP verification is successful.')
      onVerified(answer.verificationToken)
    } catch (thrown) {
      if (isApiError(thrown, 'isInvalidShortCode')) setError(thrown.message)
      else showFailure(thrown)
      setPending(null)
      focusCode()
    }
  }

  async function resend() {
    change('')
    setPending('resend')
    try {
      await call(resendShortCode, { body: { username, otpType: purpose, resend: true } })
      showToast('success', 'Verification Code resend is successful')
      startPause(RESEND_PAUSE_SECONDS)
    } catch (thrown) {
      showFailure(thrown)
      if (isApiError(thrown) && thrown.retryAfterSeconds) startPause(thrown.retryAfterSeconds)
    }
    setPending(null)
    focusCode()
  }

  return (
    <form ref={form} className={styles.form} noValidate onSubmit={verify}>
      <p className={styles.say}>
        We sent a 6-digit code to <strong>{email}</strong>. Enter it here.
      </p>
      <CodeInput label="Verification Code" value={code} onChange={change} error={error} autoFocus />
      <Button type="submit" kind="prime" wide disabled={!isComplete} pending={pending === 'verify'}>
        Continue
      </Button>
      <p className={styles.say}>
        No code after a minute?{' '}
        <button
          type="button"
          className={styles.textButton}
          disabled={pauseSeconds > 0 || pending !== null}
          onClick={() => void resend()}
        >
          Resend Code
        </button>
        {pauseSeconds > 0 && <span className="num"> in {pauseText(pauseSeconds)}</span>}
      </p>
    </form>
  )
}

/** `0:27`; an hour's limit reads `58:20`. */
function pauseText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

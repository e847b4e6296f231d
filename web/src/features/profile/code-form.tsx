import { resendShortCode, verifyShortCode } from '@almanac/contract/identity'
import { limits } from '@almanac/contract/limits'
import { type FormEvent, useRef, useState } from 'react'
import { isApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { showFailure } from '../../api/failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { CodeInput } from '../../ui/code-input.tsx'
import { formatDuration } from '../../ui/format.ts'
import { showToast } from '../../ui/toast-store.ts'
import { useCountdown } from '../../ui/use-countdown.ts'
import styles from './profile-form.module.css'
import { type CodeTarget, verifyBody } from './verification-rules.ts'

const RESEND_PAUSE_SECONDS = 30

interface CodeFormProps {
  username: string
  target: CodeTarget
  onVerified: () => void
}

/** Enters the code of one address, or has it sent again. */
export function CodeForm({ username, target, onVerified }: CodeFormProps) {
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
  const focusCode = () => requestAnimationFrame(() => form.current?.querySelector('input')?.focus())

  async function verify(event: FormEvent) {
    event.preventDefault()
    if (!isComplete || pending) return
    setPending('verify')
    try {
      await call(verifyShortCode, { body: verifyBody(username, target, code) })
      showToast('success', 'OTP verification is successful.')
      onVerified()
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
      await call(resendShortCode, { body: { username, otpType: target.otpType, resend: true } })
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
    <form ref={form} className={styles.code} noValidate onSubmit={verify}>
      <p className="quiet">
        We sent a 6-digit code {target.otpType === 'email' ? 'to' : 'by SMS to'} <b>{target.address}</b>.
        Enter it here.
      </p>
      <CodeInput label="Verification Code" value={code} onChange={change} error={error} autoFocus />
      <Button type="submit" kind="prime" wide disabled={!isComplete} pending={pending === 'verify'}>
        Continue
      </Button>
      <p className="quiet">
        No code, or is it older than 10 minutes?{' '}
        <button
          type="button"
          className={styles.textButton}
          disabled={pauseSeconds > 0 || pending !== null}
          onClick={() => void resend()}
        >
          Resend Code
        </button>
        {pauseSeconds > 0 && <span className="num"> in {formatDuration(pauseSeconds)}</span>}
      </p>
    </form>
  )
}

import { formatDuration } from '@almanac/contract/duration'
import { limits } from '@almanac/contract/limits'
import { type ReactNode, useId, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { CODE_LENGTH } from './code-digits.ts'
import styles from './code-form.module.css'
import { CodeInput } from './code-input.tsx'
import { FormFrame } from './form-frame.tsx'
import { TextButton } from './text-button.tsx'
import { useCountdown } from './use-countdown.ts'

/** What came of a code; a refusal's words stand under the cells, of a failure the person was told otherwise. */
export type CodeOutcome = 'verified' | 'failed' | { refusal: string }

interface CodeFormProps {
  /** Where the code went, in words: `to` and an address. */
  sentTo: ReactNode
  /** Leads on by itself once the code is verified. */
  verify: (code: string) => Promise<CodeOutcome>
  /** Answers for how many seconds no other code can be asked for. */
  resend: () => Promise<number>
  /** Said above the code while codes leave late. */
  delayNote?: string | undefined
  /** Where a code has just been sent, for how long no other can be asked for. */
  firstPauseSeconds?: number
}

/** Enters a one-time code, or has another one sent. Only Continue or Enter sends it: a mistyped digit can be corrected before it counts as a try. */
export function CodeForm({ sentTo, verify, resend, delayNote, firstPauseSeconds = 0 }: CodeFormProps) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [pending, setPending] = useState<'verify' | 'resend' | null>(null)
  const [pauseSeconds, startPause] = useCountdown(firstPauseSeconds)
  const form = useRef<HTMLFormElement>(null)
  const isBusy = useRef(false)
  const sentId = useId()
  const isComplete = code.length === CODE_LENGTH && !error

  function change(next: string) {
    setCode(next)
    setError(undefined)
  }

  /** The button that was pressed is disabled now: the code is where one goes on. */
  function goOn() {
    isBusy.current = false
    setPending(null)
    form.current?.querySelector('input')?.focus()
  }

  async function submit(whole: string) {
    if (whole.length < CODE_LENGTH || isBusy.current) return
    isBusy.current = true
    setPending('verify')
    const outcome = await verify(whole)
    if (outcome === 'verified') return
    if (outcome !== 'failed') setError(outcome.refusal)
    goOn()
  }

  async function sendAgain() {
    if (isBusy.current) return
    isBusy.current = true
    change('')
    setPending('resend')
    startPause(await resend())
    goOn()
  }

  return (
    <FormFrame
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        if (isComplete) void submit(code)
      }}
    >
      <p id={sentId} className={styles.sent}>
        We sent a 6-digit code {sentTo}. Enter it here.
      </p>
      {delayNote && <p role="status">{delayNote}</p>}
      <CodeInput
        label="Verification Code"
        describedBy={sentId}
        value={code}
        onChange={change}
        readOnly={pending !== null}
        error={error}
        autoFocus
      />
      <Button type="submit" kind="prime" wide disabled={!isComplete} pending={pending === 'verify'}>
        Continue
      </Button>
      <p className="quiet">
        No code, or is it older than {limits.codeLifeMinutes} minutes?{' '}
        <TextButton disabled={pauseSeconds > 0 || pending !== null} onClick={() => void sendAgain()}>
          Resend Code
        </TextButton>
        {pauseSeconds > 0 && <span className="num"> in {formatDuration(pauseSeconds)}</span>}
      </p>
    </FormFrame>
  )
}

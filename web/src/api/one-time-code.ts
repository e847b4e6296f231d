import type { BodyInput } from '@almanac/contract/endpoint'
import { readCodeDelay, resendShortCode, verifyShortCode } from '@almanac/contract/identity'
import { useQuery } from '@tanstack/react-query'
import type { CodeOutcome } from '../ui/code-form.tsx'
import { showToast } from '../ui/toast-store.ts'
import { isApiError } from './api-error.ts'
import { call } from './call.ts'
import { queryClient, readOf } from './query-client.ts'

/** Whose code, and of which kind. */
export interface OneTimeCode {
  username: string
  otpType: 'email' | 'smsPhoneNumber' | 'password'
}

/** How long after a code the server sends no other. */
export const RESEND_PAUSE_SECONDS = 30
const TOKEN_NAMES = {
  email: 'emailToken',
  smsPhoneNumber: 'smsPhoneNumberToken',
  password: 'passwordToken',
} as const

const ASK_AGAIN_MS = 15_000

/** Tells, while codes of a kind leave late, what to do about it; asks the server for as long as the form is open. */
export function useDelayNote(otpType: OneTimeCode['otpType']): string | undefined {
  // The sign-in screen has no provider of the client around it.
  const { data } = useQuery(
    {
      ...readOf(readCodeDelay, { query: { otpType } }),
      refetchInterval: ASK_AGAIN_MS,
      // The person waits for a code; that this is not known is no news to them.
      meta: { isSilent: true },
    },
    queryClient,
  )
  if (!data?.isDelayed) return undefined
  const medium = otpType === 'smsPhoneNumber' ? 'SMS is' : 'Email is'
  return `${medium} delayed right now. Your code will arrive late; if it no longer works then, resend it.`
}

/** What a code is sent as: exactly one of the kinds. */
export function verifyBody(
  { username, otpType }: OneTimeCode,
  digits: string,
): BodyInput<typeof verifyShortCode> {
  return { username, [TOKEN_NAMES[otpType]]: digits }
}

/** The acts of a `CodeForm`. `onVerified` gets the token of a verified password code. */
export function codeActs(code: OneTimeCode, onVerified: (verificationToken?: string) => void) {
  return {
    async verify(digits: string): Promise<CodeOutcome> {
      try {
        const { verificationToken } = await call(verifyShortCode, { body: verifyBody(code, digits) })
        showToast('success', 'OTP verification is successful.')
        onVerified(verificationToken)
        return 'verified'
      } catch (thrown) {
        return isApiError(thrown, 'isInvalidShortCode') ? { refusal: thrown.message } : 'failed'
      }
    },

    /** Answers for how many seconds no other can be asked for. */
    async resend(): Promise<number> {
      try {
        await call(resendShortCode, { body: { ...code, resend: true } })
        showToast('success', 'Verification Code resend is successful')
        return RESEND_PAUSE_SECONDS
      } catch (thrown) {
        return (isApiError(thrown) && thrown.retryAfterSeconds) || 0
      }
    },
  }
}

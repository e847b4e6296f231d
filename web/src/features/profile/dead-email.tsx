import { errorCatalogue } from '@almanac/contract/errors'
import { resendShortCode } from '@almanac/contract/identity'
import type { ConsumerProfile } from '@almanac/contract/profile'
import { IconMailCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { isApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { useProfileAccess } from './profile-access.ts'
import styles from './profile-page.module.css'

/** That letters to the address keep coming back; where no other waits for its code, a code proves that it takes them again. */
export function DeadEmail({ profile }: { profile: ConsumerProfile }) {
  const { to } = useProfileAccess()
  const navigate = useNavigate()
  const [isPending, setIsPending] = useState(false)

  async function sendCode() {
    setIsPending(true)
    try {
      await call(resendShortCode, { body: { username: profile.username, otpType: 'email', resend: true } })
      void navigate(to.verification)
    } catch (thrown) {
      // What went wrong has been told, and a code can be asked for again.
      if (!isApiError(thrown)) throw thrown
    } finally {
      setIsPending(false)
    }
  }
  return (
    <>
      <p className={styles.stopped}>
        {errorCatalogue.email_dead.message} Sunbursts by email are neither sent nor charged until you verify
        it again, or another one.
      </p>
      {!profile.unverifiedEmail && (
        <Button icon={IconMailCheck} pending={isPending} onClick={() => void sendCode()}>
          Verify It Again
        </Button>
      )}
    </>
  )
}

import { IconArrowLeft } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, Navigate, useNavigate } from 'react-router'
import { failureText } from '../../api/failure-text.ts'
import { codeActs, useDelayNote } from '../../api/one-time-code.ts'
import { refresh } from '../../api/query-client.ts'
import { useKeptPause } from '../../api/use-kept-pause.ts'
import { Button } from '../../ui/button.tsx'
import { CodeForm } from '../../ui/code-form.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { formatPhone } from '../../ui/phone-number.ts'
import { SkeletonText } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { useOwnProfile, useProfileAccess } from './profile-access.ts'
import styles from './profile-form.module.css'
import { type CodeTarget, targetsOf } from './verification-rules.ts'

/** The codes that a saved profile still needs: of the e-mail address, of the phone number, or of one after the other. */
export function Component() {
  const { to } = useProfileAccess()
  const { data, error, isPending, isFetching, refetch } = useOwnProfile()
  if (data) return <Sequence username={data.username} waiting={targetsOf(data)} />
  return (
    <>
      <Head title="Verification" backTo={to.view} />
      {isPending && <SkeletonText count={3} label="Loading the profile" />}
      {error && (
        <ErrorState message={failureText(error)} onRetry={() => void refetch()} pending={isFetching} />
      )}
    </>
  )
}

const TITLES: Record<CodeTarget['otpType'], string> = {
  email: 'Verify your Email',
  smsPhoneNumber: 'Verify your Phone Number',
}

/** What waited when the page opened is gone through, although the profile changes with each code. */
function Sequence({ username, waiting }: { username: string; waiting: CodeTarget[] }) {
  const { to } = useProfileAccess()
  const navigate = useNavigate()
  const [targets] = useState(waiting)
  const [step, setStep] = useState(0)
  // All codes left with the save, just before the page opened.
  const pause = useKeptPause(`profile:${username}`)
  const target = targets[step]
  const delayNote = useDelayNote(target?.otpType ?? 'email')
  if (!target) return <Navigate to={to.view} replace />

  function verified() {
    void refresh('profile')
    if (step + 1 < targets.length) return setStep(step + 1)
    showToast('success', 'Profile updated successfully')
    void navigate(to.view)
  }
  const acts = codeActs({ username, otpType: target.otpType }, verified)
  return (
    <>
      <Head title={TITLES[target.otpType]} backTo={to.edit} />
      <div className={styles.code}>
        {targets.length > 1 && (
          <p className="quiet num">
            Step {step + 1} of {targets.length}
          </p>
        )}
        <CodeForm
          key={target.otpType}
          sentTo={sentTo(target)}
          firstPauseSeconds={pause.secondsLeft()}
          delayNote={delayNote}
          verify={acts.verify}
          resend={() => pause.keep(acts.resend)}
        />
      </div>
    </>
  )
}

const sentTo = ({ otpType, address }: CodeTarget) => (
  <>
    {otpType === 'email' ? 'to' : 'by SMS to'}{' '}
    <strong>{otpType === 'email' ? address : formatPhone(address)}</strong>
  </>
)

function Head({ title, backTo }: { title: string; backTo: string }) {
  return (
    <PageHead
      title={title}
      back={
        <Button component={Link} to={backTo} kind="bare" icon={IconArrowLeft}>
          Back
        </Button>
      }
    />
  )
}

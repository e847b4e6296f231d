import type { CustomerDetails } from '@almanac/contract/storefront'
import { IconArrowLeft } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { SkeletonText } from '../../ui/skeleton.tsx'
import { ForgotPasswordStep } from './forgot-password-step.tsx'
import styles from './identity.module.css'
import { forgetStep, keepStep, readStep } from './kept-step.ts'
import { LoginStep } from './login-step.tsx'
import { NewPasswordStep } from './new-password-step.tsx'
import { RegisterStep } from './register-step.tsx'
import type { SignInCalls } from './sign-in-calls.ts'
import { backFrom, headers, type SignInStep } from './sign-in-step.ts'

/** A chunk of its own: most who sign in never see it. */
const CodeStep = lazy(() => import('./code-step.tsx'))

interface SignInScreenProps {
  calls: SignInCalls
  first: SignInStep
  /** Whose sign-in it is: a code step is kept under it. */
  place: string
  /** The tenant that one can register with; null for admins. */
  tenant: { customerUrl: string; details: CustomerDetails | undefined } | null
}

/** The steps of signing in, one at a time, each under its header. */
export function SignInScreen({ calls, first, place, tenant }: SignInScreenProps) {
  const [step, setStep] = useState(() => (isAskedAnew(first) ? first : (readStep(place) ?? first)))
  const frame = useRef<HTMLElement>(null)
  const shown = useRef(step)
  const back = backFrom(step)

  // A reload runs no cleanup; who goes elsewhere in the app has left the step.
  useEffect(() => {
    keepStep(place, step)
    return () => forgetStep(place)
  }, [place, step])

  useLayoutEffect(() => {
    if (shown.current === step) return
    shown.current = step
    scrollTo(0, 0)
    // The code step focuses its first cell by itself.
    if (frame.current?.contains(document.activeElement)) return
    const heading = frame.current?.querySelector('h1')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus()
  }, [step])

  return (
    <section
      ref={frame}
      className={classNames(styles.step, step.name === 'register' && styles.broad)}
      key={step.name}
    >
      <PageHead
        title={headers[step.name]}
        back={
          back && (
            <Button kind="bare" icon={IconArrowLeft} onClick={() => setStep(back.to)}>
              {back.label}
            </Button>
          )
        }
      />
      <Suspense fallback={<SkeletonText count={3} label="Loading the form" />}>
        <StepForm step={step} go={setStep} calls={calls} tenant={tenant} />
      </Suspense>
    </section>
  )
}

/** Whether a link has just asked for the registration. After a reload the address still does, and the code step goes on. */
function isAskedAnew(first: SignInStep): boolean {
  if (first.name !== 'register') return false
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return load?.type === 'navigate'
}

interface StepFormProps extends Omit<SignInScreenProps, 'first' | 'place'> {
  step: SignInStep
  go: (step: SignInStep) => void
}

function StepForm({ step, go, calls, tenant }: StepFormProps) {
  switch (step.name) {
    case 'login':
      return <LoginStep calls={calls} username={step.username} canRegister={tenant !== null} go={go} />
    case 'register':
      if (!tenant) return null
      return (
        <RegisterStep
          customerUrl={tenant.customerUrl}
          categories={tenant.details?.subscriptionCategory}
          go={go}
        />
      )
    case 'forgot-password':
      return <ForgotPasswordStep calls={calls} emailOrUsername={step.emailOrUsername} go={go} />
    case 'email-verification':
      return (
        <CodeStep
          otpType="email"
          {...step}
          onVerified={() => go({ name: 'login', username: step.username })}
        />
      )
    case 'password-code':
      return (
        <CodeStep
          otpType="password"
          {...step}
          onVerified={(token) =>
            go({ name: 'new-password', username: step.username, verificationToken: token ?? '' })
          }
        />
      )
    case 'new-password':
      return <NewPasswordStep calls={calls} {...step} go={go} />
  }
}

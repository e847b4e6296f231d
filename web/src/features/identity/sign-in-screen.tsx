import type { CustomerDetails } from '@almanac/contract/storefront'
import { IconArrowLeft } from '@tabler/icons-react'
import { lazy, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { SkeletonText } from '../../ui/skeleton.tsx'
import { ForgotPasswordStep } from './forgot-password-step.tsx'
import styles from './identity.module.css'
import { LoginStep } from './login-step.tsx'
import { NewPasswordStep } from './new-password-step.tsx'
import { RegisterStep } from './register-step.tsx'
import type { SignInCalls } from './sign-in-calls.ts'
import { backFrom, firstStep, headers, type SignInStep } from './sign-in-step.ts'

/** A chunk of its own: most who sign in never see it. */
const CodeStep = lazy(() => import('./code-step.tsx'))

interface SignInScreenProps {
  calls: SignInCalls
  first: SignInStep
  /** The tenant that one can register with; null for admins. */
  tenant: { customerUrl: string; details: CustomerDetails | undefined } | null
}

/** The steps of signing in, one at a time, each under its header. */
export function SignInScreen({ calls, first, tenant }: SignInScreenProps) {
  const [step, setStep] = useState(first)
  const place = useRef<HTMLElement>(null)
  const shown = useRef(step)
  const back = backFrom(step)

  useLayoutEffect(() => {
    if (shown.current === step) return
    shown.current = step
    scrollTo(0, 0)
    // The code step focuses its first cell by itself.
    if (place.current?.contains(document.activeElement)) return
    const heading = place.current?.querySelector('h1')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus()
  }, [step])

  return (
    <section
      ref={place}
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

interface StepFormProps extends Omit<SignInScreenProps, 'first'> {
  step: SignInStep
  go: (step: SignInStep) => void
}

function StepForm({ step, go, calls, tenant }: StepFormProps) {
  switch (step.name) {
    case 'login':
      return <LoginStep calls={calls} canRegister={tenant !== null} go={go} />
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
      return <CodeStep otpType="email" {...step} onVerified={() => go(firstStep)} />
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

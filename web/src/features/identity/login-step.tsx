import { useState } from 'react'
import { isApiError } from '../../api/api-error.ts'
import { showFailure } from '../../api/failure-text.ts'
import { fieldRefusal } from '../../api/field-refusal.ts'
import { readSession, verifySession } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'
import { TextButton } from '../../ui/text-button.tsx'
import { PasswordField, TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { useForm } from '../../ui/use-form.ts'
import styles from './identity.module.css'
import { loginRules } from './rules-for-later.ts'
import { unverifiedUser } from './server-refusals.ts'
import type { SignInCalls } from './sign-in-calls.ts'
import type { SignInStep } from './sign-in-step.ts'

interface LoginStepProps {
  calls: SignInCalls
  /** Filled in where it is known. */
  username: string | undefined
  /** Admins don't register. */
  canRegister: boolean
  go: (step: SignInStep) => void
}

export function LoginStep({ calls, username = '', canRegister, go }: LoginStepProps) {
  const [isRefused, setIsRefused] = useState(false)
  const form = useForm({
    initial: { usernameOrEmail: username, password: '', rememberMe: false },
    schema: loginRules,
    async onSubmit(body, { setErrors }) {
      try {
        await calls.logIn(body)
        showToast('success', 'Login is successful')
        // The route's guard leads on as soon as it is known who is signed in.
        await verifySession()
        const session = readSession()
        if (session.status === 'failed') showFailure(session.error)
      } catch (thrown) {
        const unverified = unverifiedUser(thrown)
        const refusal = fieldRefusal(thrown)
        // A toast says why the next step is another one.
        if (unverified) go({ name: 'email-verification', ...unverified })
        else if (refusal) {
          setErrors(refusal)
          setIsRefused(true)
        } else if (!isApiError(thrown)) throw thrown
      }
    },
  })

  /** A refusal speaks of both fields: changing one takes it off both. */
  function bind(name: 'usernameOrEmail' | 'password') {
    const field = form.field(name)
    return {
      ...field,
      onChange: (event: Parameters<typeof field.onChange>[0]) => {
        form.setErrors({})
        setIsRefused(false)
        field.onChange(event)
      },
    }
  }

  return (
    <FormFrame onSubmit={form.submit}>
      <TextField
        label="Email or Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        invalid={isRefused}
        {...bind('usernameOrEmail')}
      />
      <PasswordField label="Password" autoComplete="current-password" {...bind('password')} />
      <div className={styles.sides}>
        <Checkbox label="Remember me" {...form.check('rememberMe')} />
        <TextButton
          onClick={() => go({ name: 'forgot-password', emailOrUsername: form.values.usernameOrEmail.trim() })}
        >
          Forgot Password?
        </TextButton>
      </div>
      <Button kind="prime" wide {...form.submitButton}>
        Login
      </Button>
      {canRegister && (
        <p className="quiet">
          New here? <TextButton onClick={() => go({ name: 'register' })}>Register</TextButton>
        </p>
      )}
    </FormFrame>
  )
}

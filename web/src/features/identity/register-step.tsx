import type { Body } from '@almanac/contract/endpoint'
import { signup, signupBody } from '@almanac/contract/identity'
import type { CustomerDetails } from '@almanac/contract/storefront'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { showFailure } from '../../api/failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { TextButton } from '../../ui/text-button.tsx'
import { PasswordField, TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { useForm } from '../../ui/use-form.ts'
import { ConfirmSendDialog } from './confirm-send-dialog.tsx'
import styles from './identity.module.css'
import { fieldRefusal } from './server-refusals.ts'
import { SignChoice } from './sign-choice.tsx'
import type { SignInStep } from './sign-in-step.ts'

interface RegisterStepProps {
  customerUrl: string
  /** Undefined while it is being fetched. */
  categories: CustomerDetails['subscriptionCategory'] | undefined
  go: (step: SignInStep) => void
}

const EMPTY = {
  fullName: '',
  username: '',
  email: '',
  contactNumber: '',
  defaultCategoryId: '',
  password: '',
  confirmPassword: '',
}

export function RegisterStep({ customerUrl, categories, go }: RegisterStepProps) {
  const [waiting, setWaiting] = useState<Body<typeof signup> | null>(null)
  const [pending, setPending] = useState(false)
  const form = useForm({ initial: EMPTY, schema: signupBody, onSubmit: setWaiting })

  async function send(body: Body<typeof signup>) {
    setPending(true)
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    try {
      const answer = await call(signup, { params: { customerUrl }, body: { ...body, timeZone } })
      showToast('success', 'Registration is successful')
      go({ name: 'email-verification', username: answer.username, email: answer.tempEmail })
    } catch (thrown) {
      const refusal = fieldRefusal(thrown)
      if (refusal) form.setErrors(refusal)
      else showFailure(thrown)
      setWaiting(null)
      setPending(false)
    }
  }

  return (
    <form className={classNames(styles.form, styles.pairs)} noValidate onSubmit={form.submit}>
      <TextField label="Full Name" autoComplete="name" {...form.field('fullName')} />
      <TextField
        label="Username"
        hint="3 to 16 characters, no spaces"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('username')}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('email')}
      />
      <TextField label="Mobile Number" type="tel" autoComplete="tel" {...form.field('contactNumber')} />
      <div className={styles.wide}>
        <SignChoice categories={categories} {...form.custom('defaultCategoryId')} />
      </div>
      <PasswordField
        label="Password"
        hint="At least 8 characters"
        autoComplete="new-password"
        {...form.field('password')}
      />
      <PasswordField
        label="Confirm Password"
        autoComplete="new-password"
        {...form.field('confirmPassword')}
      />
      <div className={classNames(styles.wide, styles.go)}>
        <Button type="submit" kind="gold" wide disabled={!form.canSubmit}>
          Register
        </Button>
        <p className="quiet">
          Already have an account? <TextButton onClick={() => go({ name: 'login' })}>Login</TextButton>
        </p>
      </div>
      <ConfirmSendDialog
        opened={waiting !== null}
        target={<strong>{waiting?.email}</strong>}
        pending={pending}
        onCancel={() => setWaiting(null)}
        onConfirm={() => waiting && void send(waiting)}
      />
    </form>
  )
}

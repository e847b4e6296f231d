import type { Body } from '@almanac/contract/endpoint'
import { signup } from '@almanac/contract/identity'
import type { CustomerDetails } from '@almanac/contract/storefront'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { Across, FormFields, FormFrame } from '../../ui/form-frame.tsx'
import { NameField } from '../../ui/name-field.tsx'
import { PasswordPair } from '../../ui/password-pair.tsx'
import { TextButton } from '../../ui/text-button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { useForm } from '../../ui/use-form.ts'
import { ConfirmSendDialog } from './confirm-send-dialog.tsx'
import styles from './identity.module.css'
import { signupRules } from './rules-for-later.ts'
import { SignChoice } from './sign-choice.tsx'
import type { SignInStep } from './sign-in-step.ts'
import { useConfirmedSend } from './use-confirmed-send.ts'

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
  const sending = useConfirmedSend<Body<typeof signup>>({
    setErrors: (errors) => form.setErrors(errors),
    async send(body) {
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
      const answer = await call(signup, { params: { customerUrl }, body: { ...body, timeZone } })
      showToast('success', 'Registration is successful')
      go({ name: 'email-verification', username: answer.username, email: answer.tempEmail })
    },
  })
  const form = useForm({ initial: EMPTY, schema: signupRules, onSubmit: sending.ask })

  return (
    <FormFrame size="middle" onSubmit={form.submit}>
      <FormFields>
        <NameField label="Full Name" autoComplete="name" {...form.field('fullName')} />
        <TextField
          label="Username"
          hint="3 to 16 characters, no spaces."
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
        <TextField label="Mobile Number" autoComplete="tel" {...form.phone('contactNumber')} />
        <Across>
          <SignChoice categories={categories} {...form.custom('defaultCategoryId')} />
        </Across>
        <PasswordPair
          labels={['Password', 'Confirm Password']}
          hint="At least 8 characters."
          password={form.field('password')}
          confirmation={form.field('confirmPassword')}
        />
      </FormFields>
      <div className={styles.go}>
        <Button kind="gold" wide {...form.submitButton}>
          Register
        </Button>
        <p className="quiet">
          Already have an account? <TextButton onClick={() => go({ name: 'login' })}>Login</TextButton>
        </p>
      </div>
      <ConfirmSendDialog {...sending.dialog} target={<strong>{sending.asked?.email}</strong>} />
    </FormFrame>
  )
}

import type { ReactNode } from 'react'
import { PasswordField } from './text-field.tsx'

type Bound = Pick<Parameters<typeof PasswordField>[0], 'name' | 'value' | 'error' | 'onChange' | 'onBlur'>

interface PasswordPairProps {
  labels: [password: string, confirmation: string]
  hint: ReactNode
  password: Bound
  confirmation: Bound
}

/** A new password, and the same once more. */
export function PasswordPair({ labels, hint, password, confirmation }: PasswordPairProps) {
  return (
    <>
      <PasswordField label={labels[0]} hint={hint} autoComplete="new-password" {...password} />
      <PasswordField label={labels[1]} autoComplete="new-password" {...confirmation} />
    </>
  )
}

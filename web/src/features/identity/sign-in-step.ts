import { registerHash } from '@almanac/contract/pages'

/** Where a person stands on the sign-in screen, with what that step needs to know. */
export type SignInStep =
  /** With the name of who has just verified or changed a password here. */
  | { name: 'login'; username?: string }
  | { name: 'register' }
  | { name: 'forgot-password'; emailOrUsername: string }
  | { name: 'email-verification'; username: string; email: string }
  | { name: 'password-code'; username: string; email: string }
  | { name: 'new-password'; username: string; verificationToken: string }

/** The headers, verbatim. */
export const headers: Record<SignInStep['name'], string> = {
  login: 'Login to your Account',
  register: 'Create your Account',
  'email-verification': 'Verify your Email',
  'forgot-password': 'Forgot Password',
  'password-code': 'Enter Verification Code',
  'new-password': 'Enter New Password',
}

/** What a tenant's login says on its night side. */
export const tenantLine = 'New readings every Tuesday, just after midnight Eastern Time.'

export const firstStep: SignInStep = { name: 'login' }

/** The way back from a step; null on the first one. */
export function backFrom(step: SignInStep): { label: string; to: SignInStep } | null {
  if (step.name === 'login') return null
  if (step.name === 'password-code') {
    return { label: 'Back', to: { name: 'forgot-password', emailOrUsername: step.username } }
  }
  return { label: 'Back to Login', to: firstStep }
}

/** Whether the way here asks for registration: the app's links by navigation state, the landing page by the fragment. */
export function asksToRegister(location: { state: unknown; hash: string }): boolean {
  const { state, hash } = location
  const flag =
    typeof state === 'object' && state !== null && 'isRegister' in state && state.isRegister === true
  return flag || hash === registerHash
}

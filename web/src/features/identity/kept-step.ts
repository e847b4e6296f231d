import type { SignInStep } from './sign-in-step.ts'

/** A step that waits for a code: who switches to the mail program finds it again, also where the tab is loaded anew. */
export type CodeStepAt = Extract<SignInStep, { email: string }>

const keyOf = (place: string) => `sign-in-step:${place}`

export function isCodeStep(step: SignInStep): step is CodeStepAt {
  return step.name === 'email-verification' || step.name === 'password-code'
}

/** Keeps a step for this tab. It holds a name and where the code went, and no secret: other steps are forgotten. */
export function keepStep(place: string, step: SignInStep): void {
  try {
    if (isCodeStep(step)) sessionStorage.setItem(keyOf(place), JSON.stringify(step))
    else sessionStorage.removeItem(keyOf(place))
  } catch {
    // Storage is closed: a reload begins again.
  }
}

export function forgetStep(place: string): void {
  keepStep(place, { name: 'login' })
}

/** The step that was kept; null of none, and of nonsense. */
export function readStep(place: string): CodeStepAt | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(place)) ?? 'null')
    const { name, username, email } = kept
    if (typeof username !== 'string' || typeof email !== 'string') return null
    return isCodeStep({ name } as SignInStep) ? { name, username, email } : null
  } catch {
    return null
  }
}

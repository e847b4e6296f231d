import { isConsumer, type OwnProfile } from './profile-rules.ts'

/** An address that waits for its code, under the code's own name. */
export interface CodeTarget {
  otpType: 'email' | 'smsPhoneNumber'
  address: string
}

/** What waits for a code, in the order in which it is verified: e-mail, then phone. */
export function targetsOf(profile: OwnProfile): CodeTarget[] {
  const targets: CodeTarget[] = []
  if (profile.unverifiedEmail) targets.push({ otpType: 'email', address: profile.unverifiedEmail })
  if (isConsumer(profile) && profile.unverifiedSmsPhoneNumber)
    targets.push({ otpType: 'smsPhoneNumber', address: profile.unverifiedSmsPhoneNumber })
  // One that was verified before keeps nothing else waiting: its letters may not arrive.
  if (targets.length === 0 && isConsumer(profile) && profile.isEmailDead)
    targets.push({ otpType: 'email', address: profile.email })
  return targets
}

/** What a form would change that a code must prove. */
export interface AddressChange {
  email?: string
  /** Empty where the number is taken away, which needs no code. */
  smsPhoneNumber?: string
}

interface Addresses {
  email: string
  smsPhoneNumber?: string | undefined
}

/**
 * Which addresses differ from those that work now or wait for their code; null where none does. E-mail is compared as the server does, without
 * regard to case; numbers by `isSame`.
 */
export function addressChange(
  profile: OwnProfile,
  wanted: Addresses,
  isSame: (left: string, right: string) => boolean,
): AddressChange | null {
  const change: AddressChange = {}
  const emails = [profile.email, profile.unverifiedEmail ?? '']
  if (!emails.some((email) => email.toLowerCase() === wanted.email.toLowerCase())) change.email = wanted.email
  if (isConsumer(profile) && wanted.smsPhoneNumber !== undefined) {
    const next = wanted.smsPhoneNumber.trim()
    const numbers = [profile.smsPhoneNumber ?? '', profile.unverifiedSmsPhoneNumber ?? '']
    const isKnown =
      next === '' ? numbers.every((one) => one === '') : numbers.some((one) => isSame(one, next))
    if (!isKnown) change.smsPhoneNumber = next
  }
  return Object.keys(change).length > 0 ? change : null
}

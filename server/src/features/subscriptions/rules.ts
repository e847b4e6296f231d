import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** What of a consumer decides whether a medium reaches them. */
export interface Recipient {
  email: string
  isEmailVerified: boolean
  /** Since when the address is known to take no letters. */
  emailDeadAt: Date | null
  /** The verified number in E.164; one that awaits its code is not here. */
  smsPhoneNumber: string | null
  smsOptedOutAt: Date | null
}

/** Why a medium can't reach a consumer, though it is subscribed. */
export type Obstacle = 'sms-number-required' | 'sms-opted-out' | 'email-unverified' | 'email-dead'

/**
 * Whether SMS may go to a number of this country; the country comes from the number's area, since `+1` alone may be the
 * US, Canada or the Bahamas (decision S6).
 */
export function isSmsCountry(smsPhoneNumber: string, countries: readonly CountryCode[]): boolean {
  const country = parsePhoneNumberFromString(smsPhoneNumber)?.country
  return country !== undefined && countries.includes(country)
}

/** Where a consumer is reached by a medium, or what stands in the way. */
export function addressOf(
  medium: 'sms' | 'email',
  recipient: Recipient,
  countries: readonly CountryCode[],
): { address: string } | { obstacle: Obstacle } {
  if (medium === 'email') {
    if (!recipient.isEmailVerified) return { obstacle: 'email-unverified' }
    return recipient.emailDeadAt ? { obstacle: 'email-dead' } : { address: recipient.email }
  }
  const { smsPhoneNumber, smsOptedOutAt } = recipient
  if (!smsPhoneNumber || !isSmsCountry(smsPhoneNumber, countries)) return { obstacle: 'sms-number-required' }
  return smsOptedOutAt ? { obstacle: 'sms-opted-out' } : { address: smsPhoneNumber }
}

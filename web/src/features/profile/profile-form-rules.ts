import type { Role } from '@almanac/contract/endpoint'
import { astrologicalSign, SMS_NUMBER_REFUSAL, smsPhoneNumber } from '@almanac/contract/fields'
import { adminProfileBody, consumerProfileBody, customerProfileBody } from '@almanac/contract/profile'
import { z } from 'zod'
import { isApiError } from '../../api/api-error.ts'
import { fieldRefusal } from '../../api/field-refusal.ts'
import { isNorthAmerican, type ParsePhone } from '../../api/phone-rules.ts'
import { formatPhone } from '../../ui/phone-number.ts'
import { hasTimeZone, isConsumer, type OwnProfile } from './profile-rules.ts'

/** What stands in the form; a role without a field leaves it as it is. */
export interface ProfileValues {
  fullName: string
  email: string
  contactNumber: string
  smsPhoneNumber: string
  timeZone: string
  /** The category's id as text; empty when none is chosen. */
  defaultCategoryId: string
}

/** The form as it opens: an address that waits for its code stands in place of the old one, so that saving keeps it. */
export function valuesOf(profile: OwnProfile): ProfileValues {
  const { fullName, email, contactNumber, unverifiedEmail } = profile
  const consumer = isConsumer(profile) ? profile : null
  return {
    fullName,
    contactNumber: formatPhone(contactNumber),
    email: unverifiedEmail ?? email,
    smsPhoneNumber: formatPhone(consumer?.unverifiedSmsPhoneNumber ?? consumer?.smsPhoneNumber ?? ''),
    timeZone: (hasTimeZone(profile) && profile.timeZone) || '',
    defaultCategoryId: String(consumer?.defaultCategoryId ?? ''),
  }
}

const unasked = { timeZone: z.string(), smsPhoneNumber: z.string(), defaultCategoryId: z.coerce.number() }

/** A role's rules, the contract's own; what the role has no field for passes. `parse` is null until it is loaded. */
export function profileSchema(role: Role, parse: ParsePhone | null) {
  if (role === 'admin') return adminProfileBody.extend(unasked)
  if (role === 'customer')
    return customerProfileBody.extend({ ...unasked, timeZone: customerProfileBody.shape.timeZone })
  return consumerProfileBody.extend({
    defaultCategoryId: astrologicalSign,
    smsPhoneNumber: smsPhoneNumber.refine(
      (number) => number === '' || !parse || isNorthAmerican(number, parse),
      SMS_NUMBER_REFUSAL,
    ),
  })
}

/** The refusals that carry no flag, by their code. */
const FIELDS: Readonly<Record<string, keyof ProfileValues | 'picture'>> = {
  unknown_category: 'defaultCategoryId',
  invalid_picture: 'picture',
  picture_too_large: 'picture',
}

/** The server's message by the field that it speaks of; null of a failure that concerns no field. */
export function refusalOf(thrown: unknown): Record<string, string> | null {
  const field = isApiError(thrown) && FIELDS[thrown.code]
  return field ? { [field]: thrown.message } : fieldRefusal(thrown)
}

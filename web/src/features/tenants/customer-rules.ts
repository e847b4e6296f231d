import type { Customer, CustomerContent, CustomerRow } from '@almanac/contract/tenants'
import { formatTokens, formatZone } from '../../ui/format.ts'
import { formatPhone } from '../../ui/phone-number.ts'

/** What stands in the form of a customer that is there. */
export interface CustomerValues {
  fullName: string
  email: string
  contactNumber: string
  companyName: string
  details: string
  thresholdToken: string
  timeZone: string
}

/** The same of a new one. */
export interface NewCustomerValues extends CustomerValues {
  username: string
  url: string
  password: string
  confirmPassword: string
}

export const NEW_CUSTOMER: NewCustomerValues = {
  fullName: '',
  username: '',
  email: '',
  contactNumber: '',
  companyName: '',
  url: '',
  details: '',
  thresholdToken: '',
  timeZone: '',
  password: '',
  confirmPassword: '',
}

/** What an edit is made of: of two addresses the one that waits for its code. */
export function contentOf(customer: Customer): CustomerContent {
  return { ...customer, email: customer.unverifiedEmail ?? customer.email }
}

/** A customer in words, by the labels of its form. */
export function factsOf(customer: CustomerContent): Record<string, string> {
  return {
    'Company Name': customer.companyName,
    Details: customer.details,
    'Threshold Token': formatTokens(customer.thresholdToken),
    'Time Zone': formatZone(customer.timeZone),
    Name: customer.fullName,
    Email: customer.email,
    'Mobile Number': formatPhone(customer.contactNumber),
  }
}

/** The form as it opens: an address that waits for its code stands in place of the old one, so that saving keeps it. */
export function valuesOf(customer: Customer): CustomerValues {
  return {
    fullName: customer.fullName,
    email: customer.unverifiedEmail ?? customer.email,
    contactNumber: formatPhone(customer.contactNumber),
    companyName: customer.companyName,
    details: customer.details,
    thresholdToken: String(customer.thresholdToken),
    timeZone: customer.timeZone,
  }
}

/** The wizard's steps, by their number. */
export const STEPS = [
  { step: 1, label: 'Customer Info' },
  { step: 2, label: 'Category' },
  { step: 3, label: 'Package' },
] as const
export type Step = (typeof STEPS)[number]['step']

type Parts = Pick<CustomerRow, 'numberOfCategories' | 'numberOfPackages'>

/** The step at which an unfinished customer is gone on with; null of one that has all. */
export function openStep({ numberOfCategories, numberOfPackages }: Parts): Step | null {
  if (numberOfCategories === 0) return 2
  return numberOfPackages === 0 ? 3 : null
}

/** What an unfinished customer has not; null of one that has all. */
export function missingWords({ numberOfCategories, numberOfPackages }: Parts): string | null {
  if (numberOfCategories > 0 && numberOfPackages > 0) return null
  if (numberOfCategories > 0) return 'No package yet'
  return numberOfPackages > 0 ? 'No category yet' : 'No category or package yet'
}

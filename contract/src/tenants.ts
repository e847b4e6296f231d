import { z } from 'zod'
import { type AccentColorName, accentColorNames, hexColor } from './accent.ts'
import { endpoint } from './endpoint.ts'
import {
  companyDetails,
  companyName,
  confirmed,
  contactNumber,
  email,
  fullName,
  newCustomerUrl,
  newPassword,
  thresholdToken,
  timeZone,
  username,
} from './fields.ts'
import { LOGO_MISSING } from './file-refusals.ts'
import { limits } from './limits.ts'
import {
  emailAddress,
  flag,
  fromJson,
  idText,
  paged,
  pageQuery,
  searchText,
  tokenCount,
} from './primitives.ts'

const hex = z.string().regex(hexColor)
const accentScheme = z.object(
  Object.fromEntries(accentColorNames.map((name) => [name, hex])) as Record<AccentColorName, typeof hex>,
)
export const accent = z.object({ light: accentScheme, dark: accentScheme })

export const customerRow = z.object({
  id: z.number().int(),
  companyName: z.string(),
  url: z.string(),
  logoUrl: z.string().nullable(),
  fullName: z.string(),
  username: z.string(),
  email: emailAddress,
  /** One without either is not finished: there is nothing to subscribe to, or nothing to buy. */
  numberOfCategories: z.number().int(),
  numberOfPackages: z.number().int(),
})
export type CustomerRow = z.output<typeof customerRow>

/** A tenant as the admin sees it: the company, and the operator who signs in for it. */
export const customer = customerRow.extend({
  /** The operator's new address, which waits for its code; the old one works until then. */
  unverifiedEmail: emailAddress.nullable(),
  contactNumber: z.string(),
  timeZone: z.string(),
  /** At or below this balance a package is bought automatically, for consumers who chose one. */
  thresholdToken: tokenCount,
  details: z.string(),
})
export type Customer = z.output<typeof customer>

/** By what the list may be sorted. */
export const customerColumn = z.enum(['companyName', 'url'])

export const listCustomers = endpoint({
  method: 'GET',
  path: '/v1/admin/customers',
  summary: 'All tenants',
  actor: ['admin'],
  query: z.object({
    ...pageQuery,
    /** Part of a company's name, of its url, or of its operator's username. */
    searchText,
    isShortAscending: flag.default(true),
    shortByColumn: customerColumn.default('companyName'),
  }),
  response: paged(customerRow),
  errors: [],
})

const customerParams = z.object({ customerId: idText })

/** What can be changed after a tenant was made: its slug and its operator's username can't. */
export const customerUpdateBody = z.object({
  fullName,
  email,
  contactNumber,
  companyName,
  details: companyDetails,
  thresholdToken,
  timeZone,
})

/** What an admin enters of a tenant that is there, as it is read; of two addresses the one that waits for its code. */
export const customerContent = customer.pick({
  fullName: true,
  email: true,
  contactNumber: true,
  companyName: true,
  details: true,
  thresholdToken: true,
  timeZone: true,
})
export type CustomerContent = z.output<typeof customerContent>

/** What an edit was made of (as `expected` of `updateShortText`). Without it the last word counts. */
const expected = fromJson(customerContent)
  .optional()
  .meta({ description: 'What the edit was made of; a tenant that is something else by now is not changed.' })

export const customerBody = confirmed(
  customerUpdateBody.extend({
    username,
    url: newCustomerUrl,
    password: newPassword,
    confirmPassword: z.string({ error: 'Passwords must match' }),
  }),
  'password',
  'confirmPassword',
)

const logo = {
  maxBytes: limits.pictureMaxBytes,
  tooLarge: 'picture_too_large',
  mediaTypes: ['image/png', 'image/jpeg'],
} as const

const saved = customer.extend({ message: z.string() })

export const getCustomer = endpoint({
  method: 'GET',
  path: '/v1/admin/customer/:customerId',
  summary: 'A tenant with its operator',
  actor: ['admin'],
  params: customerParams,
  response: customer,
  errors: [],
})

export const addCustomer = endpoint({
  method: 'POST',
  path: '/v1/admin/customer',
  summary: 'Make a tenant and its operator, who can log in at once',
  actor: ['admin'],
  body: customerBody,
  files: { companyLogo: { ...logo, required: true, missing: LOGO_MISSING } },
  response: saved,
  status: 201,
  idempotent: true,
  errors: [
    'username_taken',
    'url_taken',
    'idempotency_mismatch',
    'invalid_picture',
    'picture_too_large',
    'upload_broken',
  ],
})

export const updateCustomer = endpoint({
  method: 'PUT',
  path: '/v1/admin/customer/:customerId',
  summary: "Change a tenant and its operator; a new email address waits for the operator's code",
  actor: ['admin'],
  params: customerParams,
  body: customerUpdateBody.extend({ expected }),
  files: { companyLogo: { ...logo, required: false } },
  response: saved,
  errors: [
    'email_taken',
    'threshold_too_high',
    'changed_meanwhile',
    'invalid_picture',
    'picture_too_large',
    'upload_broken',
  ],
})

/** What the deletion of a tenant ends; nobody is charged for any of it anymore. */
export const customerEnd = z.object({
  /** Of its operator and consumers, signed in at this moment. */
  sessions: z.number().int(),
  /** Sunbursts that were scheduled or on their way. */
  sunbursts: z.number().int(),
  automaticPurchases: z.number().int(),
  /** Neither paid nor failed: each is settled if it was paid, and given up otherwise. */
  openPurchases: z.number().int(),
})
export type CustomerEnd = z.output<typeof customerEnd>

export const previewCustomerEnd = endpoint({
  method: 'GET',
  path: '/v1/admin/delete-customer/:customerId',
  summary: 'What the deletion of a tenant would end',
  actor: ['admin'],
  params: customerParams,
  response: customerEnd,
  errors: [],
})

export const deleteCustomer = endpoint({
  method: 'DELETE',
  path: '/v1/admin/delete-customer/:customerId',
  summary: 'Delete a tenant: its pages are gone, its money and ledger stay',
  actor: ['admin'],
  params: customerParams,
  response: customerEnd.extend({ message: z.string() }),
  errors: [],
})

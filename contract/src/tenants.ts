import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { customerUrl, paged, pageQuery } from './primitives.ts'

/** The colours a tenant's accent takes the place of gold with, in one scheme. */
const accentScheme = z.object({
  gold: z.string(),
  onGold: z.string(),
  goldInk: z.string(),
  goldLine: z.string(),
  goldWash: z.string(),
  nightGold: z.string(),
  nightOnGold: z.string(),
})
export const accent = z.object({ light: accentScheme, dark: accentScheme })
export type Accent = z.output<typeof accent>

const namedCategory = z.object({ id: z.number(), name: z.string(), imageUrl: z.string().nullable() })

export const customerDetails = z.object({
  url: z.string(),
  companyName: z.string(),
  details: z.string(),
  imageUrl: z.string().nullable(),
  logoUrl: z.string().nullable(),
  supportEmail: z.string(),
  timeZone: z.string(),
  thresholdToken: z.number().int(),
  accent: accent.nullable(),
  subscriptionCategory: z.array(namedCategory),
})
export type CustomerDetails = z.output<typeof customerDetails>

export const getCustomerDetailsByUrl = endpoint({
  method: 'GET',
  path: '/v1/customer-details-by-url/:url',
  summary: 'Details of a tenant by its url slug',
  actor: 'public',
  params: z.object({ url: customerUrl }),
  response: customerDetails,
  errors: [],
})

export const getLandingPage = endpoint({
  method: 'GET',
  path: '/v1/customers/:customerUrl/landingpage',
  summary: 'What the landing page of a tenant shows',
  actor: 'public',
  params: z.object({ customerUrl }),
  response: z.object({ customerDetails }),
  errors: [],
})

export const customerRow = z.object({
  id: z.number().int(),
  companyName: z.string(),
  url: z.string(),
  logoUrl: z.string().nullable(),
  fullName: z.string(),
  username: z.string(),
  email: z.string(),
})

export const listCustomers = endpoint({
  method: 'GET',
  path: '/v1/admin/customers',
  summary: 'All tenants',
  actor: ['admin'],
  query: z.object(pageQuery),
  response: paged(customerRow),
  errors: [],
})

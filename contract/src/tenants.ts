import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { emailAddress, paged, pageQuery } from './primitives.ts'

/** The colours a tenant's accent takes the place of gold with, in one scheme. */
const accentScheme = z.object({
  gold: z.string(),
  onGold: z.string(),
  goldInk: z.string(),
  goldLine: z.string(),
  goldWash: z.string(),
  nightGold: z.string(),
  onNightGold: z.string(),
})
export const accent = z.object({ light: accentScheme, dark: accentScheme })
export type Accent = z.output<typeof accent>

export const customerRow = z.object({
  id: z.number().int(),
  companyName: z.string(),
  url: z.string(),
  logoUrl: z.string().nullable(),
  fullName: z.string(),
  username: z.string(),
  email: emailAddress,
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

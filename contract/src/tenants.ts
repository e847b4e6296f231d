import { z } from 'zod'
import { type AccentColorName, accentColorNames, hexColor } from './accent.ts'
import { endpoint } from './endpoint.ts'
import { emailAddress, paged, pageQuery } from './primitives.ts'

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

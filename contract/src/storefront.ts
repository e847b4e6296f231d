import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { customerUrl, emailAddress } from './primitives.ts'
import { accent } from './tenants.ts'

const namedCategory = z.object({ id: z.number(), name: z.string(), imageUrl: z.string().nullable() })

export const customerDetails = z.object({
  url: z.string(),
  companyName: z.string(),
  details: z.string(),
  imageUrl: z.string().nullable(),
  logoUrl: z.string().nullable(),
  supportEmail: emailAddress,
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

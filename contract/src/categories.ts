import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { customerUrl, flag, paged, pageQuery } from './primitives.ts'

export const mediumName = z.enum(['audio', 'sms', 'email'])
export type MediumName = z.output<typeof mediumName>

export const deliveryMedium = z.object({
  id: z.number().int(),
  name: mediumName,
  numberOfTokens: z.number().int(),
  isDisable: z.boolean(),
})

export const consumerCategory = z.object({
  id: z.number().int(),
  name: z.string(),
  imageUrl: z.string().nullable(),
  logoSvg: z.string().nullable(),
  sortOrder: z.number().int(),
  customerId: z.number().int(),
  deliveryMediums: z.array(deliveryMedium),
  isSubscribed: z.boolean().optional(),
  subscribedMediums: z.array(mediumName).optional(),
})
export type ConsumerCategory = z.output<typeof consumerCategory>

/** `mediums=sms&mediums=email`, or one value. */
const mediums = z
  .preprocess((value) => (typeof value === 'string' ? [value] : value), z.array(mediumName).max(3))
  .optional()

export const listConsumerCategories = endpoint({
  method: 'GET',
  path: '/v1/customers/:customerUrl/consumer-category',
  summary: 'Categories of a tenant, for consumers with their subscriptions',
  actor: ['consumer', 'customer'],
  params: z.object({ customerUrl }),
  query: z.object({ ...pageQuery, mediums, includeSubscription: flag.default(false) }),
  response: paged(consumerCategory),
  errors: [],
})

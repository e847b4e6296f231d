import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { customerUrl, idText, money, paged, pageQuery } from './primitives.ts'

export const tokenPackage = z.object({
  id: z.number().int(),
  name: z.string(),
  /** Dollars. */
  price: money,
  numberOfTokens: z.number().int(),
  imagePath: z.string().nullable(),
  isAutoRenewable: z.boolean(),
  /** Dollars; 0 where the package can not be bought automatically. */
  autoRenewPrice: money,
  customerId: z.number().int(),
})
export type TokenPackage = z.output<typeof tokenPackage>

export const consumerPackage = tokenPackage.extend({
  /** Not empty where the consumer chose the package for automatic purchase. */
  consumerAutoRenewablePackages: z.array(z.object({ id: z.number().int() })),
})
export type ConsumerPackage = z.output<typeof consumerPackage>

export const listPackages = endpoint({
  method: 'GET',
  path: '/v1/customers/:customerUrl/packages',
  summary: 'Packages of a tenant',
  actor: ['consumer', 'customer'],
  params: z.object({ customerUrl }),
  query: z.object(pageQuery),
  response: paged(tokenPackage),
  errors: [],
})

export const listConsumerPackages = endpoint({
  method: 'GET',
  path: '/v1/customers/:customerUrl/consumers/:consumerId/packages',
  summary: 'Packages as a consumer sees them',
  actor: ['consumer'],
  params: z.object({ customerUrl, consumerId: idText }),
  response: z.object({ packages: z.array(consumerPackage) }),
  errors: [],
})

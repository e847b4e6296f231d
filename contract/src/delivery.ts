import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { customerUrl, idText, instant, paged, pageQuery } from './primitives.ts'
import { subscribableMedium } from './subscriptions.ts'

/** One message of a text to one consumer, as the operator may see it. */
export const textDelivery = z.object({
  id: z.number().int(),
  username: z.string(),
  fullName: z.string(),
  medium: z.enum(['sms', 'email']),
  /** Where it went, all but its ends hidden. */
  recipient: z.string(),
  /** When it was handed to the provider. */
  attemptDateTime: instant,
  /** What is known of its fate, as a sentence. */
  reason: z.string(),
})
export type TextDelivery = z.output<typeof textDelivery>

export const listTextDeliveries = endpoint({
  method: 'GET',
  path: '/v1/customers/:customerUrl/short-text/:shortTextId/deliveries',
  summary: "A short text's deliveries whose fate could not be found out, in the order they were planned",
  actor: ['customer'],
  params: z.object({ customerUrl, shortTextId: idText }),
  query: z.object({ ...pageQuery, state: z.enum(['unknown']) }),
  response: paged(textDelivery),
  errors: [],
})

/** A text that reached the consumer, once whatever the mediums it came by. */
export const receivedSunburst = z.object({
  /** The text's. */
  id: z.number().int(),
  text: z.string(),
  consumerCategoryId: z.number().int(),
  categoryName: z.string(),
  /** By which it came, SMS first. */
  mediums: z.array(subscribableMedium),
  /** When the first of its messages was taken by the provider. */
  sentDateTime: instant,
})
export type ReceivedSunburst = z.output<typeof receivedSunburst>

export const listReceivedSunbursts = endpoint({
  method: 'GET',
  path: '/v1/customers/:customerUrl/consumers/:consumerId/sunbursts',
  summary: "The consumer's own Sunbursts that were sent in the last 24 hours, newest first",
  actor: ['consumer'],
  params: z.object({ customerUrl, consumerId: idText }),
  response: z.object({ sunbursts: z.array(receivedSunburst) }),
  errors: [],
})

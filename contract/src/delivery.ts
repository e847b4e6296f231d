import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { customerUrl, idText, instant, paged, pageQuery, tokenCount } from './primitives.ts'
import { subscribableMedium } from './subscriptions.ts'

/**
 * How far a message of a text has come: `waiting` to leave or to be answered for, `held` by quiet hours, `sent` (taken by
 * the provider and not reported on), `delivered`, `failed` (tokens returned), `skipped` (never sent, nothing kept), or
 * `unknown`, which nobody can say of. Each message counts in one of them.
 */
export const deliveryFate = z.enum(['waiting', 'held', 'sent', 'delivered', 'failed', 'skipped', 'unknown'])
export type DeliveryFate = z.output<typeof deliveryFate>

const deliveryReason = z.object({
  /** What lists ask for it by. */
  reason: z.string(),
  /** The same as a sentence. */
  words: z.string(),
  count: z.number().int(),
})

/** What became of a text, all of it at one moment. */
export const textReport = z.object({
  /** Subscribers, whatever became of their messages. */
  recipients: z.number().int(),
  /** One to each of them by each of their media. */
  messages: z.number().int(),
  /** Every fate, with why messages met it, the most frequent first. */
  fates: z.array(z.object({ fate: deliveryFate, count: z.number().int(), reasons: z.array(deliveryReason) })),
  /** When the quiet hours of the first and of the last message that they hold are over. */
  heldUntil: z.object({ firstDateTime: instant, lastDateTime: instant }).nullable(),
  tokensTaken: tokenCount,
  /** Of those, what came back. */
  tokensReturned: tokenCount,
})
export type TextReport = z.output<typeof textReport>

export const getTextReport = endpoint({
  method: 'GET',
  path: '/v1/customers/:customerUrl/short-text/:shortTextId/report',
  summary: 'What became of a short text',
  actor: ['customer'],
  params: z.object({ customerUrl, shortTextId: idText }),
  response: textReport,
  errors: [],
})

/** One message of a text, as the operator may see it. */
export const textMessage = z.object({
  medium: z.enum(['sms', 'email']),
  /** Where it went, all but its ends hidden; empty where there is nowhere. */
  recipient: z.string(),
  fate: deliveryFate,
  /** When it was last handed to the provider; of one held, until when; of one that never was, when it was planned. */
  dateTime: instant,
  /** Why it met its fate, as a sentence. */
  reason: z.string(),
  tokensTaken: tokenCount,
  tokensReturned: tokenCount,
})
export type TextMessage = z.output<typeof textMessage>

/** A message with whom it is for; of a list of recipients, a person with all of their messages. */
export const textDelivery = z.object({
  id: z.number().int(),
  username: z.string(),
  fullName: z.string(),
  messages: z.array(textMessage),
})
export type TextDelivery = z.output<typeof textDelivery>

/** What a figure of a report counts: people, messages, those of one fate, or those that tokens were taken or returned for. */
export const deliveryList = z.enum(['recipients', 'messages', ...deliveryFate.options, 'charged', 'returned'])
export type DeliveryList = z.output<typeof deliveryList>

export const listTextDeliveries = endpoint({
  method: 'GET',
  path: '/v1/customers/:customerUrl/short-text/:shortTextId/deliveries',
  summary: "What a figure of a short text's report counts, in the order in which it was planned",
  actor: ['customer'],
  params: z.object({ customerUrl, shortTextId: idText }),
  query: z.object({
    ...pageQuery,
    state: deliveryList,
    reason: z
      .string()
      .max(40)
      .optional()
      .meta({ description: 'Only those with this `reason` of the report.' }),
  }),
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

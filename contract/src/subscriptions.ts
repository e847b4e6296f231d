import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { customerUrl, idText, instant, message, tokenCount } from './primitives.ts'

export const subscribableMedium = z.enum(['sms', 'email'])

const params = z.object({ customerUrl, consumerId: idText, consumerCategoryId: idText })

export const subscribe = endpoint({
  method: 'PUT',
  path: '/v1/customers/:customerUrl/consumers/:consumerId/subscription/:consumerCategoryId/subscribe',
  summary: 'Receive a category by the mediums given, replacing an earlier choice',
  actor: ['consumer'],
  params,
  body: z.object({
    mediums: z
      .array(subscribableMedium)
      .min(1, 'Choose SMS, email or both.')
      .max(2)
      .refine((mediums) => new Set(mediums).size === mediums.length, 'A medium can be chosen once.'),
    /** What one Sunburst was shown to cost by all of them: another cost is `price_changed` with the present one (P11). */
    expectedTokens: z.number().int().min(0).optional(),
  }),
  response: message,
  errors: ['price_changed', 'insufficient_tokens', 'sms_number_required', 'sms_opted_out', 'email_dead'],
})

export const unsubscribe = endpoint({
  method: 'PUT',
  path: '/v1/customers/:customerUrl/subscription/:consumerCategoryId/unsubscribe',
  summary: 'Receive a category no longer',
  actor: ['consumer'],
  params: z.object({ customerUrl, consumerCategoryId: idText }),
  response: message,
  errors: [],
})

/** A sign that costs more than it did when it was subscribed, as long as its consumer has not said what is to become of it. */
export const raisedCost = z.object({
  consumerCategoryId: z.number().int(),
  categoryName: z.string(),
  /** When it rose; of several times the first. */
  raisedDateTime: instant,
  /** SMS first. Tokens of one message: as subscribed, and now. */
  costs: z.array(z.object({ medium: subscribableMedium, fromTokens: tokenCount, toTokens: tokenCount })),
})
export type RaisedCost = z.output<typeof raisedCost>

export const listRaisedCosts = endpoint({
  method: 'GET',
  path: '/v1/customers/:customerUrl/consumers/:consumerId/subscription-costs',
  summary: 'Own subscriptions that cost more than when they were made, until they are kept or ended',
  actor: ['consumer'],
  params: z.object({ customerUrl, consumerId: idText }),
  response: z.object({ raisedCosts: z.array(raisedCost) }),
  errors: [],
})

export const answerRaisedCost = endpoint({
  method: 'PUT',
  path: '/v1/customers/:customerUrl/consumers/:consumerId/subscription-costs/:consumerCategoryId',
  summary:
    'Keep a subscription at its higher cost, or end what costs more; what was answered already stays so',
  actor: ['consumer'],
  params,
  body: z.object({
    isKept: z.boolean(),
    /** What was shown. A medium that costs still more by now is not kept by that: it is shown again. */
    costs: z
      .array(z.object({ medium: subscribableMedium, toTokens: z.number().int().min(0) }))
      .min(1)
      .max(2),
  }),
  response: message,
  errors: [],
})

import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { customerUrl, idText, message } from './primitives.ts'

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
  errors: ['price_changed', 'insufficient_tokens', 'sms_number_required', 'sms_opted_out'],
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

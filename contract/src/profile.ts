import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** The signed-in user's info (first document, section 3); vault ids appear only as the word `set`. */
export const userInfo = z.object({
  id: z.number().int(),
  type: z.enum(['admin', 'customer', 'consumer']),
  username: z.string(),
  fullName: z.string(),
  email: z.string(),
  customerUrl: z.string().nullable(),
  customerLogo: z.string().nullable(),
  tokenBalance: z.number().int(),
  profilePic: z.string().nullable(),
  defaultCategoryId: z.number().int().nullable(),
  smsPhoneNumber: z.string().nullable(),
  timeZone: z.string().nullable(),
  isTestAudioPlayed: z.boolean(),
  stripeId: z.literal('set').nullable(),
  paypalPaymentToken: z.literal('set').nullable(),
})
export type UserInfo = z.output<typeof userInfo>

export const checkSession = endpoint({
  method: 'GET',
  path: '/v1/token-validity',
  summary: 'The signed-in user',
  actor: 'signed-in',
  response: userInfo,
  errors: [],
})

import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { contactNumber, email, fullName, smsPhoneNumber, timeZone } from './fields.ts'
import { limits } from './limits.ts'
import { customerUrl, emailAddress, idText, instant, subscriptionLine } from './primitives.ts'

/** The signed-in user's info (first document, section 3); vault ids appear only as the word `set`. */
export const userInfo = z.object({
  id: z.number().int(),
  type: z.enum(['admin', 'customer', 'consumer']),
  username: z.string(),
  fullName: z.string(),
  email: emailAddress,
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
  /** Which login this is: what was paid in another one plays no more (A2). Nothing can be found by it. */
  loginId: z.string(),
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

const consumerParams = z.object({ customerUrl, consumerId: idText })

const anyProfile = z.object({
  username: z.string(),
  email: emailAddress,
  fullName: z.string(),
  contactNumber: z.string(),
  profilePic: z.string().nullable(),
  passwordLastUpdatedAt: instant,
  /** An address that waits for its code; the old one works until then. */
  unverifiedEmail: emailAddress.nullable(),
})

export const consumerProfile = anyProfile.extend({
  /** Whether letters to the address keep coming back: none is sent until it is verified again. */
  isEmailDead: z.boolean(),
  smsPhoneNumber: z.string().nullable(),
  unverifiedSmsPhoneNumber: z.string().nullable(),
  /** Whether the number has answered STOP; START lifts it. */
  isSmsOptedOut: z.boolean(),
  timeZone: z.string().nullable(),
  defaultCategory: z.string().nullable(),
  defaultCategoryId: z.number().int().nullable(),
  autoRenewPackage: z.string().nullable(),
  tokenBalance: z.number().int(),
  thresholdToken: z.number().int(),
  subscriptions: z.array(subscriptionLine),
})
export type ConsumerProfile = z.output<typeof consumerProfile>

export const customerProfile = anyProfile.extend({ timeZone: z.string().nullable() })
export type CustomerProfile = z.output<typeof customerProfile>

export const adminProfile = anyProfile
export type AdminProfile = z.output<typeof adminProfile>

const saved = {
  message: z.string(),
  /** A code went to the new e-mail address. */
  needEmailVerification: z.boolean(),
  /** A code went to the new number. */
  needSmsPhoneNumberVerification: z.boolean(),
}

const image = {
  image: {
    maxBytes: limits.pictureMaxBytes,
    required: false,
    tooLarge: 'picture_too_large',
    mediaTypes: ['image/png', 'image/jpeg'],
  },
} as const

export const adminProfileBody = z.object({ fullName, email, contactNumber })
export const customerProfileBody = adminProfileBody.extend({ timeZone })
export const consumerProfileBody = customerProfileBody.extend({
  smsPhoneNumber: smsPhoneNumber.optional(),
  defaultCategoryId: idText,
})

export const getConsumerProfile = endpoint({
  method: 'GET',
  path: '/v1/customers/:customerUrl/consumers/:consumerId/profile',
  summary: "A consumer's own profile",
  actor: ['consumer'],
  params: consumerParams,
  response: consumerProfile,
  errors: [],
})

export const updateConsumerProfile = endpoint({
  method: 'PUT',
  path: '/v1/customers/:customerUrl/consumers/:consumerId/profile',
  summary: 'Save the own profile as consumer; a new address or number is verified by a code',
  actor: ['consumer'],
  params: consumerParams,
  body: consumerProfileBody,
  files: image,
  response: consumerProfile.extend(saved),
  errors: [
    'email_taken',
    'invalid_sms_phone_number',
    'unknown_category',
    'invalid_picture',
    'picture_too_large',
    'upload_broken',
  ],
})

export const getCustomerProfile = endpoint({
  method: 'GET',
  path: '/v1/customers/:customerUrl/profile',
  summary: "An operator's own profile",
  actor: ['customer'],
  params: z.object({ customerUrl }),
  response: customerProfile,
  errors: [],
})

export const updateCustomerProfile = endpoint({
  method: 'PUT',
  path: '/v1/customers/:customerUrl/profile',
  summary: 'Save the own profile as operator',
  actor: ['customer'],
  params: z.object({ customerUrl }),
  body: customerProfileBody,
  files: image,
  response: customerProfile.extend(saved),
  errors: ['email_taken', 'invalid_picture', 'picture_too_large', 'upload_broken'],
})

export const getAdminProfile = endpoint({
  method: 'GET',
  path: '/v1/admin/profile',
  summary: "An admin's own profile",
  actor: ['admin'],
  response: adminProfile,
  errors: [],
})

export const updateAdminProfile = endpoint({
  method: 'PUT',
  path: '/v1/admin/profile',
  summary: 'Save the own profile as admin',
  actor: ['admin'],
  body: adminProfileBody,
  files: image,
  response: adminProfile.extend(saved),
  errors: ['email_taken', 'invalid_picture', 'picture_too_large', 'upload_broken'],
})

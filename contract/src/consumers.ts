import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { email, smsPhoneNumber } from './fields.ts'
import {
  customerUrl,
  emailAddress,
  idText,
  message,
  paged,
  pageQuery,
  searchText,
  subscriptionLine,
  tokenCount,
} from './primitives.ts'
import { subscribableMedium } from './subscriptions.ts'

/** A consumer in the admin's list. */
export const consumerRow = z.object({
  id: z.number().int(),
  /** The verified address; null of a sign-up that has not been verified. */
  email: emailAddress.nullable(),
  /** An address that waits for its code. */
  tempEmail: emailAddress.nullable(),
  fullName: z.string(),
  username: z.string(),
  /** The tenant's slug. */
  url: z.string(),
})
export type ConsumerRow = z.output<typeof consumerRow>

/** That a consumer agreed to Sunbursts by a medium, or withdrew that, as it was kept at the time. */
export const keptConsent = z.object({
  act: z.enum(['given', 'withdrawn']),
  medium: subscribableMedium,
  /** The address or number that it is about, as it was then. */
  recipient: z.string(),
  /** Null where it is about every sign. */
  categoryName: z.string().nullable(),
  /** What was shown and agreed to, or what was written to end it. */
  wording: z.string(),
  source: z.enum(['screen', 'letter-link', 'text-message', 'provider-report']),
  /** Null of what came by no browser. */
  ipAddress: z.string().nullable(),
  dateTime: z.iso.datetime(),
})
export type KeptConsent = z.output<typeof keptConsent>

/** All that an admin sees of a consumer; vault ids appear only as the word `set`. */
export const consumerDetails = consumerRow.extend({
  contactNumber: z.string(),
  smsPhoneNumber: z.string().nullable(),
  /** The same as `tempEmail`. */
  unverifiedEmail: emailAddress.nullable(),
  /** A number that waits for its code; the old one works until then. */
  unverifiedSmsPhoneNumber: z.string().nullable(),
  stripeId: z.literal('set').nullable(),
  paypalPaymentToken: z.literal('set').nullable(),
  profilePic: z.string().nullable(),
  tokenBalance: tokenCount,
  defaultCategoryName: z.string().nullable(),
  subscriptions: z.array(subscriptionLine),
  /** The latest ones, newest first; all of them are kept for ever. */
  consents: z.array(keptConsent),
})
export type ConsumerDetails = z.output<typeof consumerDetails>

const consumer = consumerRow.extend({ consumerDetails })

const inTenant = z.object({ customerUrl, consumerId: idText })

export const listConsumers = endpoint({
  method: 'GET',
  path: '/v1/admin/consumers',
  summary: 'Consumers of all tenants, newest first; searched for by name, username, email or url',
  actor: ['admin'],
  query: z.object({ ...pageQuery, searchText }),
  response: paged(consumerRow),
  errors: [],
})

export const getConsumerDetails = endpoint({
  method: 'GET',
  path: '/v1/admin/consumer-details/:customerUrl/:consumerId',
  summary: 'A consumer with all details',
  actor: ['admin'],
  params: inTenant,
  response: consumer,
  errors: [],
})

export const consumerEditBody = z.object({ email, smsPhoneNumber: smsPhoneNumber.optional() })

export const updateConsumer = endpoint({
  method: 'PUT',
  path: '/v1/admin/consumer/:customerUrl/:consumerId',
  summary: "Change a consumer's email and SMS number; a new one is pending until its code is entered",
  actor: ['admin'],
  params: inTenant,
  body: consumerEditBody,
  response: consumer.extend({
    ...message.shape,
    /** A code went to the new e-mail address. */
    needEmailVerification: z.boolean(),
    /** A code went to the new number. */
    needSmsPhoneNumberVerification: z.boolean(),
  }),
  errors: ['email_taken', 'invalid_sms_phone_number', 'idempotency_mismatch'],
  idempotent: true,
})

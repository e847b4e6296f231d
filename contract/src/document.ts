import { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import { instant, money, tokenCount } from './primitives.ts'

/** What the API's description says beyond the endpoints themselves. */

/** Each feature, which is a tag of the description. */
export const featureDescriptions: Readonly<Record<string, string>> = {
  audio: 'Readings: what a consumer can play, the charge, the sound itself, and the operator’s uploads.',
  audit: 'What admins and operators have done.',
  autoPurchase: 'The package that is bought when the balance is low.',
  calendar: 'A month of readings and Sunbursts, for operators.',
  categories: 'Astrological signs of a tenant, with what a reading or Sunburst of each costs.',
  consumers: 'The consumers of all tenants, for admins.',
  delivery: 'How far the messages of a Sunburst have come.',
  events: 'What changes in the background, as a stream of events.',
  identity: 'Sign-up, login, one-time codes and passwords.',
  ledger: 'Every change of a token balance.',
  media: 'Pictures.',
  operations: 'How the whole platform stands, for admins.',
  packages: 'Packages of tokens on sale.',
  payments: 'Purchases by card, the default payment method, and receipts.',
  profile: 'The signed-in user and its own profile.',
  refunds: 'Payments and refunds of all tenants, for admins.',
  rehearsal:
    'What scheduled Sunbursts would come to: for operators of all of them, for a consumer of their own.',
  reports: 'What an operator’s tenant received, sold and delivered.',
  storefront: 'What the public pages of a tenant show.',
  subscriptions: 'Which Sunbursts a consumer receives, and how.',
  support: 'Messages to customer support and their answers.',
  tenants: 'The companies on the platform.',
  texts: 'Sunbursts: short texts that go out at a set time.',
  wallets: 'Purchases by PayPal and Venmo, and PayPal as the default payment.',
}

/** What is said of an earlier purchase that stands before a new one. */
const namedPurchase = z.object({
  purchaseId: z.number().int().meta({ description: 'The earlier purchase.' }),
  packageId: z.number().int(),
  packageName: z.string(),
  price: money.meta({ description: 'US dollars, as agreed when it was made.' }),
  numberOfTokens: z.number().int(),
})

const openFields = namedPurchase.extend({
  paymentMethod: z.string(),
  state: z.enum(['started', 'requires_action']),
  approveUrl: z
    .string()
    .nullable()
    .meta({ description: 'Of a wallet’s order that waits: where it is approved.' }),
  createdAt: instant,
})

/** Fields that a failure carries beside its message, code and flag. */
export const failureFields: Readonly<Partial<Record<ErrorCode, z.ZodObject>>> = {
  url_taken: z.object({
    isExistingUsername: z.literal(true).optional().meta({
      description: 'The username is taken as well; `errorMessageList` has the sentence of each.',
    }),
  }),
  email_unverified: z.object({
    username: z.string().meta({ description: 'Whose email is to be verified.' }),
    tempEmail: z.string().meta({ format: 'email', description: 'Where the code went.' }),
  }),
  purchase_open: openFields,
  approval_missing: openFields
    .partial()
    .meta({ description: 'Of a purchase that waits, and where it is approved.' }),
  earlier_purchase_paid: namedPurchase,
  price_changed: z.object({
    price: money.optional().meta({ description: 'The price now, in US dollars, where it is paid in money.' }),
    numberOfTokens: z.number().int().meta({ description: 'The tokens that it holds, or costs, now.' }),
  }),
  balance_changed: z.object({ tokenBalance: tokenCount.meta({ description: 'The balance now.' }) }),
  audio_changed: z
    .object({
      audioName: z.string(),
      audioFileName: z.string(),
      startDateTime: instant,
      endDateTime: instant,
    })
    .meta({ description: 'What the reading holds now.' }),
  changed_meanwhile: z.object({
    present: z.looseObject({}).meta({ description: 'What it holds now, as `expected` has it.' }),
  }),
  text_changed: z
    .object({ messageName: z.string(), textContent: z.string(), disburseDateTime: instant })
    .meta({ description: 'What the short text holds now.' }),
}

const nova = { fullName: 'Nova Reader', email: 'nova@mail.example', contactNumber: '+1 617 555 0100' }

/** A body that is right, of what a consumer does from sign-up to support, by the endpoint's name. */
export const bodyExamples: Readonly<Record<string, unknown>> = {
  'identity.signup': {
    ...nova,
    username: 'nova',
    defaultCategoryId: 1,
    password: 'a-long-password',
    confirmPassword: 'a-long-password',
    timeZone: 'America/Boise',
  },
  'identity.verifyShortCode': { username: 'nova', emailToken: '123456' },
  'identity.resendShortCode': { username: 'nova', otpType: 'email', resend: true },
  'identity.login': { usernameOrEmail: 'nova', password: 'a-long-password', rememberMe: true },
  'identity.adminLogin': { usernameOrEmail: 'admin', password: 'a-long-password' },
  'identity.forgotPassword': { emailOrUsername: 'nova' },
  'payments.purchaseWithCard': { paymentId: 'pm_card_visa', packageId: 1, saveCardAsDefault: true },
  'payments.purchaseWithDefaultCard': { packageId: 1 },
  'payments.addDefaultCard': { paymentId: 'pm_card_visa' },
  'profile.updateConsumerProfile': { ...nova, timeZone: 'America/Boise', defaultCategoryId: 1 },
  'subscriptions.subscribe': { mediums: ['email'] },
  'support.openTicket': { description: 'Where are my tokens?', email: nova.email },
}

import type { ConsumerAudio, CustomerAudio } from '@almanac/contract/audio'
import type { AutoPurchase, AutoPurchaseRule } from '@almanac/contract/auto-purchase'
import type { ConsumerCategory } from '@almanac/contract/categories'
import { type DeliveryFate, deliveryFate, type TextReport } from '@almanac/contract/delivery'
import type { Answer } from '@almanac/contract/endpoint'
import type { ConsumerPackage } from '@almanac/contract/packages'
import type { DefaultPayment, getReceipt, OpenPurchase } from '@almanac/contract/payments'
import type { Paged } from '@almanac/contract/primitives'
import type { ConsumerProfile, UserInfo } from '@almanac/contract/profile'
import type { PaymentHistory } from '@almanac/contract/refunds'
import type { CustomerDetails } from '@almanac/contract/storefront'

/** A tenant, its people and what it sells, as the server answers them. */
export const tenant: CustomerDetails = {
  url: 'aurora',
  companyName: 'Aurora Astrology',
  details: 'Readings for the twelve signs.',
  imageUrl: null,
  logoUrl: 'aurora/logo.png',
  supportEmail: 'support@aurora.example',
  timeZone: 'America/New_York',
  thresholdToken: 2,
  accent: null,
  subscriptionCategory: [
    { id: 5, name: 'Leo', imageUrl: null },
    { id: 6, name: 'Virgo', imageUrl: null },
  ],
}

export const stella: UserInfo = {
  id: 7,
  type: 'consumer',
  username: 'stella',
  fullName: 'Stella Marsh',
  email: 'stella@mail.example',
  customerUrl: 'aurora',
  customerLogo: 'aurora/logo.png',
  tokenBalance: 100,
  profilePic: null,
  defaultCategoryId: 5,
  smsPhoneNumber: '+16175550123',
  timeZone: 'America/New_York',
  isTestAudioPlayed: false,
  stripeId: null,
  paypalPaymentToken: null,
  loginId: 'login-1',
}

export const operator: UserInfo = {
  ...stella,
  id: 8,
  type: 'customer',
  username: 'aurora-ops',
  fullName: 'Ada Desk',
  tokenBalance: 0,
  defaultCategoryId: null,
}

export const admin: UserInfo = { ...operator, id: 9, type: 'admin', username: 'admin', customerUrl: null }

/** A page of a list, as long as said. */
export function pageOf<Row>(data: Row[], totalItems = data.length): Paged<Row> {
  return { totalItems, totalPages: Math.ceil(totalItems / 20), currentPage: 1, data }
}

export function category(changes: Partial<ConsumerCategory> = {}): ConsumerCategory {
  return {
    id: 5,
    name: 'Leo',
    imageUrl: null,
    logoSvg: null,
    sortOrder: 5,
    customerId: 1,
    deliveryMediums: [
      { id: 1, name: 'audio', numberOfTokens: 7, isDisable: false },
      { id: 2, name: 'sms', numberOfTokens: 1, isDisable: false },
      { id: 3, name: 'email', numberOfTokens: 1, isDisable: false },
    ],
    isSubscribed: false,
    subscribedMediums: [],
    ...changes,
  }
}

export const virgo = category({
  id: 6,
  name: 'Virgo',
  isSubscribed: true,
  subscribedMediums: ['email'],
})

export const reading: ConsumerAudio = {
  id: 31,
  audioName: 'The Open Door',
  audioFileName: 'door.mp3',
  duration: '4:38',
  startDateTime: '2026-11-17T05:05:00Z',
  releaseDate: '2026-11-17',
  isCharged: false,
  isPlayed: false,
}

export const operatorReading: CustomerAudio = {
  ...reading,
  endDateTime: '2026-12-15T05:05:00Z',
  consumerCategoryId: 5,
}

export function offer(changes: Partial<ConsumerPackage> = {}): ConsumerPackage {
  return {
    id: 21,
    name: 'A Month of Tuesdays',
    price: 25.2,
    numberOfTokens: 28,
    imagePath: null,
    isAutoRenewable: true,
    autoRenewPrice: 22.4,
    customerId: 1,
    consumerAutoRenewablePackages: [],
    ...changes,
  }
}

export const noRule: AutoPurchase = { rule: null, thresholdToken: 2, blockedBy: null }

export function rule(changes: Partial<AutoPurchaseRule> = {}): AutoPurchaseRule {
  return {
    packageId: 21,
    packageName: 'A Month of Tuesdays',
    price: 22.4,
    numberOfTokens: 28,
    state: 'active',
    pauseReason: null,
    failureMessage: null,
    nextTryAt: null,
    waitReason: null,
    nextPrice: 22.4,
    thresholdToken: 2,
    offerNow: null,
    ...changes,
  }
}

const bought = {
  packageName: 'A Month of Tuesdays',
  numberOfTokens: 28,
  paymentMethod: 'Stripe',
  createdAt: '2026-11-22T14:05:00Z',
}
const kept = { refundedAmount: 0, lostAmount: 0, isAutoPurchase: false }

/** A payment whose fate nobody knows yet. */
export const openPurchase: OpenPurchase = {
  ...bought,
  purchaseId: 41,
  packageId: 21,
  price: 25.2,
  state: 'started',
  approveUrl: null,
}

/** Of the same purchase, once it is paid. */
export const receipt: Answer<typeof getReceipt> = {
  ...bought,
  ...kept,
  id: 41,
  amount: 25.2,
  state: 'paid',
  cardBrand: 'visa',
  lastFourDigit: '4242',
  companyName: 'Aurora Astrology',
  supportEmail: 'support@aurora.example',
  statementDescriptor: 'ALMANAC* AURORA',
  consumerName: 'Stella Marsh',
  email: 'stella@mail.example',
  paymentReference: 'pi_41',
}

export const profile: ConsumerProfile = {
  username: 'stella',
  email: 'stella@mail.example',
  fullName: 'Stella Marsh',
  contactNumber: '(218) 555-0142',
  profilePic: null,
  passwordLastUpdatedAt: '2024-01-01T12:00:00Z',
  unverifiedEmail: null,
  smsPhoneNumber: '+16175550123',
  unverifiedSmsPhoneNumber: null,
  isEmailDead: false,
  isSmsOptedOut: false,
  timeZone: 'America/New_York',
  defaultCategory: 'Leo',
  defaultCategoryId: 5,
  autoRenewPackage: null,
  tokenBalance: 100,
  thresholdToken: 2,
  subscriptions: [{ categoryName: 'Virgo', deliveryMediums: ['email'] }],
}

export const noPayment: DefaultPayment = {
  noDefaultPayment: true,
  isStripePayment: false,
  isPaypalPayment: false,
  expMonth: null,
  expYear: null,
  lastFourDigit: null,
  cardBrand: null,
  fullName: null,
  email: null,
}

export const savedCard: DefaultPayment = {
  ...noPayment,
  noDefaultPayment: false,
  isStripePayment: true,
  expMonth: 4,
  expYear: 2031,
  lastFourDigit: '4242',
  cardBrand: 'visa',
  fullName: 'Stella Marsh',
}

export const savedWallet: DefaultPayment = {
  ...noPayment,
  noDefaultPayment: false,
  isPaypalPayment: true,
  fullName: 'Stella Marsh',
  email: 'stella@wallet.example',
}

/** A payment as the admin sees it. */
export const payment: PaymentHistory = {
  ...bought,
  ...kept,
  id: 51,
  consumerId: 7,
  customerUrl: 'aurora',
  email: 'stella@mail.example',
  username: 'stella',
  amount: 25.2,
  packageId: 21,
  paymentMethod: 'PayPal',
  paymentIntentId: '5O190127TN364715T',
  captureId: '3C679366HH908993F',
  refundId: null,
  isDisputed: false,
  refundState: null,
  tokensTakenBack: null,
  tokensMissing: null,
  reason: null,
}

/** Of the same payment. */
export const refund: PaymentHistory = {
  ...payment,
  id: 61,
  amount: -5,
  refundId: '1JU08902781691411',
  refundState: 'refunded',
  tokensTakenBack: 5,
  tokensMissing: 0,
  reason: 'Bought by mistake',
}

/** What became of a text that was sent; of fates in `counts` no reasons are given. */
export function textReport(
  values: Partial<TextReport> & { counts?: Partial<Record<DeliveryFate, number>> } = {},
): TextReport {
  const { counts = {}, ...others } = values
  const reasons: Partial<Record<DeliveryFate, TextReport['fates'][number]['reasons']>> = {
    delivered: [{ reason: 'arrived', words: 'The carrier reported that it arrived.', count: 1200 }],
    sent: [{ reason: 'email-taken', words: 'The mail host accepted it.', count: 5 }],
    failed: [
      { reason: 'not-in-use', words: 'The number is not in use.', count: 2 },
      { reason: 'no-number', words: 'This number cannot receive SMS.', count: 1 },
    ],
    skipped: [{ reason: 'insufficient-tokens', words: 'The consumer did not have enough tokens.', count: 4 }],
    unknown: [
      {
        reason: 'mail-unconfirmed',
        words: 'The mail host did not confirm that it accepted it.',
        count: 2,
      },
    ],
  }
  return {
    recipients: 1100,
    messages: 1214,
    heldUntil: null,
    tokensTaken: 1210,
    tokensReturned: 3,
    fates: deliveryFate.options.map((fate) => {
      const of = reasons[fate] ?? []
      return { fate, count: counts[fate] ?? of.reduce((sum, { count }) => sum + count, 0), reasons: of }
    }),
    ...others,
  }
}

import type {
  audio,
  autoPurchase,
  categories,
  consumers,
  identity,
  ledger,
  operations,
  packages,
  payments,
  profile,
  refunds,
  subscriptions,
  support,
  tenants,
  texts,
  wallets,
} from '@almanac/contract'
import type { BodyInput, QueryInput } from '@almanac/contract/endpoint'

export interface Example {
  body?: unknown
  query?: Record<string, string>
}

const days = { startDate: '2030-01-01', endDate: '2030-01-31' }
const session = 'a-list-of-readings'
const newPassword = 'another-long-password'
const reading = {
  audioName: 'A reading',
  startDateTime: '2030-01-01 00:05',
  endDateTime: '2030-01-29 00:05',
}
const person = { fullName: 'Nova Reader', email: 'nova@mail.example', contactNumber: '+1 617 555 0100' }
const company = {
  companyName: 'Nova Readings',
  details: 'Readings for the twelve signs.',
  thresholdToken: '2',
  timeZone: 'America/Boise',
}
const login: BodyInput<typeof identity.login> = { usernameOrEmail: 'nobody', password: 'not-this-one' }
const reset: BodyInput<typeof identity.resetPassword> = {
  newPassword,
  confirmNewPassword: newPassword,
  verificationToken: 'no-such-token',
  username: 'nobody',
}
const change: BodyInput<typeof identity.changePassword> = {
  currentPassword: 'not-this-one',
  newPassword,
  confirmNewPassword: newPassword,
}

const category = {
  name: 'Ophiuchus',
  sortOrder: '13',
  customerId: '1',
  deliveryMedium: '[{"name":"audio","numberOfTokens":7},{"name":"sms","numberOfTokens":1}]',
} satisfies BodyInput<typeof categories.addCategory>
const tokenPackage = {
  name: 'A Month of Tuesdays',
  price: '25.20',
  numberOfTokens: '28',
  isAutoRenewable: 'true',
  autoRenewPrice: '22.40',
  customerId: '1',
} satisfies BodyInput<typeof packages.addPackage>

/**
 * Input that an endpoint takes as far as its schema goes; what it names need not exist. Every endpoint that needs input
 * is here, which `sweeps.test.ts` checks.
 */
export const examples: Readonly<Record<string, Example>> = {
  'audio.addAudio': {
    body: { ...reading, consumerCategoryId: '1', duration: '3:07' } satisfies BodyInput<
      typeof audio.addAudio
    >,
  },
  'audio.chargeAudio': { query: { session } satisfies QueryInput<typeof audio.chargeAudio> },
  'audio.copyAudio': { body: { ...reading, audioId: 1 } satisfies BodyInput<typeof audio.copyAudio> },
  'audio.listAudio': { query: { consumerCategoryId: '1' } },
  'audio.listConsumerAudio': { query: { consumerCategoryId: '1', session } },
  'audio.streamConsumerAudio': { query: { session, audioFileName: 'a-reading.mp3' } },
  'audio.updateAudio': {
    body: { ...reading, consumerCategoryId: '1' } satisfies BodyInput<typeof audio.updateAudio>,
  },
  'autoPurchase.resumeAutoPurchase': {
    body: { expectedTokens: 28 } satisfies BodyInput<typeof autoPurchase.resumeAutoPurchase>,
  },
  'autoPurchase.toggleAutoPurchase': {
    body: {
      isAutoPaymentChecked: true,
      packageId: 1,
      expectedTokens: 28,
    } satisfies BodyInput<typeof autoPurchase.toggleAutoPurchase>,
  },
  'calendar.readCalendar': { query: { month: '2030-01' } },
  'categories.addCategory': { body: category },
  'categories.updateCategory': { body: category },
  'consumers.listConsumers': { query: { searchText: 'nova' } },
  'consumers.updateConsumer': {
    body: { email: 'nova.reader@mail.example', smsPhoneNumber: '+1 617 555 0142' } satisfies BodyInput<
      typeof consumers.updateConsumer
    >,
  },
  'delivery.listTextDeliveries': { query: { state: 'unknown' } },
  'identity.adminChangePassword': { body: change },
  'identity.adminForgotPassword': { body: { emailOrUsername: 'nobody' } },
  'identity.adminLogin': { body: login },
  'identity.adminResetPassword': { body: reset },
  'identity.changePassword': { body: change },
  'identity.checkShortCode': { query: { username: 'nobody', passwordToken: '123456' } },
  'identity.forgotPassword': {
    body: { emailOrUsername: 'nobody' } satisfies BodyInput<typeof identity.forgotPassword>,
  },
  'identity.login': { body: login },
  'identity.readCodeDelay': { query: { otpType: 'email' } },
  'identity.resendShortCode': {
    body: { username: 'nobody', otpType: 'password', resend: true } satisfies BodyInput<
      typeof identity.resendShortCode
    >,
  },
  'identity.resetPassword': { body: reset },
  'identity.signup': {
    body: {
      ...person,
      username: 'nova',
      defaultCategoryId: 1,
      password: newPassword,
      confirmPassword: newPassword,
      timeZone: 'America/Boise',
    } satisfies BodyInput<typeof identity.signup>,
  },
  'identity.verifyShortCode': {
    body: { username: 'nobody', passwordToken: '123456' } satisfies BodyInput<
      typeof identity.verifyShortCode
    >,
  },
  'ledger.editTokenBalance': {
    body: {
      numberOfTokens: 28,
      addToken: true,
      subtractToken: false,
      reason: 'Promised by phone',
    } satisfies BodyInput<typeof ledger.editTokenBalance>,
  },
  'ledger.listTokenTransactions': { query: { searchText: 'nova', timeZone: 'America/Boise' } },
  'packages.addPackage': { body: tokenPackage },
  'packages.updatePackage': { body: tokenPackage },
  'payments.addDefaultCard': {
    body: { paymentId: 'pm_card_visa' } satisfies BodyInput<typeof payments.addDefaultCard>,
  },
  'payments.purchaseWithCard': {
    body: {
      paymentId: 'pm_card_visa',
      packageId: 1,
      expectedTokens: 28,
    } satisfies BodyInput<typeof payments.purchaseWithCard>,
  },
  'payments.purchaseWithDefaultCard': {
    body: { packageId: 1, expectedTokens: 28 } satisfies BodyInput<typeof payments.purchaseWithDefaultCard>,
  },
  'payments.updateDefaultCard': {
    body: { paymentId: 'pm_card_visa', setupId: 'seti_1' } satisfies BodyInput<
      typeof payments.updateDefaultCard
    >,
  },
  'profile.updateAdminProfile': {
    body: person satisfies BodyInput<typeof profile.updateAdminProfile>,
  },
  'profile.updateConsumerProfile': {
    body: {
      ...person,
      timeZone: 'America/Boise',
      smsPhoneNumber: '+1 617 555 0142',
      defaultCategoryId: 1,
    } satisfies BodyInput<typeof profile.updateConsumerProfile>,
  },
  'profile.updateCustomerProfile': {
    body: { ...person, timeZone: 'America/Boise' } satisfies BodyInput<typeof profile.updateCustomerProfile>,
  },
  'reports.listGrossSales': { query: days },
  'reports.readRevenue': { query: days },
  'reports.readUsage': { query: days },
  'reports.exportRevenue': { query: days },
  'reports.exportUsage': { query: days },
  'reports.exportGrossSales': { query: days },
  'refunds.refundPayment': {
    body: { paymentHistoryId: 1, consumerId: 1, isFullRefund: true } satisfies BodyInput<
      typeof refunds.refundPayment
    >,
  },
  'operations.decideHeld': {
    body: { kind: 'text', id: 1, decision: 'drop' } satisfies BodyInput<typeof operations.decideHeld>,
  },
  'subscriptions.answerRaisedCost': {
    body: { isKept: true, costs: [{ medium: 'sms', toTokens: 2 }] } satisfies BodyInput<
      typeof subscriptions.answerRaisedCost
    >,
  },
  'subscriptions.subscribe': {
    body: { mediums: ['email'] } satisfies BodyInput<typeof subscriptions.subscribe>,
  },
  'support.answerTicket': {
    body: { answer: 'Your tokens are back.' } satisfies BodyInput<typeof support.answerTicket>,
  },
  'support.listOwnTickets': { query: { searchText: 'tokens' } },
  'support.listTickets': { query: { searchText: 'tokens' } },
  'support.openTicket': {
    body: { description: 'Where are my tokens?', email: 'nova@mail.example' } satisfies BodyInput<
      typeof support.openTicket
    >,
  },
  'tenants.addCustomer': {
    body: {
      ...person,
      ...company,
      username: 'nova-desk',
      url: 'nova-readings',
      password: newPassword,
      confirmPassword: newPassword,
    } satisfies BodyInput<typeof tenants.addCustomer>,
  },
  'tenants.updateCustomer': {
    body: { ...person, ...company } satisfies BodyInput<typeof tenants.updateCustomer>,
  },
  'texts.addShortTexts': {
    body: {
      consumerCategoryId: 1,
      shortTextList: [
        { messageName: 'Monday', textContent: 'A quiet day.', disburseDateTime: '2030-01-01 09:00' },
      ],
    } satisfies BodyInput<typeof texts.addShortTexts>,
  },
  'texts.copyShortText': {
    body: {
      shortTextId: 1,
      messageName: 'Monday once more',
      disburseDateTime: '2030-01-08 09:00',
    } satisfies BodyInput<typeof texts.copyShortText>,
  },
  'texts.updateShortText': {
    body: {
      messageName: 'Monday',
      textContent: 'A quiet day.',
      disburseDateTime: '2030-01-01 09:00',
    } satisfies BodyInput<typeof texts.updateShortText>,
  },
  'texts.listShortTexts': { query: { consumerCategoryId: '1' } },
  'wallets.checkoutWallet': {
    body: { packageId: 1, orderId: '5O190127TN364715T' } satisfies BodyInput<typeof wallets.checkoutWallet>,
  },
  'wallets.confirmDefaultWallet': {
    body: { approvalToken: '5C991763VB2781612' } satisfies BodyInput<typeof wallets.confirmDefaultWallet>,
  },
  'wallets.orderWithWallet': {
    body: { packageId: 1, paymentSource: 'venmo', expectedTokens: 28 } satisfies BodyInput<
      typeof wallets.orderWithWallet
    >,
  },
  'wallets.purchaseWithDefaultWallet': {
    body: { packageId: 1, expectedTokens: 28 } satisfies BodyInput<typeof wallets.purchaseWithDefaultWallet>,
  },
}

import type { Rule, Shape } from './fields.ts'

const text = (least: number, most: number, more: Partial<Extract<Rule, { kind: 'text' }>> = {}): Rule => ({
  kind: 'text',
  least,
  most,
  ...more,
})
const oneOf = (...values: string[]): Rule => ({ kind: 'text', oneOf: values })
const object = (shape: Shape, required = false): Rule => ({ kind: 'object', shape, required })
const url: Rule = { kind: 'text', url: true }
const flag: Rule = { kind: 'flag' }
const any: Rule = { kind: 'any' }
const vaultId = text(1, 255, { pattern: /^[0-9a-zA-Z_-]+$/ })
const email = text(3, 254)
const customerId = text(1, 22, { pattern: /^[0-9a-zA-Z_-]+$/ })
const locale = text(2, 10, { pattern: /^[a-z]{2}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|[0-9]{3}))?$/ })
const refuse = (issue: string, ...names: string[]): Shape =>
  Object.fromEntries(names.map((name) => [name, { kind: 'notPlayed', issue } as const]))

const moneyShape: Shape = {
  currency_code: { ...text(3, 3), required: true } as Rule,
  value: { ...text(0, 32, { pattern: /^((-?[0-9]+)|(-?([0-9]+)?[.][0-9]+))$/ }), required: true } as Rule,
}
const money = object(moneyShape)

const purchaseUnit: Shape = {
  reference_id: text(1, 256),
  amount: object(
    {
      ...moneyShape,
      breakdown: object({
        item_total: money,
        shipping: money,
        handling: money,
        tax_total: money,
        insurance: money,
        shipping_discount: money,
        discount: money,
      }),
    },
    true,
  ),
  description: text(1, 127),
  custom_id: text(1, 127),
  invoice_id: text(1, 127),
  soft_descriptor: text(1, 22),
  items: {
    kind: 'list',
    least: 0,
    most: 500,
    of: object({
      name: { ...text(1, 127), required: true } as Rule,
      unit_amount: object(moneyShape, true),
      quantity: { ...text(1, 10, { pattern: /^[1-9][0-9]{0,9}$/ }), required: true } as Rule,
      description: text(0, 127),
      sku: text(0, 127),
      category: oneOf('DIGITAL_GOODS', 'PHYSICAL_GOODS', 'DONATION'),
      tax: money,
    }),
  },
  ...refuse('NOT_SUPPORTED', 'payee', 'payment_instruction', 'shipping'),
}

const experience: Shape = {
  brand_name: text(1, 127),
  locale,
  shipping_preference: oneOf('GET_FROM_FILE', 'NO_SHIPPING', 'SET_PROVIDED_ADDRESS'),
  user_action: oneOf('CONTINUE', 'PAY_NOW'),
  return_url: url,
  cancel_url: url,
}
const shortPatterns = [
  'IMMEDIATE',
  'DEFERRED',
  'RECURRING_PREPAID',
  'RECURRING_POSTPAID',
  'THRESHOLD_PREPAID',
  'THRESHOLD_POSTPAID',
]
const patterns = oneOf(
  ...shortPatterns,
  'SUBSCRIPTION_PREPAID',
  'SUBSCRIPTION_POSTPAID',
  'UNSCHEDULED_PREPAID',
  'UNSCHEDULED_POSTPAID',
  'INSTALLMENT_PREPAID',
  'INSTALLMENT_POSTPAID',
)
const vaultWish = object({
  store_in_vault: oneOf('ON_SUCCESS'),
  usage_type: { kind: 'text', required: true, oneOf: ['MERCHANT', 'PLATFORM'] },
  usage_pattern: oneOf(...shortPatterns),
  customer_type: oneOf('CONSUMER', 'BUSINESS'),
  description: text(1, 128),
  permit_multiple_payment_tokens: flag,
})
const attributes = object({
  customer: object({ id: customerId, email_address: email }),
  vault: vaultWish,
})

/** The sources that this account is not set up for. */
const otherSources = [
  ...['card', 'token', 'bancontact', 'blik', 'eps', 'giropay', 'ideal', 'mybank', 'p24', 'sofort'],
  ...['trustly', 'apple_pay', 'google_pay'],
]

export const orderHeaders: Shape = {
  prefer: text(1, 25, { pattern: /^[a-zA-Z=]*$/ }),
  'paypal-partner-attribution-id': text(1, 36),
  'paypal-client-metadata-id': text(1, 36),
}

export const orderQuery: Shape = { fields: text(0, 4000, { pattern: /^[a-z_]*$/ }) }

export const orderCreate: Shape = {
  intent: { kind: 'text', required: true, oneOf: ['CAPTURE', 'AUTHORIZE'] },
  purchase_units: { kind: 'list', required: true, least: 1, most: 10, of: object(purchaseUnit) },
  payment_source: object({
    paypal: object({
      vault_id: vaultId,
      email_address: email,
      experience_context: object({
        ...experience,
        landing_page: oneOf('LOGIN', 'GUEST_CHECKOUT', 'NO_PREFERENCE'),
        payment_method_preference: oneOf('UNRESTRICTED', 'IMMEDIATE_PAYMENT_REQUIRED'),
      }),
      attributes,
      stored_credential: object({
        payment_initiator: { kind: 'text', required: true, oneOf: ['CUSTOMER', 'MERCHANT'] },
        usage: oneOf('FIRST', 'SUBSEQUENT', 'DERIVED'),
        usage_pattern: patterns,
        charge_pattern: patterns,
      }),
      ...refuse('NOT_SUPPORTED', 'billing_agreement_id'),
    }),
    venmo: object({
      vault_id: vaultId,
      email_address: email,
      // No addresses here: a page that Venmo returns to is named by `application_context`.
      experience_context: object({
        brand_name: text(1, 127),
        shipping_preference: experience.shipping_preference as Rule,
        user_action: experience.user_action as Rule,
      }),
      attributes,
    }),
    ...refuse('NOT_SUPPORTED', ...otherSources),
  }),
  application_context: object({ ...experience, landing_page: oneOf('LOGIN', 'BILLING', 'NO_PREFERENCE') }),
}

export const orderCapture: Shape = {
  payment_source: { kind: 'notPlayed', issue: 'INVALID_PARAMETER_VALUE' },
}

export const refundCreate: Shape = {
  amount: money,
  custom_id: text(1, 127),
  invoice_id: text(1, 127),
  note_to_payer: text(1, 255),
  payment_instruction: any,
}

/** The description says no more than their letters; the words are those of PayPal's SDK. */
const capitals = (values: readonly string[], more: { required?: boolean } = {}): Rule =>
  text(1, 255, { pattern: /^[0-9A-Z_]+$/, oneOf: values, ...more })

const vaultWallet = object({
  description: text(1, 128),
  usage_pattern: patterns,
  usage_type: capitals(['MERCHANT', 'PLATFORM'], { required: true }),
  customer_type: capitals(['CONSUMER', 'BUSINESS']),
  permit_multiple_payment_tokens: flag,
  experience_context: object({
    brand_name: text(1, 300),
    locale,
    return_url: text(1, 4000, { url: true }),
    cancel_url: text(1, 4000, { url: true }),
    shipping_preference: capitals(['GET_FROM_FILE', 'NO_SHIPPING', 'SET_PROVIDED_ADDRESS']),
    vault_instruction: capitals(['ON_CREATE_PAYMENT_TOKENS', 'ON_PAYER_APPROVAL']),
  }),
})

export const setupTokenCreate: Shape = {
  customer: object({ id: customerId }),
  payment_source: object(
    {
      paypal: vaultWallet,
      venmo: vaultWallet,
      ...refuse('NOT_SUPPORTED', 'card', 'token', 'apple_pay', 'bank'),
    },
    true,
  ),
}

export const paymentTokenCreate: Shape = {
  customer: object({ id: customerId }),
  payment_source: object(
    {
      token: object(
        {
          id: text(1, 255, { pattern: /^[0-9A-Z_-]+$/, required: true }),
          type: { kind: 'text', required: true, oneOf: ['SETUP_TOKEN'] },
        },
        true,
      ),
      ...refuse('NOT_SUPPORTED', 'card'),
    },
    true,
  ),
}

export const tokenQuery: Shape = { total_required: oneOf('true', 'false') }

const version = text(1, 100, { pattern: /^[0-9]+.[0-9]+$/ })
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i
const words: Rule = { kind: 'text' }

/** An event as it was sent; what it is about may be anything. */
const event: Shape = {
  id: words,
  create_time: text(1, 100, { pattern: time }),
  resource_type: words,
  event_version: version,
  event_type: words,
  summary: words,
  resource_version: version,
  resource: object({}),
  links: {
    kind: 'list',
    least: 0,
    most: 10_000,
    of: object({
      href: { kind: 'text', required: true },
      rel: { kind: 'text', required: true },
      method: oneOf('GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'CONNECT', 'OPTIONS', 'PATCH'),
    }),
  },
}

const word = /^(?!\d+$)\w+\S+/

export const verifySignature: Shape = {
  auth_algo: text(1, 100, { pattern: /^[a-zA-Z0-9]+$/, required: true }),
  cert_url: text(1, 500, { url: true, required: true }),
  transmission_id: text(1, 50, { pattern: word, required: true }),
  transmission_sig: text(1, 500, { pattern: word, required: true }),
  transmission_time: text(1, 100, { pattern: time, required: true }),
  webhook_id: text(1, 50, { pattern: /^[a-zA-Z0-9]+$/, required: true }),
  webhook_event: object(event, true),
}

export const webhookCreate: Shape = {
  url: text(1, 2048, { url: true, required: true }),
  event_types: {
    kind: 'list',
    required: true,
    least: 1,
    most: 500,
    of: object({ name: { kind: 'text', required: true } }),
  },
}

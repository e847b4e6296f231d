import type { Shape } from './parameters.ts'

const text = { kind: 'text' } as const
const clearable = { kind: 'text', clearable: true } as const
const flag = { kind: 'flag' } as const
const texts = { kind: 'texts' } as const
const metadata = { kind: 'metadata' } as const
const notPlayed = { kind: 'notPlayed' } as const

const refuse = (...names: string[]): Shape => Object.fromEntries(names.map((name) => [name, notPlayed]))

const address = {
  kind: 'object',
  clearable: true,
  shape: {
    city: clearable,
    country: clearable,
    line1: clearable,
    line2: clearable,
    postal_code: clearable,
    state: clearable,
  },
} as const

export const expandOnly: Shape = { expand: texts }

export const pageLimit = { kind: 'integer', least: 1, most: 100 } as const

export const pageShape: Shape = {
  limit: pageLimit,
  starting_after: text,
  ending_before: text,
  created: { kind: 'range' },
  expand: texts,
}

const customerFields: Shape = {
  address,
  description: clearable,
  email: { kind: 'text', clearable: true, most: 512 },
  expand: texts,
  invoice_settings: {
    kind: 'object',
    shape: { default_payment_method: clearable, ...refuse('custom_fields', 'footer', 'rendering_options') },
  },
  metadata,
  name: { kind: 'text', clearable: true, most: 256 },
  phone: { kind: 'text', clearable: true, most: 20 },
  preferred_locales: texts,
  ...refuse('balance', 'business_name', 'cash_balance', 'individual_name', 'invoice_prefix'),
  ...refuse('next_invoice_sequence', 'shipping', 'source', 'tax', 'tax_exempt', 'validate'),
}

export const customerCreate: Shape = {
  ...customerFields,
  payment_method: text,
  ...refuse('tax_id_data', 'test_clock'),
}
export const customerUpdate: Shape = { ...customerFields, ...refuse('default_source') }

const billingDetails = {
  kind: 'object',
  shape: { address, email: clearable, name: clearable, phone: clearable, tax_id: clearable },
} as const

export const paymentMethodCreate: Shape = {
  type: { kind: 'text', required: true },
  card: {
    kind: 'object',
    shape: {
      number: text,
      exp_month: { kind: 'integer' },
      exp_year: { kind: 'integer' },
      cvc: text,
      token: text,
      networks: notPlayed,
    },
  },
  billing_details: billingDetails,
  metadata,
  expand: texts,
  allow_redisplay: { kind: 'text', oneOf: ['always', 'limited', 'unspecified'] },
  ...refuse('customer', 'payment_method', 'radar_options'),
}

export const paymentMethodUpdate: Shape = {
  billing_details: billingDetails,
  metadata,
  expand: texts,
  allow_redisplay: { kind: 'text', oneOf: ['always', 'limited', 'unspecified'] },
  card: { kind: 'object', shape: { exp_month: { kind: 'integer' }, exp_year: { kind: 'integer' } } },
}

export const attach: Shape = {
  customer: { kind: 'text', required: true },
  expand: texts,
  customer_account: notPlayed,
}

const automatic = {
  kind: 'object',
  shape: {
    enabled: { kind: 'flag', required: true },
    allow_redirects: { kind: 'text', oneOf: ['always', 'never'] },
  },
} as const

const confirmation: Shape = {
  allowed_payment_method_types: texts,
  excluded_payment_method_types: texts,
  expand: texts,
  payment_method: text,
  return_url: text,
  use_stripe_sdk: flag,
  ...refuse('confirmation_token', 'mandate_data', 'payment_method_data', 'payment_method_options'),
}

const usage = { kind: 'text', clearable: true, oneOf: ['off_session', 'on_session'] } as const

const intentFields: Shape = {
  description: { kind: 'text', clearable: true, most: 1000 },
  metadata,
  receipt_email: clearable,
  setup_future_usage: usage,
  statement_descriptor: clearable,
  statement_descriptor_suffix: clearable,
  customer: text,
  ...refuse('amount_details', 'application_fee_amount', 'customer_account', 'hooks', 'payment_details'),
  ...refuse('payment_method_configuration', 'shipping', 'transfer_data', 'transfer_group'),
}

export const intentCreate: Shape = {
  ...confirmation,
  ...intentFields,
  amount: { kind: 'integer', required: true, least: 1 },
  currency: { kind: 'text', required: true },
  automatic_payment_methods: automatic,
  capture_method: { kind: 'text', oneOf: ['automatic', 'automatic_async'] },
  confirm: flag,
  confirmation_method: { kind: 'text', oneOf: ['automatic', 'manual'] },
  error_on_requires_action: flag,
  off_session: { kind: 'flag', orText: ['one_off', 'recurring'] },
  ...refuse('mandate', 'on_behalf_of', 'radar_options'),
}

export const intentUpdate: Shape = {
  ...intentFields,
  amount: { kind: 'integer', least: 1 },
  currency: text,
  expand: texts,
  payment_method: text,
  allowed_payment_method_types: texts,
  ...refuse(
    'capture_method',
    'payment_method_data',
    'payment_method_options',
    'excluded_payment_method_types',
  ),
}

export const intentConfirm: Shape = {
  ...confirmation,
  client_secret: text,
  error_on_requires_action: flag,
  off_session: { kind: 'flag', orText: ['one_off', 'recurring'] },
  receipt_email: clearable,
  setup_future_usage: usage,
  ...refuse('amount_details', 'amount_to_confirm', 'capture_method', 'hooks', 'mandate', 'payment_details'),
  ...refuse('radar_options', 'shipping'),
}

export const intentCancel: Shape = {
  expand: texts,
  cancellation_reason: {
    kind: 'text',
    oneOf: ['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'],
  },
}

export const setupCreate: Shape = {
  ...confirmation,
  automatic_payment_methods: automatic,
  confirm: flag,
  customer: text,
  description: { kind: 'text', most: 1000 },
  metadata,
  usage: { kind: 'text', oneOf: ['off_session', 'on_session'] },
  ...refuse('attach_to_self', 'customer_account', 'flow_directions', 'on_behalf_of'),
  ...refuse('payment_method_configuration', 'single_use'),
}

export const setupConfirm: Shape = { ...confirmation, client_secret: text }

export const setupCancel: Shape = {
  expand: texts,
  cancellation_reason: { kind: 'text', oneOf: ['abandoned', 'duplicate', 'requested_by_customer'] },
}

export const refundCreate: Shape = {
  amount: { kind: 'integer', least: 1 },
  charge: text,
  payment_intent: text,
  metadata,
  reason: { kind: 'text', oneOf: ['duplicate', 'fraudulent', 'requested_by_customer'] },
  expand: texts,
  ...refuse('currency', 'customer', 'instructions_email', 'origin'),
  ...refuse('refund_application_fee', 'reverse_transfer'),
}

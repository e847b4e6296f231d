import type { Provider } from './description.ts'
import type { Schema } from './validators.ts'

/** A call that is used and that the description given here leaves out. */
export interface UndescribedCall {
  provider: Provider
  method: string
  path: RegExp
  /** The provider's page about it. */
  page: string
  /** What a success carries, of parts that the description does have, where it has them. */
  answer?: Schema
}

/** A part of a described call that its description does not foresee. */
export interface UndescribedPart {
  provider: Provider
  /** How the report puts it. */
  part: RegExp
  page: string
}

const of = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })
const pageOf = (item: Schema, object: string): Schema => ({
  type: 'object',
  required: ['object', 'data', 'has_more', 'url'],
  properties: {
    object: { const: object },
    url: { type: 'string' },
    has_more: { type: 'boolean' },
    data: { type: 'array', items: item },
  },
})
const stripe = (method: string, path: RegExp, page: string, answer?: Schema): UndescribedCall => ({
  provider: 'stripe',
  method,
  path,
  page: `https://docs.stripe.com/api/${page}`,
  ...(answer && { answer }),
})

/** What the official descriptions, cut to what a stand-in needs, do not have: each with the page that documents it. */
export const undescribedCalls: UndescribedCall[] = [
  stripe(
    'GET',
    /^\/v1\/payment_intents\/search$/,
    'payment_intents/search',
    pageOf(of('PaymentIntent'), 'search_result'),
  ),
  stripe('POST', /^\/v1\/payment_intents\/pi_\w+$/, 'payment_intents/update', of('PaymentIntent')),
  stripe('GET', /^\/v1\/setup_intents$/, 'setup_intents/list', pageOf(of('SetupIntent'), 'list')),
  stripe('POST', /^\/v1\/setup_intents\/\w+\/cancel$/, 'setup_intents/cancel', of('SetupIntent')),
  stripe('GET', /^\/v1\/customers$/, 'customers/list', pageOf(of('Customer'), 'list')),
  stripe('POST', /^\/v1\/payment_methods\/pm_\w+$/, 'payment_methods/update', of('PaymentMethod')),
  stripe('GET', /^\/v1\/charges$/, 'charges/list', pageOf(of('Charge'), 'list')),
  stripe('GET', /^\/v1\/disputes$/, 'disputes/list', pageOf(of('Dispute'), 'list')),
  stripe(
    'GET',
    /^\/v1\/balance_transactions\/\w+$/,
    'balance_transactions/retrieve',
    of('BalanceTransaction'),
  ),
  stripe('GET', /^\/v1\/events(\/\w+)?$/, 'events'),
  {
    provider: 'paypal',
    method: 'POST',
    path: /^\/v1\/oauth2\/token$/,
    page: 'https://developer.paypal.com/api/rest/authentication/',
  },
  {
    provider: 'paypal',
    method: 'GET',
    path: /^\/v1\/customer\/disputes\/[\w-]+$/,
    page: 'https://developer.paypal.com/docs/api/customer-disputes/v1/#disputes_get',
  },
  {
    provider: 'paypal',
    method: 'GET',
    path: /^\/v1\/reporting\/transactions$/,
    page: 'https://developer.paypal.com/docs/api/transaction-search/v1/#search_get',
  },
  {
    provider: 'twilio',
    method: 'GET',
    path: /^\/api\.twilio\.com\/2010-04-01\/Accounts\/AC\w+\.json$/,
    page: 'https://www.twilio.com/docs/iam/api/account',
  },
]

/** The same of single parts of calls that are described: words of the report about them. */
export const undescribedParts: UndescribedPart[] = [
  { provider: 'stripe', part: /^query expand /, page: 'https://docs.stripe.com/api/expanding_objects' },
  { provider: 'stripe', part: /^query created /, page: 'https://docs.stripe.com/api/payment_intents/list' },
  {
    provider: 'paypal',
    part: /^status (401|409|429)$/,
    page: 'https://developer.paypal.com/api/rest/responses/',
  },
  // Younger than the description of February 2024; PayPal's SDK has both.
  {
    provider: 'paypal',
    part: /^\/payment_source\/(paypal|venmo)\/usage_pattern is no field/,
    page: 'https://developer.paypal.com/docs/api/payment-tokens/v3/#setup-tokens_create',
  },
  {
    provider: 'paypal',
    part: /^\/payment_source\/paypal\/stored_credential is no field/,
    page: 'https://developer.paypal.com/docs/api/orders/v2/#orders_create',
  },
  // The order that a wallet was kept with, in the event alone.
  {
    provider: 'paypal',
    part: /^\/metadata is no field/,
    page: 'https://developer.paypal.com/docs/multiparty/checkout/save-payment-methods/webhooks',
  },
  // It says of a refund's 500 that there is one, not what it carries.
  {
    provider: 'paypal',
    part: /^500: a body, where none is described/,
    page: 'https://developer.paypal.com/api/rest/responses/',
  },
  // OAuth's own form, which a token that is over is answered with.
  {
    provider: 'paypal',
    part: /^401: \/error(_description)? is no field/,
    page: 'https://developer.paypal.com/api/rest/authentication/',
  },
  {
    provider: 'twilio',
    part: /^status [45]\d\d$/,
    page: 'https://www.twilio.com/docs/usage/twilios-response',
  },
  // Its addresses have no host there, and the page shows them so.
  {
    provider: 'twilio',
    part: /^200: \/\w*uri must match format "uri"/,
    page: 'https://www.twilio.com/docs/usage/twilios-response',
  },
]

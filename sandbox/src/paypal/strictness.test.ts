import { randomUUID } from 'node:crypto'
import { PaypalPaymentTokenUsageType } from '@paypal/paypal-server-sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { linkOf, type OpenPaypal, openPaypal } from '../../test/paypal.ts'

let paypal: OpenPaypal
beforeAll(async () => {
  paypal = await openPaypal()
})
afterAll(() => paypal.close())

const orders = '/v2/checkout/orders'
const usd = (value: string) => ({ currency_code: 'USD', value })
const order = (unit: object = {}) => ({
  intent: 'CAPTURE',
  purchase_units: [{ amount: usd('12.99'), ...unit }],
  payment_source: { paypal: {} },
})
const item = { name: 'Tokens', quantity: '1', unit_amount: usd('12.99') }
const withItems = (items: object[], breakdown?: object) =>
  order({ amount: { ...usd('12.99'), ...(breakdown && { breakdown }) }, items })
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  paypal.call('POST', path, body, { 'paypal-request-id': randomUUID(), ...headers })

/** What an answer says first, and by which status. */
const said = ({ status, body }: Awaited<ReturnType<typeof post>>) => [status, body.details?.[0]]

describe('an order is refused', () => {
  it.each([
    [
      'whose parts are of another currency',
      order({
        amount: { ...usd('12.99'), breakdown: { item_total: { ...usd('12.99'), currency_code: 'EUR' } } },
      }),
      'MULTI_CURRENCY_ORDER',
    ],
    [
      'with a negative part',
      order({ amount: { ...usd('12.99'), breakdown: { item_total: usd('13.99'), discount: usd('-1.00') } } }),
      'CANNOT_BE_NEGATIVE',
    ],
    [
      'with a part of three decimals',
      order({ amount: { ...usd('12.99'), breakdown: { item_total: usd('12.990') } } }),
      'DECIMAL_PRECISION',
    ],
    ['whose items have no total', withItems([item]), 'ITEM_TOTAL_REQUIRED'],
    [
      'whose items come to another total',
      withItems([{ ...item, quantity: '2' }], { item_total: usd('12.99') }),
      'ITEM_TOTAL_MISMATCH',
    ],
    [
      'with an item of another currency',
      withItems([{ ...item, unit_amount: { ...usd('12.99'), currency_code: 'EUR' } }], {
        item_total: usd('12.99'),
      }),
      'MULTI_CURRENCY_ORDER',
    ],
  ])('%s', async (_, body, issue) => {
    expect(said(await post(orders, body))).toEqual([422, expect.objectContaining({ issue })])
  })

  it('is taken where its items come to its amount', async () => {
    const { status } = await post(orders, withItems([item], { item_total: usd('12.99') }))
    expect(status).toBe(201)
  })

  it.each([
    ['prefer', 'return=minimal, wait=3'],
    ['paypal-client-metadata-id', 'x'.repeat(37)],
    ['paypal-partner-attribution-id', 'x'.repeat(37)],
  ])('with a header %s that is none', async (name, value) => {
    const answer = await post(orders, order(), { [name]: value })
    expect(said(answer)).toEqual([400, expect.objectContaining({ field: name })])
    expect(answer.body.details[0]).not.toHaveProperty('location')
  })

  it('and not shown by fields that there are none of', async () => {
    const { body } = await post(orders, order())
    const answer = await paypal.call('GET', `${orders}/${body.id}?fields=payment_source!`)
    expect(said(answer)).toEqual([400, expect.objectContaining({ field: 'fields', location: 'query' })])
    expect((await paypal.call('GET', `${orders}/${body.id}?fields=payment_source`)).status).toBe(200)
  })
})

it.each([
  ['CARD_EXPIRED', orders, 'The card is expired'],
  ['MAX_NUMBER_OF_REFUNDS_EXCEEDED', '/refund', /^You have exceeded the maximum number of refund attempts/],
  ['REFUND_IS_RESTRICTED', '/refund', /^This refund can only be processed by the API caller/],
  ['PAYEE_ACCOUNT_RESTRICTED', '/refund', 'Payee account is restricted.'],
])('%s of %s is said in PayPal’s words', async (issue, path, words) => {
  const { result } = await paypal.vault.createSetupToken({
    paypalRequestId: randomUUID(),
    body: { paymentSource: { paypal: { usageType: PaypalPaymentTokenUsageType.Merchant } } },
  })
  await paypal.decide(linkOf(result, 'approve'))
  const token = await post('/v3/vault/payment-tokens', {
    payment_source: { token: { id: result.id, type: 'SETUP_TOKEN' } },
  })
  const charge = { ...order(), payment_source: { paypal: { vault_id: token.body.id } } }
  const charged = await post(orders, charge, { prefer: 'return=representation' })
  const capture = charged.body.purchase_units[0].payments.captures[0].id
  await paypal.control('/faults', { provider: 'paypal', kind: 'decline', code: issue, path })
  const answer =
    path === orders ? await post(orders, charge) : await post(`/v2/payments/captures/${capture}/refund`, {})
  const description = words instanceof RegExp ? expect.stringMatching(words) : words
  expect(said(answer)).toEqual([422, expect.objectContaining({ issue, description })])
})

describe('a setup token is refused', () => {
  it.each([
    ['usage_type', 'ROBOT'],
    ['customer_type', 'ROBOT'],
    ['usage_pattern', 'EVERY_NOW_AND_THEN'],
  ])('with a %s of %s', async (name, value) => {
    const wallet = { usage_type: 'MERCHANT', [name]: value }
    const answer = await post('/v3/vault/setup-tokens', { payment_source: { paypal: wallet } })
    expect(said(answer)).toEqual([400, expect.objectContaining({ issue: 'INVALID_PARAMETER_VALUE' })])
  })

  it.each([
    ['shipping_preference', 'BY_BALLOON'],
    ['vault_instruction', 'SOMETIME'],
  ])('with an experience whose %s is %s', async (name, value) => {
    const wallet = { usage_type: 'MERCHANT', experience_context: { [name]: value } }
    const answer = await post('/v3/vault/setup-tokens', { payment_source: { paypal: wallet } })
    expect(said(answer)).toEqual([400, expect.objectContaining({ issue: 'INVALID_PARAMETER_VALUE' })])
  })
})

it('a list of payment tokens with a total that is neither wanted nor not is refused', async () => {
  const answer = await paypal.call(
    'GET',
    '/v3/vault/payment-tokens?customer_id=customer-7&total_required=maybe',
  )
  expect(said(answer)).toEqual([400, expect.objectContaining({ field: 'total_required' })])
})

describe('a signature is not looked at', () => {
  const asked = {
    auth_algo: 'SHA256withRSA',
    cert_url: 'https://api.paypal.test/cert',
    transmission_id: '103e3700-8b0c-11e6-8695-6b62a8a99ac4',
    transmission_sig: 'c2lnbmF0dXJl',
    transmission_time: '2026-11-23T18:00:00Z',
    webhook_id: 'WHTESTS',
    webhook_event: { id: 'WH-1', event_type: 'PAYMENT.CAPTURE.COMPLETED', resource: {} } as object,
  }
  const verify = (change: object) =>
    post('/v1/notifications/verify-webhook-signature', { ...asked, ...change })
  const ofEvent = (change: object) => ({ webhook_event: { ...asked.webhook_event, ...change } })

  it('unless everything is as described', async () => {
    expect(await verify({})).toEqual({ status: 200, body: { verification_status: 'FAILURE' } })
  })

  it.each([
    ['a time that is none', { transmission_time: 'yesterday' }],
    ['a time of the event that is none', ofEvent({ create_time: '2026-11-23' })],
    ['an event id that is a number', ofEvent({ id: 7 })],
    ['a version that is none', ofEvent({ resource_version: 'two' })],
    ['an event about a text', ofEvent({ resource: 'CAP-1' })],
    ['a link without an address', ofEvent({ links: [{ rel: 'self' }] })],
    ['a link by a method that is none', ofEvent({ links: [{ href: '/x', rel: 'self', method: 'GRAB' }] })],
  ])('with %s', async (_, change) => {
    expect((await verify(change)).status).toBe(400)
  })
})

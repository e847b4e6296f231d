import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpenSandbox, openSandbox, refusal } from '../../test/sandbox.ts'

type ApiError = InstanceType<typeof Stripe.errors.StripeError>
type Loose = (body: Record<string, unknown>) => Promise<unknown>

let sandbox: OpenSandbox
let stripe: Stripe

beforeAll(async () => {
  sandbox = await openSandbox()
  stripe = sandbox.stripe
})
afterAll(() => sandbox.close())

const base = { amount: 1299, currency: 'usd', allowed_payment_method_types: ['card'] }

describe('what the real API rejects', () => {
  it.each([
    ['an unknown parameter', { ...base, colour: 'red' }, 'parameter_unknown', 'colour'],
    [
      'payment_method_types',
      { amount: 1299, currency: 'usd', payment_method_types: ['card'] },
      'payment_method_types_no_longer_supported',
      'payment_method_types',
    ],
    ['no amount', { currency: 'usd' }, 'parameter_missing', 'amount'],
    ['49 cents', { ...base, amount: 49 }, 'amount_too_small', 'amount'],
    ['a fraction of a cent', { ...base, amount: 12.99 }, 'parameter_invalid_integer', 'amount'],
    ['an empty customer', { ...base, customer: '' }, 'parameter_invalid_empty', 'customer'],
    ['a customer unknown', { ...base, customer: 'cus_none' }, 'resource_missing', 'customer'],
    ['a method unknown', { ...base, payment_method: 'pm_none' }, 'resource_missing', 'payment_method'],
    [
      'a descriptor on a card',
      { ...base, statement_descriptor: 'ALMANAC' },
      undefined,
      'statement_descriptor',
    ],
    [
      'a suffix with an asterisk',
      { ...base, statement_descriptor_suffix: 'AU*RA' },
      undefined,
      'statement_descriptor_suffix',
    ],
    [
      'two ways to say which types',
      { ...base, automatic_payment_methods: { enabled: true } },
      undefined,
      'automatic_payment_methods',
    ],
    ['off_session without confirm', { ...base, off_session: true }, undefined, 'off_session'],
    ['an expansion unknown', { ...base, expand: ['charges'] }, undefined, 'expand'],
    ['an e-mail that is none', { ...base, receipt_email: 'nova' }, 'email_invalid', 'receipt_email'],
    [
      'a way back without confirm',
      { ...base, return_url: 'https://shop.test/back' },
      undefined,
      'return_url',
    ],
    [
      'a way back that is none',
      { ...base, confirm: true, payment_method: 'pm_card_visa', return_url: 'shop' },
      'url_invalid',
      'return_url',
    ],
    ['an unknown currency', { ...base, currency: 'xyz' }, undefined, 'currency'],
    ['a million dollars', { ...base, amount: 100_000_000 }, 'amount_too_large', 'amount'],
    ['a long description', { ...base, description: 'x'.repeat(1001) }, undefined, 'description'],
    ['a long key of metadata', { ...base, metadata: { ['k'.repeat(41)]: 'v' } }, undefined, 'metadata'],
    [
      'a wish that there is none of',
      { ...base, setup_future_usage: 'always' },
      undefined,
      'setup_future_usage',
    ],
  ])('%s', async (_name, body, code, param) => {
    const create = stripe.paymentIntents.create.bind(stripe.paymentIntents) as unknown as Loose
    const error = await refusal<ApiError>(create(body))
    expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError)
    expect(error).toMatchObject({ statusCode: 400, param })
    expect(error.code).toBe(code)
  })

  it('a way back of a setup that is not confirmed', async () => {
    const setup = stripe.setupIntents.create({ return_url: 'https://shop.test/back' })
    expect(await refusal<ApiError>(setup)).toMatchObject({ statusCode: 400, param: 'return_url' })
  })

  it.each([0, 101])('a page of %i', async (limit) => {
    const error = await refusal<ApiError>(stripe.refunds.list({ limit }))
    expect(error).toMatchObject({ statusCode: 400, code: 'parameter_invalid_integer', param: 'limit' })
  })

  it.each(['application/json', 'text/plain'])('a body of %s', async (type) => {
    const response = await fetch(`${sandbox.base}/v1/payment_intents`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_almanac', 'content-type': type },
      body: '{"amount":1299}',
    })
    expect(response.status).toBe(400)
    const message = expect.stringContaining('application/x-www-form-urlencoded')
    expect(await response.json()).toEqual({ error: { type: 'invalid_request_error', message } })
  })

  it('a card number from a server', async () => {
    const create = stripe.paymentMethods.create.bind(stripe.paymentMethods) as unknown as Loose
    const number = { number: '4242424242424242', exp_month: 12, exp_year: 2040, cvc: '123' }
    expect(await refusal<ApiError>(create({ type: 'card', card: number }))).toMatchObject({ statusCode: 402 })
  })

  it('a path unknown, in the envelope the SDK understands', async () => {
    const error = await refusal<ApiError>(stripe.products.list())
    expect(error).toMatchObject({ statusCode: 404, type: 'StripeInvalidRequestError' })
    expect(await refusal<ApiError>(stripe.paymentIntents.retrieve('pi_none'))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    })
  })

  it('a foreign key and another API version', async () => {
    for (const key of ['sk_live_x', 'pk_test_x', 'rubbish']) {
      const error = await refusal<ApiError>(sandbox.stripeWith({}, key).customers.list())
      expect(error).toMatchObject({ statusCode: 401 })
    }
    const list = stripe.customers.list({}, { apiVersion: '2024-06-20' })
    expect(await refusal<ApiError>(list)).toMatchObject({ statusCode: 400 })
  })
})

describe('card numbers in the frame', () => {
  it.each([
    ['4242424242424241', 'incorrect_number'],
    ['42424242', 'invalid_number'],
  ])('%s is refused with %s', async (number, code) => {
    expect(await sandbox.typeCard(number)).toMatchObject({ status: 402, body: { error: { code } } })
  })

  it('a well-known number behaves as its test id', async () => {
    const { body } = await sandbox.typeCard('4000 0000 0000 9995')
    const create = stripe.paymentIntents.create({
      amount: 1299,
      currency: 'usd',
      payment_method: body.id,
      confirm: true,
      allowed_payment_method_types: ['card'],
    })
    expect(await refusal(create)).toMatchObject({ decline_code: 'insufficient_funds' })
  })
})

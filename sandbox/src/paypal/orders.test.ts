import { randomUUID } from 'node:crypto'
import { CheckoutPaymentIntent, type OrderRequest } from '@paypal/paypal-server-sdk'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { issueOf, linkOf, type OpenPaypal, openPaypal } from '../../test/paypal.ts'

let paypal: OpenPaypal
beforeAll(async () => {
  paypal = await openPaypal()
})
afterAll(() => paypal.close())
beforeEach(() => paypal.control('/reset'))

const urls = { returnUrl: 'https://shop.test/return?purchase=7', cancelUrl: 'https://shop.test/cancel' }
const unit = { amount: { currencyCode: 'USD', value: '12.99' }, customId: 'purchase-7' }
const wanted = (more: Partial<OrderRequest> = {}): OrderRequest => ({
  intent: CheckoutPaymentIntent.Capture,
  purchaseUnits: [unit],
  paymentSource: { paypal: { experienceContext: urls } },
  ...more,
})
const create = async (more: Partial<OrderRequest> = {}, requestId = randomUUID() as string) =>
  (await paypal.orders.createOrder({ body: wanted(more), paypalRequestId: requestId })).result
const approve = async (more: Partial<OrderRequest> = {}, form: Record<string, string> = {}) => {
  const order = await create(more)
  await paypal.decide(linkOf(order, 'payer-action'), { decision: 'approve', ...form })
  return order.id ?? ''
}
const capture = async (id: string, requestId = randomUUID() as string) =>
  (await paypal.orders.captureOrder({ id, paypalRequestId: requestId })).result
const capturesOf = async () => {
  const { data } = await paypal.get('/sandbox/payments')
  return data as { id: string; amount: number; metadata: object }[]
}
const eventsOf = async () => {
  const { data } = await paypal.get('/sandbox/control/state')
  return (data as { paypal: { events: { event_type: string }[] } }).paypal.events.map((one) => one.event_type)
}
const fault = (kind: string, more: object = {}) =>
  paypal.control('/faults', { provider: 'paypal', kind, ...more })

describe('an order', () => {
  it('is approved by its payer and then captured, once', async () => {
    const order = await create()
    expect(order).toMatchObject({ status: 'PAYER_ACTION_REQUIRED' })
    const id = order.id ?? ''
    expect(await issueOf(capture(id))).toBe('ORDER_NOT_APPROVED')
    const left = await paypal.decide(linkOf(order, 'payer-action'))
    expect(left.status).toBe(303)
    expect(left.to).toMatch(/^https:\/\/shop\.test\/return\?purchase=7&token=\w+&PayerID=[2-9A-HJ-NP-Z]{13}$/)
    expect((await paypal.orders.getOrder({ id })).result).toMatchObject({
      status: 'APPROVED',
      intent: 'CAPTURE',
    })
    expect(await capture(id)).toMatchObject({
      status: 'COMPLETED',
      purchaseUnits: [
        {
          payments: {
            captures: [{ status: 'COMPLETED', amount: { value: '12.99' }, customId: 'purchase-7' }],
          },
        },
      ],
    })
    expect(await issueOf(capture(id))).toBe('ORDER_ALREADY_CAPTURED')
    expect(await eventsOf()).toEqual(['CHECKOUT.ORDER.APPROVED', 'PAYMENT.CAPTURE.COMPLETED'])
    expect(await capturesOf()).toMatchObject([{ amount: 12.99, metadata: { custom_id: 'purchase-7' } }])
  })

  it('that its payer refuses leads to the cancel address, and can still be approved', async () => {
    const order = await create()
    const link = linkOf(order, 'payer-action')
    const left = await paypal.decide(link, { decision: 'cancel' })
    expect(left.to).toBe(`https://shop.test/cancel?token=${order.id}`)
    expect((await paypal.decide(link)).to).toContain('https://shop.test/return')
    expect((await paypal.decide(link)).status).toBe(404)
    expect((await paypal.decide(link, { decision: 'maybe' })).status).toBe(404)
  })

  it('for Venmo takes its addresses from the application context, and looks like Venmo', async () => {
    const order = await create({ paymentSource: { venmo: {} }, applicationContext: urls })
    const link = linkOf(order, 'payer-action')
    const page = await fetch(link)
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' https://shop.test")
    expect(await page.text()).toContain('<body class="venmo">')
    expect((await paypal.decide(link)).to).toContain('https://shop.test/return')
    expect(await capture(order.id ?? '')).toMatchObject({ paymentSource: { venmo: { userName: /./ } } })
  })

  it('is gone when nobody captured it in its time', async () => {
    await paypal.control('/config', { paypalOrderLifeMs: 0 })
    const order = await create()
    const answer = await paypal.call('GET', `/v2/checkout/orders/${order.id}`)
    expect(answer).toMatchObject({ status: 404, body: { details: [{ issue: 'INVALID_RESOURCE_ID' }] } })
    expect((await paypal.decide(linkOf(order, 'payer-action'))).status).toBe(404)
  })

  it('with an invoice id that was paid before is refused at the capture', async () => {
    const twice = { purchaseUnits: [{ ...unit, invoiceId: 'invoice-7' }] }
    const [first, second] = [await approve(twice), await approve(twice)]
    await capture(first)
    expect(await issueOf(capture(second))).toBe('DUPLICATE_INVOICE_ID')
  })
})

describe('a payer’s bank', () => {
  it('that declines sends the payer back to choose something else', async () => {
    const id = await approve({}, { funding: 'declined' })
    const refused = await paypal.call('POST', `/v2/checkout/orders/${id}/capture`)
    expect(refused).toMatchObject({ status: 422, body: { details: [{ issue: 'INSTRUMENT_DECLINED' }] } })
    expect(await issueOf(capture(id))).toBe('ORDER_NOT_APPROVED')
    await paypal.decide(linkOf(refused.body, 'redirect'))
    expect(await capture(id)).toMatchObject({ status: 'COMPLETED' })
  })

  it.each([
    ['completed', 'COMPLETED', 'PAYMENT.CAPTURE.COMPLETED', 1],
    ['denied', 'DECLINED', 'PAYMENT.CAPTURE.DENIED', 0],
  ])('that takes days leaves the capture pending until it is %s', async (outcome, status, event, booked) => {
    const id = await approve({}, { funding: 'echeck' })
    const order = await capture(id)
    const captureId = order.purchaseUnits?.[0]?.payments?.captures?.[0]?.id ?? ''
    const pending = await paypal.payments.getCapturedPayment({ captureId })
    expect(pending.result).toMatchObject({ status: 'PENDING', statusDetails: { reason: 'ECHECK' } })
    expect(await capturesOf()).toEqual([])
    await paypal.control(`/paypal/captures/${captureId}/finish`, { outcome })
    expect((await paypal.payments.getCapturedPayment({ captureId })).result.status).toBe(status)
    expect((await eventsOf()).slice(1)).toEqual(['PAYMENT.CAPTURE.PENDING', event])
    expect(await capturesOf()).toHaveLength(booked)
  })
})

describe('a request id', () => {
  it('repeated answers the latest state of what it made, whatever the body says', async () => {
    const order = await create({}, 'purchase-7')
    await paypal.decide(linkOf(order, 'payer-action'))
    const cheaper = { purchaseUnits: [{ amount: { currencyCode: 'USD', value: '1.00' } }] }
    const again = await paypal.orders.createOrder({ body: wanted(cheaper), paypalRequestId: 'purchase-7' })
    expect(again).toMatchObject({ statusCode: 200, result: { id: order.id, status: 'APPROVED' } })
    const id = order.id ?? ''
    const paid = await Promise.all([capture(id, 'capture-7'), capture(id, 'capture-7')])
    expect(paid[0]).toEqual(paid[1])
    expect(await capturesOf()).toHaveLength(1)
  })

  it('still at work is a conflict', async () => {
    await fault('latency', { latencyMs: 300, path: '/checkout/orders' })
    const ask = () =>
      paypal.call('POST', '/v2/checkout/orders/NONE/capture', undefined, { 'paypal-request-id': 'slow' })
    const answers = await Promise.all([ask(), ask()])
    expect(answers.map(({ status }) => status).sort()).toEqual([404, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      name: 'RESOURCE_CONFLICT',
      details: [{ issue: 'PREVIOUS_REQUEST_IN_PROGRESS' }],
    })
  })

  it.each([
    ['PAYER_CANNOT_PAY', /^Payer cannot pay for this transaction\./],
    ['TRANSACTION_LIMIT_EXCEEDED', /^Total payment amount exceeded transaction limit\.$/],
  ])('refused with %s is told in the words of a capture', async (code, description) => {
    const id = await approve()
    await fault('decline', { path: '/capture', code })
    const { status, body } = await paypal.call('POST', `/v2/checkout/orders/${id}/capture`)
    const details = [{ issue: code, description: expect.stringMatching(description) }]
    expect({ status, body }).toMatchObject({ status: 422, body: { details } })
  })

  it('whose first call was refused is free', async () => {
    const id = await approve()
    await fault('decline', { path: '/capture' })
    expect(await issueOf(capture(id, 'try'))).toBe('INSTRUMENT_DECLINED')
    const order = (await paypal.orders.getOrder({ id })).result
    await paypal.decide(linkOf(order, 'payer-action'))
    expect(await capture(id, 'try')).toMatchObject({ status: 'COMPLETED' })
  })

  it('may have 108 characters, and must be there with a payment source', async () => {
    expect((await create({}, 'x'.repeat(108))).id).toBeTruthy()
    expect(await issueOf(create({}, 'x'.repeat(109)))).toBe('INVALID_STRING_LENGTH')
    expect(await issueOf(paypal.orders.createOrder({ body: wanted() }))).toBe('PAYPAL_REQUEST_ID_REQUIRED')
  })
})

describe('a bad day', () => {
  it.each(['error_500_after_success', 'reset_after_success'])(
    '%s hides a capture that the same request id finds',
    async (kind) => {
      const id = await approve()
      await fault(kind, { path: '/capture' })
      await expect(capture(id, 'capture-8')).rejects.toThrow()
      expect(await capturesOf()).toHaveLength(1)
      expect(await capture(id, 'capture-8')).toMatchObject({ status: 'COMPLETED' })
      expect(await capturesOf()).toHaveLength(1)
    },
  )

  it.each([
    ['error_500_before', 500],
    ['rate_limited_429', 429],
    ['conflict_409', 409],
    ['token_expired', 401],
  ])('%s does nothing', async (kind, status) => {
    const id = await approve()
    await fault(kind, { path: '/capture' })
    expect((await paypal.call('POST', `/v2/checkout/orders/${id}/capture`)).status).toBe(status)
    expect(await capturesOf()).toEqual([])
  })

  it('an access token that has ended stays ended; a wrong secret gets none', async () => {
    const good = (await paypal.bearer()).body.access_token
    await paypal.control('/config', { paypalTokenSeconds: 0 })
    const { body } = await paypal.bearer()
    const call = (token: string) =>
      paypal.call('GET', '/v2/checkout/orders/X', undefined, { authorization: `Bearer ${token}` })
    expect(await call(body.access_token)).toMatchObject({ status: 401, body: { error: 'invalid_token' } })
    expect((await call(good)).status).toBe(404)
    const forged = `${good.slice(0, -1)}${good.endsWith('A') ? 'E' : 'A'}`
    expect(await call(forged)).toMatchObject({ status: 401, body: { error: 'invalid_token' } })
    expect(await paypal.bearer('wrong')).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
    const without = await paypal.call('GET', '/v2/checkout/orders/X', undefined, { authorization: '' })
    expect(without).toMatchObject({ status: 401, body: { name: 'AUTHENTICATION_FAILURE' } })
  })
})

describe('what the real API rejects', () => {
  const amount = { currency_code: 'USD', value: '12.99' }
  const good = {
    intent: 'CAPTURE',
    purchase_units: [{ amount }],
    payment_source: { paypal: {} as object } as object,
  }
  const withAmount = (change: object) => ({ ...good, purchase_units: [{ amount: { ...amount, ...change } }] })
  const withPaypal = (paypal: object) => ({ ...good, payment_source: { paypal } })
  it.each([
    ['no units', { intent: 'CAPTURE' }, 400, 'MISSING_REQUIRED_PARAMETER', '/purchase_units'],
    ['another intent', { ...good, intent: 'SELL' }, 400, 'INVALID_PARAMETER_VALUE', '/intent'],
    ['an authorization', { ...good, intent: 'AUTHORIZE' }, 400, 'NOT_SUPPORTED', '/intent'],
    [
      'a number',
      withAmount({ value: 12.99 }),
      400,
      'INVALID_PARAMETER_SYNTAX',
      '/purchase_units/0/amount/value',
    ],
    [
      'words',
      withAmount({ value: 'ten' }),
      400,
      'INVALID_PARAMETER_SYNTAX',
      '/purchase_units/0/amount/value',
    ],
    ['nothing to pay', withAmount({ value: '0.00' }), 422, 'CANNOT_BE_ZERO_OR_NEGATIVE', undefined],
    ['a tenth of a cent', withAmount({ value: '1.001' }), 422, 'DECIMAL_PRECISION', undefined],
    ['another currency', withAmount({ currency_code: 'XXX' }), 422, 'INVALID_CURRENCY_CODE', undefined],
    [
      'a sum that is none',
      withAmount({ breakdown: { item_total: { ...amount, value: '3.00' } } }),
      422,
      'AMOUNT_MISMATCH',
      undefined,
    ],
    [
      'a long custom id',
      { ...good, purchase_units: [{ amount, custom_id: 'x'.repeat(128) }] },
      400,
      'INVALID_STRING_LENGTH',
      '/purchase_units/0/custom_id',
    ],
    ['a card', { ...good, payment_source: { card: {} } }, 400, 'NOT_SUPPORTED', '/payment_source/card'],
    [
      'an address that is none',
      withPaypal({ experience_context: { return_url: 'shop' } }),
      400,
      'INVALID_PARAMETER_SYNTAX',
      '/payment_source/paypal/experience_context/return_url',
    ],
    [
      'a wallet kept for nobody',
      withPaypal({ attributes: { vault: { store_in_vault: 'ON_SUCCESS' } } }),
      400,
      'MISSING_REQUIRED_PARAMETER',
      '/payment_source/paypal/attributes/vault/usage_type',
    ],
    [
      'a wish without an instruction',
      withPaypal({ attributes: { vault: { usage_type: 'MERCHANT' } } }),
      422,
      'VAULT_INSTRUCTION_REQUIRED',
      undefined,
    ],
    ['no JSON', '{', 400, 'MALFORMED_REQUEST_JSON', undefined],
  ])('%s', async (_name, body, status, issue, field) => {
    const answer = await paypal.call('POST', '/v2/checkout/orders', body, {
      'paypal-request-id': randomUUID(),
    })
    expect(answer.status).toBe(status)
    expect(answer.body).toMatchObject({
      name: status === 400 ? 'INVALID_REQUEST' : 'UNPROCESSABLE_ENTITY',
      debug_id: expect.stringMatching(/^\w+$/),
      details: [{ issue, ...(field && { field }) }],
    })
  })

  it('a path unknown, and a body of another kind', async () => {
    expect((await paypal.call('GET', '/v2/nothing')).body.name).toBe('RESOURCE_NOT_FOUND')
    const answer = await paypal.call('POST', '/v2/checkout/orders', 'a=1', { 'content-type': 'text/plain' })
    expect(answer).toMatchObject({ status: 415, body: { name: 'UNSUPPORTED_MEDIA_TYPE' } })
  })
})

import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { decideAt, makeWalletBuyer, walletProviderOf } from '../../../test/wallet.ts'
import { chargeSecondsMax } from '../../features/payments/ports.ts'
import { sandboxAccount } from '../../sandbox-account.ts'
import { approveUrlOf } from './approval.ts'
import { checkPayPalKeys } from './check-keys.ts'
import { centsOf, moneyOf } from './money.ts'
import { chargeSecondsOf } from './paypal.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
})
afterAll(() => app.close())
afterEach(() => fetch(`${app.sandbox.url}/sandbox/control/faults`, { method: 'DELETE' }))

const keys = () => ({
  clientId: sandboxAccount.paypalClientId,
  clientSecret: sandboxAccount.paypalClientSecret,
  environment: 'test' as const,
  baseUrl: app.sandbox.url,
})
const storedEvents = () => app.query<{ eventId: string }>('select event_id from payment_events')

test('a charge with all its attempts ends before anybody gives its purchase up', () => {
  expect(chargeSecondsOf()).toBeLessThan(chargeSecondsMax)
})

describe('the keys', () => {
  test('are shown to work by one call', async () => {
    expect(await checkPayPalKeys(keys())).toEqual({ kind: 'works' })
  })

  test('that PayPal does not accept are refused, by the name of their variable', async () => {
    const refused = await checkPayPalKeys({ ...keys(), clientSecret: 'another' })
    expect(refused).toMatchObject({ kind: 'refused', problem: expect.stringMatching(/^PAYPAL_CLIENT_ID: /) })
  })

  test('are not judged where PayPal does not answer', async () => {
    const unknown = await checkPayPalKeys({ ...keys(), baseUrl: 'http://127.0.0.1:1' })
    expect(unknown.kind).toBe('unknown')
  })

  test('that are refused do nothing, and are asked for again by the next call', async () => {
    const provider = walletProviderOf(app, { clientSecret: 'another' })
    const order = provider.lookUp({
      providerPaymentId: '0ZZ',
      reference: '',
      customerId: null,
      since: new Date(0),
    })
    await expect(order).rejects.toMatchObject({ code: 'provider_unavailable' })
    await app.sandbox.control('faults', {
      provider: 'paypal',
      kind: 'error_500_after_success',
      path: '/v1/oauth2',
    })
    const good = walletProviderOf(app, {})
    const ask = () =>
      good.lookUp({ providerPaymentId: '0ZZ', reference: '', customerId: null, since: new Date(0) })
    await expect(ask()).rejects.toMatchObject({ code: 'provider_unavailable' })
    expect(await ask()).toBeNull()
  })
})

describe('an address for the approval', () => {
  const links = (href: string) => [{ rel: 'payer-action', href }]
  test.each([
    ['https://www.paypal.com/checkoutnow?token=5O1', true],
    ['https://www.paypal.com.evil.example/checkoutnow', false],
    ['http://www.paypal.com/checkoutnow', false],
    ['javascript:alert(1)', false],
    ['/checkoutnow', false],
  ])('%s is taken: %s', (href, isTaken) => {
    const read = () => approveUrlOf(links(href), 'https://www.paypal.com')
    if (isTaken) expect(read()).toBe(href)
    else expect(read).toThrow('not its own')
  })
})

describe('an amount', () => {
  test.each([1, 10, 99, 100, 2_520, 99_999_999])('of %i cents is written and read', (cents) => {
    expect(centsOf(moneyOf(cents))).toBe(cents)
  })
  test.each([
    ['12', 1_200],
    ['12.5', 1_250],
    ['-3.00', 300],
    ['12.345', null],
    ['', null],
    ['NaN', null],
  ])('%s is %s cents', (value, cents) => {
    if (cents === null) expect(() => centsOf({ value })).toThrow('amount')
    else expect(centsOf({ value })).toBe(cents)
  })
})

describe('an event', () => {
  /** A genuine one, as the sandbox sends it: caught on its way. */
  async function caught(): Promise<{ body: string; headers: Record<string, string> }> {
    const received = Promise.withResolvers<{ body: string; headers: Record<string, string> }>()
    const trap = createServer(async (request, response) => {
      const body = await text(request)
      response.end('{}')
      const headers = Object.entries(request.headers as Record<string, string>)
      const signed = headers.filter(([name]) => /^(paypal-|content-type)/.test(name))
      received.resolve({ body, headers: Object.fromEntries(signed) })
    })
    await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve))
    const { port } = trap.address() as { port: number }
    await app.sandbox.control('config', { paypalWebhookUrl: `http://127.0.0.1:${port}/` })
    const buyer = await makeWalletBuyer(app)
    const { body: order } = await buyer.order()
    await decideAt(order.approveUrl)
    const event = await received.promise
    trap.close()
    return event
  }

  const send = (body: string, headers: Record<string, string>) =>
    app.server.inject({ method: 'POST', url: '/v1/webhooks/paypal', payload: body, headers })

  test('that PayPal signed is kept once; an altered, forged or half one is not, and changes nothing', async () => {
    const { body, headers } = await caught()
    const without = (name: string) =>
      Object.fromEntries(Object.entries(headers).filter(([one]) => one !== name))
    const parsed = JSON.parse(body)
    const lies: [string, Record<string, string>][] = [
      [body.replace('APPROVED', 'COMPLETED'), headers],
      [JSON.stringify({ ...parsed, id: 'WH-ANOTHER' }), headers],
      [`${body}{}`, headers],
      ['{}', headers],
      ['', headers],
      [body, { ...headers, 'paypal-transmission-sig': 'AAAA' }],
      [body, { ...headers, 'paypal-transmission-time': '2020-01-01T00:00:00Z' }],
      [body, { ...headers, 'paypal-transmission-id': 'another' }],
      [body, { ...headers, 'paypal-cert-url': 'https://evil.example/cert' }],
      ...Object.keys(headers)
        .filter((name) => name.startsWith('paypal-'))
        .map((name): [string, Record<string, string>] => [body, without(name)]),
    ]
    for (const [lie, sent] of lies) expect((await send(lie, sent)).statusCode).toBe(400)
    expect(await storedEvents()).toEqual([])
    for (const _ of [1, 2]) expect((await send(body, headers)).statusCode).toBe(200)
    expect(await storedEvents()).toEqual([{ eventId: parsed.id }])
  })

  test('that PayPal can’t be asked about is to be sent again', async () => {
    const { body, headers } = await caught()
    await app.sandbox.control('faults', {
      provider: 'paypal',
      kind: 'error_500_before',
      path: '/v1/notifications',
    })
    expect((await send(body, headers)).statusCode).toBe(503)
  })

  const capture = {
    id: '2GG',
    custom_id: 'purchase-1',
    supplementary_data: { related_ids: { order_id: '5O1' } },
  }
  const up = (kind: string, id: string) => [{ rel: 'up', href: `https://api-m.paypal.com/v2/${kind}/${id}` }]
  const order = { id: '5O1', purchase_units: [{ custom_id: 'purchase-1' }] }
  const payment = { kind: 'payment', providerPaymentId: '5O1', reference: 'purchase-1' }
  test.each([
    ['CHECKOUT.ORDER.APPROVED', order, payment],
    [
      'CHECKOUT.PAYMENT-APPROVAL.REVERSED',
      { order_id: '5O1', purchase_units: order.purchase_units },
      payment,
    ],
    ['PAYMENT.CAPTURE.COMPLETED', capture, payment],
    [
      'PAYMENT.CAPTURE.PENDING',
      { ...capture, supplementary_data: null, links: up('checkout/orders', '5O1') },
      payment,
    ],
    ['PAYMENT.CAPTURE.DENIED', { id: '2GG' }, { kind: 'unhandled' }],
    [
      'PAYMENT.CAPTURE.REFUNDED',
      { id: '1JU', links: up('payments/captures', '2GG') },
      { kind: 'refund', providerPaymentId: null, captureId: '2GG' },
    ],
    ['PAYMENT.CAPTURE.REVERSED', capture, { kind: 'refund', providerPaymentId: '5O1', captureId: '2GG' }],
    ['CUSTOMER.DISPUTE.CREATED', { dispute_id: 'PP-D-1' }, { kind: 'dispute', disputeId: 'PP-D-1' }],
    ['VAULT.PAYMENT-TOKEN.DELETED', { id: '8kk' }, { kind: 'method_gone', methodId: '8kk' }],
    [
      'VAULT.PAYMENT-TOKEN.CREATED',
      { id: '8kk', metadata: { order_id: '5O1' } },
      { kind: 'method_kept', providerPaymentId: '5O1' },
    ],
    ['VAULT.PAYMENT-TOKEN.CREATED', { id: '8kk' }, { kind: 'nothing' }],
    ['VAULT.PAYMENT-TOKEN.DELETION-INITIATED', { id: '8kk' }, { kind: 'nothing' }],
    ['BILLING.SUBSCRIPTION.CREATED', { id: 'I-1' }, { kind: 'unhandled' }],
    ['CHECKOUT.ORDER.APPROVED', 'no object', { kind: 'unhandled' }],
  ])('%s is about what it names', (type, resource, subject) => {
    expect(walletProviderOf(app, {}).subjectOf({ type, body: { resource } })).toEqual(subject)
  })
})

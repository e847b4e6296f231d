import { afterEach, expect, test } from 'vitest'
import { type CannedCall, type CannedHost, movementsOf, openCannedHost } from '../../../test/canned-host.ts'
import { createPayPal } from './paypal.ts'

let host: CannedHost | undefined
afterEach(() => host?.close())

async function payPalSaying(answer: Parameters<typeof openCannedHost>[0]) {
  host = await openCannedHost((call, before) =>
    call.path === '/v1/oauth2/token'
      ? { body: { access_token: 'A21', token_type: 'Bearer', expires_in: 32_400 } }
      : answer(call, before),
  )
  const keys = { clientId: 'id', clientSecret: 'secret', webhookId: 'WH' }
  return createPayPal({ ...keys, environment: 'test', baseUrl: host.url })
}

const row = (id: string, code: string, value: string, more: object = {}) => ({
  transaction_info: {
    transaction_id: id,
    transaction_event_code: code,
    transaction_status: 'S',
    transaction_amount: { currency_code: 'USD', value },
    transaction_initiation_date: '2026-11-03T10:00:00+0000',
    paypal_reference_id: 'CAPTURE1',
    paypal_reference_id_type: 'TXN',
    ...more,
  },
})

test('a report of three pages is read to its end, of each span that it may cover', async () => {
  const paypal = await payPalSaying(({ query }: CannedCall) => {
    const [page, start] = [query.get('page'), query.get('start_date')?.slice(0, 10)]
    return { body: { total_pages: 3, transaction_details: [row(`${start}-${page}`, 'T0006', '9.00')] } }
  })
  const span = { from: new Date('2026-10-01T00:00:00Z'), until: new Date('2026-11-10T00:00:00Z') }
  const ids = (await movementsOf(paypal, span)).map(({ id }) => id)
  const days = ['2026-10-01', '2026-10-31']
  expect(ids).toEqual(days.flatMap((day) => [1, 2, 3].map((page) => `${day}-${page}`)))
})

test('of a report only payments, refunds and reversals are movements: no fee, no hold and no chargeback', async () => {
  const paypal = await payPalSaying(() => ({
    body: {
      total_pages: 1,
      transaction_details: [
        row('PAID', 'T0006', '25.20'),
        row('REVERSED-LATER', 'T0006', '25.20', { transaction_status: 'V' }),
        row('DENIED', 'T0006', '25.20', { transaction_status: 'D' }),
        row('SENT', 'T0000', '-3.00'),
        row('REVERSAL', 'T1106', '-25.20'),
        row('REFUND', 'T1107', '-9.00'),
        row('PENDING-REFUND', 'T1107', '-9.00', { transaction_status: 'P' }),
        row('FEE-REVERSAL', 'T1108', '-0.30'),
        row('DISPUTE-HOLD', 'T1110', '-25.20'),
        row('HOLD-RELEASED', 'T1111', '25.20'),
        row('CHARGEBACK-FEE', 'T0106', '-20.00'),
        row('CHARGEBACK', 'T1201', '-25.20'),
        {},
      ],
    },
  }))
  const span = { from: new Date('2026-11-03T00:00:00Z'), until: new Date('2026-11-04T00:00:00Z') }
  const found = await movementsOf(paypal, span)
  expect(found.map(({ id, kind, captureId, amountCents }) => [id, kind, captureId, amountCents])).toEqual([
    ['PAID', 'payment', 'PAID', 2_520],
    ['REVERSED-LATER', 'payment', 'REVERSED-LATER', 2_520],
    ['REVERSAL', 'refund', 'CAPTURE1', 2_520],
    ['REFUND', 'refund', 'CAPTURE1', 900],
  ])
})

test('a refusal that PayPal remembers under a key is the same refusal when it is asked again', async () => {
  const paypal = await payPalSaying(() => ({
    status: 422,
    body: {
      name: 'UNPROCESSABLE_ENTITY',
      debug_id: 'f1',
      details: [{ issue: 'REFUND_FAILED_INSUFFICIENT_FUNDS' }],
    },
  }))
  const order = {
    reference: 'refund-1',
    idempotencyKey: 'refund-1',
    providerPaymentId: '5O1',
    captureId: '2GG',
    amountCents: 900,
  }
  const refused = { kind: 'refused', code: 'balance_insufficient' }
  expect(await paypal.refund(order)).toEqual(refused)
  expect(await paypal.refund(order)).toEqual(refused)
  expect(
    host?.calls
      .filter(({ path }) => path.endsWith('/refund'))
      .map(({ headers }) => headers['paypal-request-id']),
  ).toEqual(['refund-1', 'refund-1'])
})

test('a dispute that PayPal does not have is none', async () => {
  const paypal = await payPalSaying(() => ({ status: 404, body: { name: 'RESOURCE_NOT_FOUND' } }))
  expect(await paypal.lookUpDispute('PP-D-1/2GG')).toEqual([])
  expect(host?.calls.at(-1)?.path).toBe('/v1/customer/disputes/PP-D-1')
})

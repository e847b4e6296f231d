import { afterEach, expect, test } from 'vitest'
import { type CannedHost, movementsOf, openCannedHost } from '../../../test/canned-host.ts'
import { createStripe } from './stripe.ts'

let host: CannedHost | undefined
afterEach(() => host?.close())

async function stripeSaying(answer: Parameters<typeof openCannedHost>[0]) {
  host = await openCannedHost(answer)
  return createStripe({ secretKey: 'sk_test_canned', webhookSecret: 'whsec_canned', baseUrl: host.url })
}

const list = (data: object[], isMore: boolean) => ({ body: { object: 'list', data, has_more: isMore } })
const charge = (id: string, more: object = {}) => ({
  id,
  object: 'charge',
  amount_captured: 2_520,
  currency: 'usd',
  payment_intent: `pi_${id}`,
  captured: true,
  status: 'succeeded',
  metadata: {},
  created: 1_793_700_000,
  ...more,
})
const refund = (id: string, status: string) => ({
  id,
  object: 'refund',
  amount: 900,
  currency: 'usd',
  charge: 'ch_1',
  payment_intent: 'pi_1',
  metadata: {},
  created: 1_793_700_000,
  status,
})

test('the movements of more than one page are read to the end, without what has failed', async () => {
  const pages: Record<string, [object[], object[]]> = {
    '/v1/charges': [[charge('ch_1'), charge('ch_2', { status: 'failed' })], [charge('ch_3')]],
    '/v1/refunds': [[refund('re_1', 'succeeded')], [refund('re_2', 'canceled'), refund('re_3', 'pending')]],
  }
  const stripe = await stripeSaying(({ path, query }) => {
    const isFirst = !query.has('starting_after')
    return list(pages[path]?.[isFirst ? 0 : 1] ?? [], isFirst)
  })
  const span = { from: new Date('2026-11-03T00:00:00Z'), until: new Date('2026-11-04T00:00:00Z') }
  const found = await movementsOf(stripe, span)
  expect(found.map(({ id }) => id)).toEqual(['ch_1', 'ch_3', 're_1', 're_3'])
})

test('a refusal that Stripe remembers under a key is the same refusal when it is asked again', async () => {
  const stripe = await stripeSaying(() => ({
    status: 400,
    body: { error: { type: 'invalid_request_error', code: 'charge_already_refunded', message: 'Already.' } },
  }))
  const order = {
    reference: 'refund-1',
    idempotencyKey: 'refund-1',
    providerPaymentId: 'pi_1',
    captureId: 'ch_1',
    amountCents: 900,
  }
  const refused = { kind: 'refused', code: 'charge_already_refunded' }
  expect(await stripe.refund(order)).toEqual(refused)
  expect(await stripe.refund(order)).toEqual(refused)
  expect(host?.calls.map(({ headers }) => headers['idempotency-key'])).toEqual(['refund-1', 'refund-1'])
})

test('a failure that Stripe remembers under a key leaves it unknown whether money went back', async () => {
  const stripe = await stripeSaying(() => ({
    status: 500,
    body: { error: { type: 'api_error', message: 'Something went wrong.' } },
  }))
  const order = {
    reference: 'refund-1',
    idempotencyKey: 'refund-1',
    providerPaymentId: 'pi_1',
    captureId: 'ch_1',
    amountCents: 900,
  }
  for (const _ of [1, 2])
    await expect(stripe.refund(order)).rejects.toMatchObject({ name: 'OutcomeUnknownError' })
  expect(new Set(host?.calls.map(({ headers }) => headers['idempotency-key']))).toEqual(new Set(['refund-1']))
})

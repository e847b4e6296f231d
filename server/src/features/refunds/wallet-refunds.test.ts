import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { openRefundDesk, type Paid, type RefundDesk } from '../../../test/refunds.ts'
import { decideAt, makeWalletBuyer, walletsOf } from '../../../test/wallet.ts'

let app: TestApp
let desk: RefundDesk

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
  desk = await openRefundDesk(app)
})
afterAll(() => app.close())
afterEach(async () => {
  await fetch(`${app.sandbox.url}/sandbox/control/faults`, { method: 'DELETE' })
  await app.sandbox.control('webhooks', { provider: 'paypal', lose: -1, repeat: 1, shuffle: false })
})

/** A consumer who has just bought 28 tokens for $25.20 with a wallet; of it the provider's id of the capture. */
async function pay(): Promise<Paid & { capture: string }> {
  await app.sandbox.control('webhooks', { provider: 'paypal', lose: -1 })
  const buyer = await makeWalletBuyer(app)
  const { body: order } = await buyer.order()
  await decideAt(order.approveUrl)
  const { body } = await buyer.checkout(order.id)
  const [row] = await app.query<{ capture: string }>(
    `select provider_capture_id as capture from purchases where id = ${body.purchaseId}`,
  )
  const capture = row?.capture ?? ''
  return {
    buyer,
    purchaseId: body.purchaseId,
    intent: order.id,
    charge: capture,
    amountCents: 2_520,
    capture,
  }
}

/** What the provider has given back of a capture, in cents. */
async function givenBack({ capture }: { capture: string }): Promise<number[]> {
  const { refunds } = (await walletsOf(app)) as unknown as {
    refunds: { captureId: string; status: string; amountCents: number }[]
  }
  return refunds
    .filter(({ captureId, status }) => captureId === capture && status !== 'FAILED')
    .map(({ amountCents }) => amountCents)
}

const refundCall = '/refund'
const fault = (kind: string, more: object = {}) =>
  app.sandbox.control('faults', { provider: 'paypal', kind, path: refundCall, ...more })

describe('a payment by a wallet', () => {
  test('is refunded in full, which takes its tokens back', async () => {
    const paid = await pay()
    const { status, body } = await desk.refund(paid)
    expect({ status, message: body.message }).toEqual({
      status: 201,
      message: 'Payment refunded successfully.',
    })
    expect([await givenBack(paid), await desk.balance(paid)]).toEqual([[2_520], 0])
    expect(await desk.refund(paid)).toMatchObject({
      status: 409,
      body: { message: 'The available amount is insufficient to refund.' },
    })
    expect(await givenBack(paid)).toEqual([2_520])
  })

  test('is refunded in parts, of which the last is the rest', async () => {
    const paid = await pay()
    expect((await desk.refund(paid, { amount: 9 })).status).toBe(201)
    expect(await desk.balance(paid)).toBe(18)
    expect((await desk.refund(paid)).status).toBe(201)
    expect([await givenBack(paid), await desk.balance(paid)]).toEqual([[900, 1_620], 0])
  })

  test.each(['reset_after_success', 'error_500_after_success'])(
    'is refunded once by one click, whose answer is lost (%s)',
    async (kind) => {
      const paid = await pay()
      await fault(kind, { times: 3 })
      const first = await desk.refund(paid, { amount: 9 }, `click-${kind}`)
      expect(first).toMatchObject({ status: 201, body: { message: expect.any(String) } })
      await desk.settle()
      expect((await desk.refund(paid, { amount: 9 }, `click-${kind}`)).status).toBe(201)
      expect([await givenBack(paid), await desk.balance(paid)]).toEqual([[900], 18])
      expect(await desk.refunds(paid)).toMatchObject([{ state: 'refunded', amountCents: 900 }])
    },
  )

  test('whose refund is pending at first is refunded when it arrives', async () => {
    const paid = await pay()
    await fault('pending')
    const { body } = await desk.refund(paid)
    expect(body.refund.refundState).toBe('pending')
    await desk.finishRefund(body.refund.refundId, 'succeeded')
    await desk.settle()
    expect(await desk.refunds(paid)).toMatchObject([{ state: 'refunded' }])
    expect(await desk.balance(paid)).toBe(0)
  })

  test('that is refunded at the provider itself is found by its events, repeated and shuffled', async () => {
    const paid = await pay()
    await app.sandbox.control('webhooks', { provider: 'paypal', lose: 0, repeat: 4, shuffle: true })
    await app.sandbox.control('refunds', { capture: paid.capture, amountCents: 900 })
    await app.sandbox.control('refunds', { capture: paid.capture })
    const found = async () => {
      await Promise.all([desk.processEvents(), desk.processEvents()])
      return (await desk.refunds(paid)).map(({ amountCents, adminUserId }) => [amountCents, adminUserId])
    }
    await expect.poll(found).toEqual([
      [900, null],
      [1_620, null],
    ])
    expect(await desk.balance(paid)).toBe(0)
  })
})

test.each([
  ['REFUND_TIME_LIMIT_EXCEEDED', 'The provider refunds no payment as old as this one.'],
  ['PARTIAL_REFUND_NOT_ALLOWED', 'The consumer has an open case at the provider'],
  ['REFUND_FAILED_INSUFFICIENT_FUNDS', 'The balance at the provider does not cover this refund.'],
  ['MAX_NUMBER_OF_REFUNDS_EXCEEDED', 'The provider takes no more refunds of this payment.'],
  ['REFUND_AMOUNT_EXCEEDED', 'The available amount is insufficient to refund.'],
  ['REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK', 'This payment is disputed.'],
  ['REFUND_IS_RESTRICTED', 'The provider did not take this refund.'],
])('a refund refused for %s tells the admin why, and the tokens come back', async (code, sentence) => {
  const paid = await pay()
  await fault('decline', { code })
  const { status, body } = await desk.refund(paid, { amount: 9 })
  expect({ status, message: body.message }).toEqual({
    status: 409,
    message: expect.stringMatching(`^${sentence}`),
  })
  expect([await givenBack(paid), await desk.balance(paid)]).toEqual([[], 28])
  expect(await desk.refunds(paid)).toMatchObject([{ state: 'failed' }])
})

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { agePurchase, creditsOf } from '../../../test/buyer.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import {
  decideAt,
  makeWalletBuyer,
  ordersOf,
  takenOf,
  type WalletBuyer,
  walletsOf,
  withWalletProvider,
} from '../../../test/wallet.ts'
import { checkoutWallet } from './checkout-wallet.ts'
import { processEvents } from './process-events.ts'
import { reconcilePurchases } from './reconcile-purchases.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
  await app.sandbox.control('webhooks', { provider: 'paypal', lose: -1 })
})
afterAll(() => app.close())
afterEach(() => fetch(`${app.sandbox.url}/sandbox/control/faults`, { method: 'DELETE' }))

const fault = (kind: string, path: string, more: Record<string, unknown> = {}) =>
  app.sandbox.control('faults', { provider: 'paypal', kind, path, ...more })
const orders = '/v2/checkout/orders'
const capture = '/capture'

async function purchaseOf(buyer: WalletBuyer) {
  const rows = await app.query<{ id: number; state: string; failureCode: string | null }>(
    `select id, state, failure_code from purchases where consumer_id = ${buyer.consumer.id} order by id desc`,
  )
  if (!rows[0]) throw new Error('There is no purchase')
  return rows[0]
}

/** What became of all of a buyer's purchases: states, cents taken at the provider, tokens credited. */
async function fateOf(buyer: WalletBuyer) {
  const rows = await app.query<{ state: string }>(
    `select state from purchases where consumer_id = ${buyer.consumer.id} order by id`,
  )
  return {
    states: rows.map(({ state }) => state),
    taken: await takenOf(app, buyer),
    credits: await creditsOf(app, buyer.consumer),
  }
}
const paidOnce = { states: ['settled'], taken: [2_520], credits: [28] }
const notPaid = (state: string) => ({ states: [state], taken: [], credits: [] })

/** A buyer with an order that was approved, unless it is told otherwise. */
async function ordered(body: Record<string, unknown> = {}, form: Record<string, string> | null = {}) {
  const buyer = await makeWalletBuyer(app)
  const { body: order } = await buyer.order(body)
  const to = form && (await decideAt(order.approveUrl, form))
  return { buyer, order, to }
}

/** Has the lanes look at a purchase that is this many seconds old. */
async function lookLater(buyer: WalletBuyer, seconds = 60) {
  await agePurchase(app, (await purchaseOf(buyer)).id, seconds)
  await reconcilePurchases(app.deps)
}

describe('a package bought with a wallet', () => {
  test.each(['paypal', 'venmo'])('%s: ordered, approved, taken and credited once', async (paymentSource) => {
    const { buyer, order, to } = await ordered({ paymentSource })
    const { id, approveUrl, purchaseId } = order
    expect(order).toMatchObject({ status: 'PAYER_ACTION_REQUIRED', purchaseId: expect.any(Number) })
    expect(new URL(approveUrl).origin).toBe(app.sandbox.url)
    expect(to?.pathname).toBe(`/${buyer.tenant.url}/packages/purchase/wallet/${purchaseId}`)
    expect(to?.origin).toBe(app.deps.publicUrl)
    const [made] = await ordersOf(app, buyer)
    expect(made).toMatchObject({ id, amountCents: 2_520, wallet: paymentSource, invoiceId: made?.customId })
    const answers = [await buyer.checkout(id), await buyer.checkout(id)]
    for (const answer of answers) {
      expect(answer).toMatchObject({
        status: 201,
        body: { tokenBalance: 28, message: 'Payment is successful' },
      })
    }
    expect(await fateOf(buyer)).toEqual(paidOnce)
    const [row] = await app.query<Record<string, string>>(
      `select provider, payment_method, provider_payment_id, provider_capture_id from purchases where id = ${purchaseId}`,
    )
    const { captures } = await walletsOf(app)
    expect(row).toEqual({
      provider: 'paypal',
      paymentMethod: paymentSource === 'paypal' ? 'PayPal' : 'Venmo',
      providerPaymentId: id,
      providerCaptureId: captures.find(({ orderId }) => orderId === id)?.id,
    })
    const [letter] = await app.query<{ text: string }>(
      `select text from outbox_messages where recipient = '${buyer.consumer.email}'`,
    )
    expect(letter?.text).toContain(`paid with ${row?.paymentMethod}.`)
  })

  test('a repeated key answers the same order, and that it is paid once it is', async () => {
    const buyer = await makeWalletBuyer(app)
    const answers = await Promise.all([buyer.order({}, 'a-click'), buyer.order({}, 'a-click')])
    const ids = answers.filter(({ status }) => status === 201).map(({ body }) => body.id)
    expect(new Set(ids).size).toBe(1)
    const { body } = await buyer.order({}, 'a-click')
    expect(await ordersOf(app, buyer)).toHaveLength(1)
    await decideAt(body.approveUrl)
    await buyer.checkout(body.id)
    expect(await buyer.order({}, 'a-click')).toMatchObject({
      status: 409,
      body: { code: 'earlier_purchase_paid' },
    })
    expect(await buyer.order({ saveCardAsDefault: true }, 'a-click')).toMatchObject({
      body: { code: 'idempotency_mismatch' },
    })
    expect(await fateOf(buyer)).toEqual(paidOnce)
  })

  test('ten checkouts at once take once and credit once', async () => {
    const { buyer, order } = await ordered()
    const answers = await Promise.all(Array.from({ length: 10 }, () => buyer.checkout(order.id)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(await fateOf(buyer)).toEqual(paidOnce)
  })

  test.each([
    ['the order of another consumer', 'other', { status: 404, body: { code: 'not_found' } }],
    ['an order that there is none of', 'none', { status: 404, body: { code: 'not_found' } }],
    ['another package', 'package', { status: 409, body: { code: 'idempotency_mismatch' } }],
  ])('a checkout of %s is refused and takes nothing', async (_what, which, expected) => {
    const { buyer, order } = await ordered()
    const stranger = await makeWalletBuyer(app, { tenant: buyer.tenant })
    const big = await app.make.tokenPackage(buyer.tenant, { priceCents: 9_900, numberOfTokens: 110 })
    const answer =
      which === 'other'
        ? await stranger.checkout(order.id)
        : await buyer.checkout(
            which === 'none' ? '0ZZ0' : order.id,
            which === 'package' ? { packageId: big } : {},
          )
    expect(answer).toMatchObject(expected)
    expect(await fateOf(buyer)).toEqual(notPaid('requires_action'))
  })

  test('Venmo is not kept', async () => {
    const buyer = await makeWalletBuyer(app)
    const answer = await buyer.order({ paymentSource: 'venmo', saveCardAsDefault: true })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
    expect(await ordersOf(app, buyer)).toEqual([])
  })
})

describe('an approval', () => {
  test('that is missing is asked for again, with its address', async () => {
    const { buyer, order } = await ordered({}, null)
    const answer = await buyer.checkout(order.id)
    const { approveUrl, purchaseId } = order
    expect(answer).toMatchObject({ status: 409, body: { code: 'approval_missing', approveUrl, purchaseId } })
    expect(await fateOf(buyer)).toEqual(notPaid('requires_action'))
    await decideAt(approveUrl)
    expect((await buyer.checkout(order.id)).status).toBe(201)
    expect(await fateOf(buyer)).toEqual(paidOnce)
  })

  test('that is refused leads back with the word for it, and the order stays open', async () => {
    const { buyer, order, to } = await ordered({}, { decision: 'cancel' })
    expect(to?.searchParams.get('cancelled')).toBe('true')
    const { body } = await buyer.client.get(`${buyer.base}/consumers/${buyer.consumer.id}/purchases/open`)
    expect(body.purchases).toMatchObject([{ state: 'requires_action', approveUrl: order.approveUrl }])
  })

  test('by a source that is declined may be given by another one', async () => {
    const { buyer, order } = await ordered({}, { funding: 'declined' })
    const { body, status } = await buyer.checkout(order.id)
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'approval_missing' })
    expect(body.message).toContain('was declined. Nothing was charged. Please choose something else there.')
    expect(new URL(body.approveUrl).origin).toBe(app.sandbox.url)
    await decideAt(body.approveUrl)
    expect((await buyer.checkout(order.id)).status).toBe(201)
    expect(await fateOf(buyer)).toEqual(paidOnce)
  })

  test('by a source that an event found declined is told of as such to the page that comes after it', async () => {
    const { buyer, order } = await ordered({}, { funding: 'declined' })
    await lookLater(buyer)
    expect((await purchaseOf(buyer)).failureCode).toBe('payment_source_declined')
    expect((await buyer.checkout(order.id)).body).toMatchObject({
      code: 'approval_missing',
      message: expect.stringContaining('was declined. Nothing was charged. Please choose something else'),
    })
  })

  test('by an account that may not pay ends the purchase', async () => {
    const { buyer, order } = await ordered()
    await fault('decline', capture, { code: 'PAYER_CANNOT_PAY' })
    expect(await buyer.checkout(order.id)).toMatchObject({ status: 402, body: { code: 'payment_failed' } })
    expect(await fateOf(buyer)).toEqual(notPaid('failed'))
    expect((await purchaseOf(buyer)).failureCode).toBe('wallet_blocked')
  })

  test.each(['the event', 'the lane'])('of a page that was closed then is found by %s', async (who) => {
    const { buyer, order } = await ordered({}, null)
    if (who === 'the event') await app.sandbox.control('webhooks', { provider: 'paypal', lose: 0 })
    await decideAt(order.approveUrl)
    if (who === 'the event') {
      const stateThen = async () => {
        await processEvents(app.deps)
        return (await purchaseOf(buyer)).state
      }
      await expect.poll(stateThen).toBe('settled')
      await app.sandbox.control('webhooks', { provider: 'paypal', lose: -1 })
    } else await lookLater(buyer)
    expect(await fateOf(buyer)).toEqual(paidOnce)
  })

  test('given after the purchase was given up takes nothing, whoever comes', async () => {
    const { buyer, order } = await ordered({}, null)
    const cancel = () =>
      buyer.client.put(
        `${buyer.base}/consumers/${buyer.consumer.id}/purchases/${order.purchaseId}/cancel`,
        {},
      )
    expect(await cancel()).toMatchObject({ status: 200, body: { isPaid: false } })
    await decideAt(order.approveUrl)
    expect(await buyer.checkout(order.id)).toMatchObject({ status: 402, body: { code: 'payment_failed' } })
    const event = {
      id: order.id,
      purchase_units: [{ custom_id: (await ordersOf(app, buyer))[0]?.customId }],
    }
    await storeEvent('CHECKOUT.ORDER.APPROVED', event)
    await processEvents(app.deps)
    await lookLater(buyer)
    expect(await fateOf(buyer)).toEqual(notPaid('failed'))
  })

  test('whose events come three times and shuffled, while the browser checks out, is taken and credited once', async () => {
    await app.sandbox.control('webhooks', { provider: 'paypal', lose: 0, repeat: 3, shuffle: true })
    const made = await Promise.all([1, 2, 3, 4].map(() => ordered()))
    const work = async () => {
      for (let round = 0; round < 12; round++) {
        await processEvents(app.deps)
        await reconcilePurchases(app.deps)
      }
    }
    await Promise.all([work(), work(), ...made.map(({ buyer, order }) => buyer.checkout(order.id))])
    await app.sandbox.control('webhooks', { provider: 'paypal', lose: -1, repeat: 1, shuffle: false })
    for (const { buyer } of made) expect(await fateOf(buyer)).toEqual(paidOnce)
  })

  test('that nobody gives ends the purchase after a day', async () => {
    const { buyer } = await ordered({}, null)
    await lookLater(buyer, 25 * 3_600)
    expect((await purchaseOf(buyer)).failureCode).toBe('expired')
    expect(await fateOf(buyer)).toEqual(notPaid('failed'))
  })

  test('not given yet is given up for a new purchase', async () => {
    const { buyer, order } = await ordered({}, null)
    expect((await buyer.order()).status).toBe(201)
    await decideAt(order.approveUrl)
    expect((await buyer.checkout(order.id)).status).toBe(402)
    expect(await fateOf(buyer)).toEqual({ states: ['failed', 'requires_action'], taken: [], credits: [] })
  })
})

/** Puts an event into the inbox, as if its signature had been right. */
async function storeEvent(type: string, resource: unknown) {
  const id = `WH-${Math.random().toString(36).slice(2)}`
  const body = JSON.stringify({ id, event_type: type, resource })
  await app.query(
    `insert into payment_events (provider, event_id, type, body) values ('paypal', '${id}', '${type}', '${body}'::jsonb)`,
  )
}

describe('a payment that PayPal holds back', () => {
  test.each([
    ['completed', 'settled', [28]],
    ['denied', 'failed', []],
  ])('credits nothing before it is %s', async (outcome, state, credits) => {
    const { buyer, order } = await ordered({}, { funding: 'echeck' })
    expect(await buyer.checkout(order.id)).toMatchObject({ status: 409, body: { code: 'payment_pending' } })
    await lookLater(buyer)
    expect(await fateOf(buyer)).toEqual(notPaid('started'))
    const { captures } = await walletsOf(app)
    const held = captures.find(({ orderId }) => orderId === order.id)
    await app.sandbox.control(`paypal/captures/${held?.id}/finish`, { outcome })
    await lookLater(buyer)
    expect(await fateOf(buyer)).toMatchObject({ states: [state], credits })
  })

  test.each([
    ['of ten minutes ago is told by a letter, once', 660, ['did not go through']],
    ['of a moment ago is not: its consumer sees it on the screen', 60, []],
  ])('and that is denied %s', async (_, seconds, subjects) => {
    const { buyer, order } = await ordered({}, { funding: 'echeck' })
    await buyer.checkout(order.id)
    const { captures } = await walletsOf(app)
    const held = captures.find(({ orderId }) => orderId === order.id)
    await app.sandbox.control(`paypal/captures/${held?.id}/finish`, { outcome: 'denied' })
    await lookLater(buyer, seconds)
    await lookLater(buyer, seconds)
    const letters = await app.query<{ subject: string; text: string }>(
      `select subject, text from outbox_messages where recipient = '${buyer.consumer.email}' and subject ~ 'payment'`,
    )
    expect(letters.map(({ subject }) => subject.slice(-18))).toEqual(subjects)
    for (const { text } of letters) expect(text).toContain('$25.20')
  })
})

describe('an answer that was lost', () => {
  const lost = ['reset_after_success', 'error_500_after_success']

  test.each(lost)('(%s) of an order: the order is found by sending it again', async (kind) => {
    const buyer = await makeWalletBuyer(app)
    await fault(kind, orders, { times: 3 })
    expect(await buyer.order()).toMatchObject({ status: 409, body: { code: 'payment_pending' } })
    expect(await purchaseOf(buyer)).toMatchObject({ state: 'started' })
    await app.query(`update tenants set company_name = 'Renamed since' where id = ${buyer.tenant.id}`)
    await lookLater(buyer, 10)
    expect(await ordersOf(app, buyer)).toHaveLength(1)
    const [made] = await ordersOf(app, buyer)
    await decideAt(`${app.sandbox.url}/checkoutnow?token=${made?.id}`)
    expect((await buyer.checkout(made?.id ?? '')).status).toBe(201)
    expect(await fateOf(buyer)).toEqual(paidOnce)
  })

  test('of an order that never arrived: it is sent again word for word, whatever was renamed since', async () => {
    const buyer = await makeWalletBuyer(app)
    await fault('error_500_before', orders, { times: 3 })
    expect((await buyer.order()).status).toBe(409)
    expect(await ordersOf(app, buyer)).toEqual([])
    await app.query(`update tenants set company_name = 'Renamed since' where id = ${buyer.tenant.id}`)
    await lookLater(buyer, 10)
    expect(await ordersOf(app, buyer)).toMatchObject([{ brandName: `Company ${buyer.tenant.url}` }])
  })

  test.each(lost)('(%s) of the taking: it is taken once and found', async (kind) => {
    const { buyer, order } = await ordered()
    await fault(kind, capture, { times: 3 })
    expect(await buyer.checkout(order.id)).toMatchObject({ status: 409, body: { code: 'payment_pending' } })
    await lookLater(buyer, 10)
    expect(await fateOf(buyer)).toEqual(paidOnce)
  })

  test('that does not come in time: it is taken once and found', async () => {
    const { buyer, order } = await ordered()
    await fault('timeout_after_success', capture, { times: 3 })
    const { tenant, consumer, packageId } = buyer
    const own = { tenantId: tenant.id, consumerId: consumer.id, packageId, orderId: order.id }
    const checkout = checkoutWallet(withWalletProvider(app, { timeoutMs: 300 }), own)
    await expect(checkout).rejects.toMatchObject({ code: 'payment_pending' })
    await lookLater(buyer, 10)
    expect(await fateOf(buyer)).toEqual(paidOnce)
  })

  test('once is asked for again at once, under the same key', async () => {
    const { buyer, order } = await ordered()
    await fault('error_500_after_success', capture)
    expect((await buyer.checkout(order.id)).status).toBe(201)
    expect(await fateOf(buyer)).toEqual(paidOnce)
  })

  test.each([
    ['token_expired', 1, 201],
    ['rate_limited_429', 1, 201],
    ['rate_limited_429', 3, 503],
    ['conflict_409', 2, 201],
  ])('(%s %i times) of the taking answers %i, and it is taken once', async (kind, times, status) => {
    const { buyer, order } = await ordered()
    await fault(kind, capture, { times })
    expect((await buyer.checkout(order.id)).status).toBe(status)
    await lookLater(buyer, 10)
    expect(await fateOf(buyer)).toEqual(paidOnce)
  })
})

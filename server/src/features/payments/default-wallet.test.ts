import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { agePurchase, creditsOf } from '../../../test/buyer.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { decideAt, makeWalletBuyer, takenOf, type WalletBuyer, walletsOf } from '../../../test/wallet.ts'
import { detachMethods } from './detach-methods.ts'
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

async function defaultOf({ client, base, consumer }: WalletBuyer) {
  return (await client.get(`${base}/consumers/${consumer.id}/default-payment`)).body
}

/** The provider's id of the default payment; null where there is none. */
async function methodOf({ consumer }: WalletBuyer): Promise<string | null> {
  const rows = await app.query<{ id: string }>(
    `select provider_method_id as id from default_payments where consumer_id = ${consumer.id}`,
  )
  return rows[0]?.id ?? null
}

async function methodAfterEvents(buyer: WalletBuyer): Promise<string | null> {
  await processEvents(app.deps)
  return methodOf(buyer)
}

async function goneOf(id: string | null) {
  return (await walletsOf(app)).paymentTokens.find((token) => token.id === id)?.gone
}

async function withWallet(): Promise<WalletBuyer> {
  const buyer = await makeWalletBuyer(app)
  await buyer.saveWallet()
  return buyer
}

/** An approval that its consumer has given, ready to be confirmed. */
async function approved(buyer: WalletBuyer): Promise<string> {
  const { body } = await buyer.client.get(`${buyer.base}/default-payment/paypal`)
  const to = await decideAt(body.redrictUrl)
  return to.searchParams.get('approval_token_id') ?? ''
}

const confirm = ({ client, base }: WalletBuyer, approvalToken: string) =>
  client.post(`${base}/default-payment/paypal/confirm`, { approvalToken })

describe('a wallet as the default payment', () => {
  test('is said to be updated where it takes the place of another', async () => {
    const buyer = await makeWalletBuyer(app)
    const first = await confirm(buyer, await approved(buyer))
    const second = await confirm(buyer, await approved(buyer))
    expect([first.body.message, second.body.message]).toEqual([
      'Default payment added successfully.',
      'Default payment updated successfully.',
    ])
  })

  test('is agreed to at the provider, comes back, and is kept', async () => {
    const buyer = await makeWalletBuyer(app)
    const { body } = await buyer.client.get(`${buyer.base}/default-payment/paypal`)
    expect(new URL(body.redrictUrl).origin).toBe(app.sandbox.url)
    const to = await decideAt(body.redrictUrl, { email: 'stella.nova@mail.example' })
    expect(`${to.origin}${to.pathname}`).toBe(
      `${app.deps.publicUrl}/${buyer.tenant.url}/paypal/default-payment/success`,
    )
    const answer = await confirm(buyer, to.searchParams.get('approval_token_id') ?? '')
    expect(answer).toMatchObject({
      status: 201,
      body: { isPaypalPayment: true, isStripePayment: false, message: 'Default payment added successfully.' },
    })
    expect(await defaultOf(buyer)).toMatchObject({
      noDefaultPayment: false,
      email: 'stella.nova@mail.example',
      fullName: 'Stella Nova',
    })
  })

  test('is not made of what was not agreed to, of another consumer’s agreement, or of one that there is not', async () => {
    const buyer = await makeWalletBuyer(app)
    const { body } = await buyer.client.get(`${buyer.base}/default-payment/paypal`)
    const unapproved = new URL(body.redrictUrl).searchParams.get('approval_session_id') ?? ''
    const stranger = await makeWalletBuyer(app, { tenant: buyer.tenant })
    const theirs = await approved(stranger)
    for (const token of [unapproved, theirs, '5C991763VB2781612']) {
      const { status, body } = await confirm(buyer, token)
      expect({ status, code: body.code }).toEqual({ status: 409, code: 'approval_missing' })
      expect(body.message).toContain('Your default payment is as it was.')
    }
    expect(await defaultOf(buyer)).toMatchObject({ noDefaultPayment: true })
    expect((await confirm(stranger, theirs)).status).toBe(201)
  })

  test('is made once of one agreement, however often that is confirmed', async () => {
    const buyer = await makeWalletBuyer(app)
    const token = await approved(buyer)
    const answers = await Promise.all([1, 2, 3].map(() => confirm(buyer, token)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    const first = await methodOf(buyer)
    await buyer.saveWallet()
    const second = await methodOf(buyer)
    expect(second).not.toBe(first)
    expect((await confirm(buyer, token)).status).toBe(201)
    expect(await methodOf(buyer)).toBe(second)
    await buyer.client.delete(`${buyer.base}/consumers/${buyer.consumer.id}/default-payment`)
    expect(await confirm(buyer, token)).toMatchObject({ status: 409, body: { code: 'approval_missing' } })
    expect(await methodOf(buyer)).toBeNull()
  })

  test.each(['reset_after_success', 'error_500_after_success'])(
    'whose confirmation got no answer (%s) is confirmed by another one',
    async (kind) => {
      const buyer = await makeWalletBuyer(app)
      const token = await approved(buyer)
      await fault(kind, '/v3/vault/payment-tokens', { times: 3 })
      expect((await confirm(buyer, token)).status).toBe(503)
      expect((await confirm(buyer, token)).status).toBe(201)
      expect(await methodOf(buyer)).not.toBeNull()
    },
  )

  test('replaces a card and is replaced by one; the provider forgets what is replaced or deleted', async () => {
    const buyer = await makeWalletBuyer(app)
    const card = () =>
      buyer.client.post(`${buyer.base}/default-payment/stripe`, { paymentId: 'pm_card_visa' })
    await card()
    await buyer.saveWallet()
    const first = await methodOf(buyer)
    expect(await defaultOf(buyer)).toMatchObject({ isPaypalPayment: true, isStripePayment: false })
    await card()
    expect(await defaultOf(buyer)).toMatchObject({ isPaypalPayment: false, isStripePayment: true })
    await buyer.saveWallet()
    const second = await methodOf(buyer)
    await buyer.client.delete(`${buyer.base}/consumers/${buyer.consumer.id}/default-payment`)
    await detachMethods(app.deps)
    expect([await goneOf(first), await goneOf(second)]).toEqual(['deleted', 'deleted'])
  })
})

describe('a package bought with the default wallet', () => {
  test('is charged at once, and once a key', async () => {
    const buyer = await withWallet()
    const answers = await Promise.all([1, 2, 3].map(() => buyer.buyWithDefaultWallet({}, 'a-click')))
    expect(answers.some(({ status }) => status === 201)).toBe(true)
    expect(await buyer.buyWithDefaultWallet({}, 'a-click')).toMatchObject({
      status: 201,
      body: { tokenBalance: 28 },
    })
    expect(await takenOf(app, buyer)).toEqual([2_520])
    expect(await creditsOf(app, buyer.consumer)).toEqual([28])
  })

  test('needs one that is a wallet', async () => {
    const buyer = await makeWalletBuyer(app)
    expect(await buyer.buyWithDefaultWallet()).toMatchObject({
      status: 400,
      body: { code: 'no_default_payment' },
    })
    await buyer.client.post(`${buyer.base}/default-payment/stripe`, { paymentId: 'pm_card_visa' })
    expect(await buyer.buyWithDefaultWallet()).toMatchObject({
      status: 400,
      body: { code: 'no_default_payment' },
    })
    expect(await takenOf(app, buyer)).toEqual([])
  })

  test.each([
    ['INSTRUMENT_DECLINED', 'wallet_declined'],
    ['CARD_EXPIRED', 'wallet_source_expired'],
  ])('that PayPal refuses (%s) fails with a sentence', async (code, failureCode) => {
    const buyer = await withWallet()
    await fault('decline', '/v2/checkout/orders', { code })
    const { status, body } = await buyer.buyWithDefaultWallet()
    expect({ status, code: body.code }).toEqual({ status: 402, code: 'payment_failed' })
    expect(body.message).toContain('Nothing was charged.')
    const [row] = await app.query(
      `select state, failure_code from purchases where consumer_id = ${buyer.consumer.id}`,
    )
    expect(row).toEqual({ state: 'failed', failureCode })
    expect(await methodOf(buyer)).not.toBeNull()
  })

  test.each(['reset_after_success', 'error_500_after_success'])(
    'whose answer was lost (%s) is found by sending it again, and charged once',
    async (kind) => {
      const buyer = await withWallet()
      await fault(kind, '/v2/checkout/orders', { times: 3 })
      expect(await buyer.buyWithDefaultWallet()).toMatchObject({
        status: 409,
        body: { code: 'payment_pending' },
      })
      const [row] = await app.query<{ id: number }>(
        `select id from purchases where consumer_id = ${buyer.consumer.id}`,
      )
      await agePurchase(app, row?.id ?? 0, 10)
      await reconcilePurchases(app.deps)
      expect(await takenOf(app, buyer)).toEqual([2_520])
      expect(await creditsOf(app, buyer.consumer)).toEqual([28])
    },
  )
})

describe('a wallet that its owner takes back at the provider', () => {
  test('is no default any more after the event', async () => {
    const buyer = await withWallet()
    const method = await methodOf(buyer)
    await app.sandbox.control('webhooks', { provider: 'paypal', lose: 0 })
    await app.sandbox.control(`paypal/tokens/${method}/revoke`, {})
    await expect.poll(() => methodAfterEvents(buyer)).toBeNull()
    await app.sandbox.control('webhooks', { provider: 'paypal', lose: -1 })
    expect(await defaultOf(buyer)).toMatchObject({ noDefaultPayment: true })
  })

  test('is no default any more once a charge says so', async () => {
    const buyer = await withWallet()
    await app.sandbox.control(`paypal/tokens/${await methodOf(buyer)}/revoke`, {})
    const { status, body } = await buyer.buyWithDefaultWallet()
    expect({ status, code: body.code }).toEqual({ status: 402, code: 'payment_failed' })
    expect(body.message).toContain('can no longer be charged')
    expect(await defaultOf(buyer)).toMatchObject({ noDefaultPayment: true })
    expect(await takenOf(app, buyer)).toEqual([])
  })
})

/** PayPal names the wallet that it kept with an order's payment, in an event, which is worked off. */
async function nameWallet(orderId: string): Promise<void> {
  const told = () =>
    app
      .query(`select from payment_events where type = 'VAULT.PAYMENT-TOKEN.CREATED'`)
      .then(({ length }) => length)
  const before = await told()
  await app.sandbox.control('webhooks', { provider: 'paypal', lose: 0 })
  const { captures } = await walletsOf(app)
  const capture = captures.find((one) => one.orderId === orderId)
  await app.sandbox.control(`paypal/captures/${capture?.id}/vault`, {})
  await expect.poll(told).toBe(before + 1)
  await app.sandbox.control('webhooks', { provider: 'paypal', lose: -1 })
  await processEvents(app.deps)
}

describe('a wallet kept with a purchase', () => {
  test.each(['at once', 'later'])('is the default once PayPal names it: %s', async (when) => {
    const buyer = await makeWalletBuyer(app)
    const { body: order } = await buyer.order({ saveCardAsDefault: true })
    await decideAt(order.approveUrl)
    if (when === 'later') await fault('late_vault_id', '/capture')
    expect((await buyer.checkout(order.id)).status).toBe(201)
    if (when === 'later') {
      expect(await methodOf(buyer)).toBeNull()
      await nameWallet(order.id)
    }
    expect(await defaultOf(buyer)).toMatchObject({ isPaypalPayment: true })
    expect((await buyer.buyWithDefaultWallet()).status).toBe(201)
    expect(await takenOf(app, buyer)).toEqual([2_520, 2_520])
  })
  test('is not the default where the payment it came with is another than the purchase says', async () => {
    const buyer = await makeWalletBuyer(app)
    const { body: order } = await buyer.order({ saveCardAsDefault: true })
    await decideAt(order.approveUrl)
    await fault('late_vault_id', '/capture')
    expect((await buyer.checkout(order.id)).status).toBe(201)
    await app.query(`update purchases set amount_cents = 2519 where consumer_id = ${buyer.consumer.id}`)
    await nameWallet(order.id)
    expect(await methodOf(buyer)).toBeNull()
  })
})

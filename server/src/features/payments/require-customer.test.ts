import { waysToPay } from '@almanac/contract/payments'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Buyer, capturesOf, creditsOf, makeBuyer } from '../../../test/buyer.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { callStripeSandbox, customerOf, keptCards, withCardProvider } from '../../../test/provider.ts'
import { buyPackage } from './buy-package.ts'
import { detachMethods } from './detach-methods.ts'
import { reconcilePurchases } from './reconcile-purchases.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
  await app.sandbox.control('webhooks', { provider: 'stripe', lose: -1 })
})
afterAll(() => app.close())

const saveUrlOf = ({ tenant }: Buyer) => `/v1/customers/${tenant.url}/default-payment/stripe`
const urlOf = ({ tenant, consumer }: Buyer) =>
  `/v1/customers/${tenant.url}/consumers/${consumer.id}/default-payment`
const saveCard = (buyer: Buyer, paymentId = 'pm_card_visa') =>
  buyer.client.post(saveUrlOf(buyer), { paymentId })

async function deleteAtProvider(buyer: Buyer): Promise<string> {
  const id = await customerOf(app, buyer.consumer)
  expect((await callStripeSandbox(app, 'DELETE', `/v1/customers/${id}`)).status).toBe(200)
  return id
}

async function statesOf(buyer: Buyer): Promise<string[]> {
  const rows = await app.query<{ state: string }>(
    `select state from purchases where consumer_id = ${buyer.consumer.id} order by id`,
  )
  return rows.map(({ state }) => state)
}

describe('a consumer whose record was deleted at the provider', () => {
  test('gets another one, and the purchase in hand goes on with it', async () => {
    const buyer = await makeBuyer(app)
    await buyer.buy()
    const gone = await deleteAtProvider(buyer)
    const answer = await buyer.buy({}, 'key')
    expect(answer.status).toBe(201)
    expect((await buyer.buy({}, 'key')).body).toEqual(answer.body)
    expect(await customerOf(app, buyer.consumer)).not.toBe(gone)
    expect(await capturesOf(app, buyer.consumer)).toEqual([2_520, 2_520])
    expect(await creditsOf(app, buyer.consumer)).toEqual([28, 28])
  })

  test('gets a third one when that happens again', async () => {
    const buyer = await makeBuyer(app)
    for (let round = 0; round < 3; round++) {
      expect((await buyer.buy()).status).toBe(201)
      await deleteAtProvider(buyer)
    }
    expect(await capturesOf(app, buyer.consumer)).toEqual([2_520, 2_520, 2_520])
  })

  test('is charged once, however often the click is repeated at the same moment', async () => {
    const buyer = await makeBuyer(app)
    await buyer.buy()
    await deleteAtProvider(buyer)
    await Promise.all(Array.from({ length: 10 }, () => buyer.buy({}, 'key')))
    await app.query(`update purchases set next_look_at = now() where consumer_id = ${buyer.consumer.id}`)
    await reconcilePurchases(app.deps)
    expect(await capturesOf(app, buyer.consumer)).toEqual([2_520, 2_520])
    expect(await creditsOf(app, buyer.consumer)).toEqual([28, 28])
  })

  test('has no default card any more: it is refused with a sentence, once, and then there is none', async () => {
    const buyer = await makeBuyer(app)
    await saveCard(buyer)
    await deleteAtProvider(buyer)
    const refused = await buyer.buyWithDefault()
    expect(refused.status).toBe(402)
    expect(refused.body).toMatchObject({
      code: 'payment_failed',
      message: expect.stringContaining('enter it again'),
    })
    expect((await buyer.client.get(urlOf(buyer))).body.noDefaultPayment).toBe(true)
    expect((await buyer.buyWithDefault()).body.code).toBe('no_default_payment')
  })

  test('can save a card', async () => {
    const buyer = await makeBuyer(app)
    await saveCard(buyer)
    await deleteAtProvider(buyer)
    expect((await saveCard(buyer, 'pm_card_mastercard')).status).toBe(201)
    expect(await keptCards(app, await customerOf(app, buyer.consumer))).toEqual(['4444'])
    expect((await buyer.buyWithDefault()).status).toBe(201)
  })
})

test('a charge whose customer the provider does not know any more is found by its reference', async () => {
  const buyer = await makeBuyer(app)
  const fault = { provider: 'stripe', kind: 'error_500_after_success', path: '/v1/payment_intents' }
  await app.sandbox.control('faults', fault)
  expect((await buyer.buy()).body.code).toBe('payment_pending')
  await app.query(
    `update purchases set provider_customer_id = 'cus_lost', next_look_at = now()
     where consumer_id = ${buyer.consumer.id}`,
  )
  await reconcilePurchases(app.deps)
  expect(await creditsOf(app, buyer.consumer)).toEqual([28])
})

describe('ids of another account of the provider', () => {
  async function makeForeign(): Promise<Buyer> {
    const buyer = await makeBuyer(app)
    await saveCard(buyer)
    for (const table of ['provider_customers', 'default_payments']) {
      await app.query(
        `update ${table} set account = 'test:acct_before' where consumer_id = ${buyer.consumer.id}`,
      )
    }
    return buyer
  }

  test('are not used: the consumer gets a record at this one', async () => {
    const buyer = await makeForeign()
    expect((await buyer.buy()).status).toBe(201)
    expect(
      await app.query(
        `select account from provider_customers where consumer_id = ${buyer.consumer.id} order by account`,
      ),
    ).toEqual([{ account: 'sandbox' }, { account: 'test:acct_before' }])
  })

  test('make no default payment: it is shown as none, and says that it has to be added again', async () => {
    const buyer = await makeForeign()
    expect((await buyer.client.get(urlOf(buyer))).body.noDefaultPayment).toBe(true)
    expect((await buyer.client.get('/v1/token-validity')).body.stripeId).toBe(null)
    const refused = await buyer.buyWithDefault()
    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({
      code: 'no_default_payment',
      message: expect.stringContaining('add it again'),
    })
    expect(await statesOf(buyer)).toEqual([])
  })

  test('are not detached here when the card is added again', async () => {
    const buyer = await makeForeign()
    expect((await saveCard(buyer, 'pm_card_mastercard')).status).toBe(201)
    await detachMethods(app.deps)
    expect((await buyer.client.get(urlOf(buyer))).body.lastFourDigit).toBe('4444')
    expect(
      await app.query(`select account from detached_methods where account = 'test:acct_before'`),
    ).toHaveLength(1)
  })

  test('of a purchase on its way keep it from being charged here', async () => {
    const buyer = await makeBuyer(app)
    const order = {
      tenantId: buyer.tenant.id,
      consumerId: buyer.consumer.id,
      packageId: buyer.packageId,
      with: waysToPay.card,
      chooseMethod: async () => 'pm_card_visa',
      isSavedAsDefault: false,
      idempotencyKey: 'key',
      request: { packageId: buyer.packageId },
    }
    const away = withCardProvider(app.deps, { account: 'live:acct_before' })
    await app.sandbox.control('faults', {
      provider: 'stripe',
      kind: 'error_500_before',
      times: 3,
      path: '/v1/payment_intents',
    })
    await expect(buyPackage(away, order)).rejects.toMatchObject({ code: 'payment_pending' })
    await expect(buyPackage(app.deps, order)).rejects.toMatchObject({ code: 'payment_pending' })
    expect(await capturesOf(app, buyer.consumer)).toEqual([])
    await app.query(
      `update purchases set next_look_at = now(), created_at = created_at - interval '1 hour',
         charge_sent_at = charge_sent_at - interval '1 hour' where consumer_id = ${buyer.consumer.id}`,
    )
    await reconcilePurchases(app.deps)
    expect(await statesOf(buyer)).toEqual(['started'])
  })
})

describe('an email that the provider does not accept', () => {
  async function makeRefused(): Promise<Buyer> {
    const buyer = await makeBuyer(app)
    await app.query(`update users set email = 'nobody@nowhere' where id = ${buyer.consumer.id}`)
    return buyer
  }
  const expected = { code: 'payment_failed', message: expect.stringContaining('does not accept your email') }

  test('is said at a purchase, which has failed and may be made again', async () => {
    const buyer = await makeRefused()
    const answer = await buyer.buy({}, 'key')
    expect(answer.status).toBe(402)
    expect(answer.body).toMatchObject(expected)
    expect((await buyer.buy({}, 'key')).body).toMatchObject(expected)
    expect(await statesOf(buyer)).toEqual(['failed'])
    await app.query(`update users set email = 'a-${buyer.consumer.email}' where id = ${buyer.consumer.id}`)
    expect((await buyer.buy()).status).toBe(201)
  })

  test('is said when a card is saved', async () => {
    const answer = await saveCard(await makeRefused())
    expect(answer.status).toBe(402)
    expect(answer.body).toMatchObject(expected)
  })
})

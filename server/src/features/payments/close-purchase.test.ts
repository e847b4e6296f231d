import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  agePurchase,
  answerChallenge,
  type Buyer,
  capturesOf,
  creditsOf,
  makeBuyer,
} from '../../../test/buyer.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { callStripeSandbox, intentsOf } from '../../../test/provider.ts'
import { reconcilePurchases } from './reconcile-purchases.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
})
afterAll(() => app.close())
/** Without callbacks it is the jobs alone that must find everything. */
beforeEach(() => app.sandbox.control('webhooks', { provider: 'stripe', lose: -1 }))
afterEach(() => fetch(`${app.sandbox.url}/sandbox/control/faults`, { method: 'DELETE' }))

const challenged = { paymentId: 'pm_card_authenticationRequired' }

async function onlyPurchase(buyer: Buyer) {
  const rows = await app.query<{
    id: number
    state: string
    failureCode: string | null
    nextLookAt: Date | null
  }>(`select id, state, failure_code, next_look_at from purchases where consumer_id = ${buyer.consumer.id}`)
  expect(rows).toHaveLength(1)
  return rows[0] as (typeof rows)[number]
}

/** What whoever holds the client secret could do: pay with another card. */
async function payAfterAll(buyer: Buyer): Promise<number> {
  const [intent] = await intentsOf(app, buyer.consumer)
  const path = `/v1/payment_intents/${intent?.id}/confirm`
  const values = { payment_method: 'pm_card_visa', return_url: 'https://shop.example' }
  return (await callStripeSandbox(app, 'POST', path, values)).status
}

const statusesOf = async (buyer: Buyer) => (await intentsOf(app, buyer.consumer)).map(({ status }) => status)

describe('a purchase that has failed can not be paid any more', () => {
  test('by a decline', async () => {
    const buyer = await makeBuyer(app)
    expect((await buyer.buy({ paymentId: 'pm_card_chargeDeclined' })).status).toBe(402)
    await reconcilePurchases(app.deps)
    expect(await statusesOf(buyer)).toEqual(['canceled'])
    expect(await payAfterAll(buyer)).toBe(400)
    expect(await onlyPurchase(buyer)).toMatchObject({ state: 'failed', nextLookAt: null })
    expect(await capturesOf(app, buyer.consumer)).toEqual([])
  })

  test('by a challenge that the cardholder did not pass', async () => {
    const buyer = await makeBuyer(app)
    const { body } = await buyer.buy(challenged)
    await answerChallenge(app, body.clientSecret, 'fail')
    expect((await buyer.buy({ ...challenged, purchaseId: body.purchaseId })).status).toBe(402)
    await reconcilePurchases(app.deps)
    expect(await statusesOf(buyer)).toEqual(['canceled'])
  })

  test('because nobody answered the challenge for a day', async () => {
    const buyer = await makeBuyer(app)
    await buyer.buy(challenged)
    await agePurchase(app, (await onlyPurchase(buyer)).id, 25 * 3_600)
    await reconcilePurchases(app.deps)
    expect(await statusesOf(buyer)).toEqual(['canceled'])
    expect(await onlyPurchase(buyer)).toMatchObject({ failureCode: 'expired', nextLookAt: null })
  })

  test('because it was given up, though its charge turns up later', async () => {
    const buyer = await makeBuyer(app)
    const fault = { provider: 'stripe', kind: 'error_500_after_success', path: '/v1/payment_intents' }
    await app.sandbox.control('faults', fault)
    expect((await buyer.buy(challenged)).body.code).toBe('payment_pending')
    const { id } = await onlyPurchase(buyer)
    await app.query(
      `update purchases set state = 'failed', failure_code = 'abandoned', next_look_at = now() where id = ${id}`,
    )
    expect(await statusesOf(buyer)).toEqual(['requires_action'])
    await reconcilePurchases(app.deps)
    expect(await statusesOf(buyer)).toEqual(['canceled'])
    expect(await onlyPurchase(buyer)).toMatchObject({ state: 'failed', nextLookAt: null })
  })

  test('as soon as the provider is back, if it is away just then', async () => {
    const buyer = await makeBuyer(app)
    await app.sandbox.control('faults', { provider: 'stripe', kind: 'error_500_before', path: '/cancel' })
    await buyer.buy({ paymentId: 'pm_card_chargeDeclined' })
    await reconcilePurchases(app.deps)
    expect(await statusesOf(buyer)).toEqual(['requires_payment_method'])
    const { id, nextLookAt } = await onlyPurchase(buyer)
    expect(nextLookAt).toEqual(expect.any(Date))
    await agePurchase(app, id, 0)
    await reconcilePurchases(app.deps)
    expect(await statusesOf(buyer)).toEqual(['canceled'])
  })

  test('unless it was paid before it could be canceled: then it is settled at the price agreed on', async () => {
    const buyer = await makeBuyer(app)
    await buyer.buy({ paymentId: 'pm_card_chargeDeclined' })
    expect(await payAfterAll(buyer)).toBe(200)
    await app.query(
      `update packages set price_cents = 99000, number_of_tokens = 1 where id = ${buyer.packageId}`,
    )
    await reconcilePurchases(app.deps)
    expect(await onlyPurchase(buyer)).toMatchObject({ state: 'settled', nextLookAt: null })
    expect(await capturesOf(app, buyer.consumer)).toEqual([2_520])
    expect(await creditsOf(app, buyer.consumer)).toEqual([28])
  })
})

test('a decline is answered before its charge is canceled, and the job is woken at once', async () => {
  const woken: string[] = []
  const stop = app.deps.wakeups.onJob((job) => woken.push(job))
  const buyer = await makeBuyer(app)
  expect((await buyer.buy({ paymentId: 'pm_card_chargeDeclined' })).status).toBe(402)
  expect(await statusesOf(buyer)).toEqual(['requires_payment_method'])
  await expect.poll(() => woken).toContain('close-purchases')
  stop()
})

describe('a purchase that was given up', () => {
  const givenUp = async (hours: number): Promise<Buyer> => {
    const buyer = await makeBuyer(app)
    await app.sandbox.control('faults', {
      provider: 'stripe',
      kind: 'reset_before',
      times: 3,
      path: '/v1/pay',
    })
    await buyer.buy()
    const { id } = await onlyPurchase(buyer)
    await agePurchase(app, id, hours * 3_600 + 101)
    await reconcilePurchases(app.deps)
    expect(await onlyPurchase(buyer)).toMatchObject({ state: 'failed', failureCode: 'abandoned' })
    await agePurchase(app, id, 0)
    await reconcilePurchases(app.deps)
    return buyer
  }

  test('is still looked for, more rarely', async () => {
    const { nextLookAt } = await onlyPurchase(await givenUp(1))
    expect(nextLookAt?.getTime()).toBeGreaterThan(Date.now() + 100_000)
  })

  test('is looked for no more after 25 hours', async () => {
    expect(await onlyPurchase(await givenUp(25))).toMatchObject({ nextLookAt: null })
  })
})

describe('an open challenge of a deleted tenant', () => {
  async function deleteTenantOf(buyer: Buyer): Promise<void> {
    await app.query(`update tenants set deleted_at = now() where id = ${buyer.tenant.id}`)
    await agePurchase(app, (await onlyPurchase(buyer)).id, 0)
    await reconcilePurchases(app.deps)
  }

  test('is canceled rather than waited for', async () => {
    const buyer = await makeBuyer(app)
    const { body } = await buyer.buy(challenged)
    await deleteTenantOf(buyer)
    expect(await onlyPurchase(buyer)).toMatchObject({ state: 'failed', failureCode: 'canceled' })
    await answerChallenge(app, body.clientSecret, 'approve')
    expect(await capturesOf(app, buyer.consumer)).toEqual([])
  })

  test('that was paid is settled', async () => {
    const buyer = await makeBuyer(app)
    const { body } = await buyer.buy(challenged)
    await answerChallenge(app, body.clientSecret, 'approve')
    await deleteTenantOf(buyer)
    expect(await onlyPurchase(buyer)).toMatchObject({ state: 'settled' })
    expect(await creditsOf(app, buyer.consumer)).toEqual([28])
  })
})

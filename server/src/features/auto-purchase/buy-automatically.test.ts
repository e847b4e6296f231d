import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  type AutoBuyer,
  automaticOf,
  debit,
  lettersTo,
  makeAutoBuyer,
  makeAutoRule,
  passTime,
  runAutoPurchases,
} from '../../../test/auto-buyer.ts'
import { agePurchase, answerChallenge, capturesOf, creditsOf } from '../../../test/buyer.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { readingsOf } from '../../../test/readings.ts'
import { makeWalletBuyer, takenOf } from '../../../test/wallet.ts'
import { buyAutomatically } from './buy-automatically.ts'
import {
  allowAutoPurchases,
  holdAutoPurchase,
  releaseAutoPurchase,
  stopAutoPurchases,
  turnOffAutoPurchase,
} from './index.ts'
import { buyDue } from './jobs.ts'

let app: TestApp
let second: TestApp

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
  await app.sandbox.control('webhooks', { provider: 'stripe', lose: -1 })
  second = await startTestApp({ databaseOf: app })
  // Another server of the same product: it calls the same providers.
  Object.assign(second.deps, { providers: app.deps.providers })
})
afterAll(async () => {
  await second.close()
  await app.close()
})
afterEach(() => fetch(`${app.sandbox.url}/sandbox/control/faults`, { method: 'DELETE' }))

const run = () => runAutoPurchases(app)
const ownerOf = ({ tenant, consumer }: AutoBuyer) => ({ tenantId: tenant.id, consumerId: consumer.id })
const decline = (code: string, times = 1) =>
  app.sandbox.control('faults', { provider: 'stripe', kind: 'decline', code, times })

describe('what fires it', () => {
  type Step = (buyer: AutoBuyer) => Promise<unknown>
  const spend =
    (tokens: number, kind: Parameters<typeof debit>[3] = 'reading'): Step =>
    (buyer) =>
      debit(app, buyer, tokens, kind)
  const grant =
    (tokens: number): Step =>
    ({ consumer }) =>
      app.make.grant(consumer, tokens)

  test.each<[what: string, steps: Step[], purchases: number]>([
    ['a reading that leaves the threshold', [spend(7)], 1],
    ['a text that leaves less', [spend(8, 'sunburst')], 1],
    ['a reading that leaves more', [spend(6)], 0],
    ['a subtraction by an admin', [spend(9, 'admin')], 0],
    ['a refund', [spend(9, 'refund')], 0],
    ['a dispute', [spend(9, 'dispute')], 0],
    ['a reading that leaves more, then a subtraction', [spend(6), spend(3, 'admin')], 0],
    ['a subtraction, then a text', [spend(8, 'admin'), spend(1, 'sunburst')], 1],
    ['a reading, when tokens came after it', [spend(7), grant(7)], 0],
    ['a reading, when tokens came and were subtracted after it', [spend(7), grant(7), spend(7, 'admin')], 0],
    ['a reading, when a few tokens were subtracted after it', [spend(7), spend(1, 'admin')], 1],
  ])('%s: %#', async (_what, steps, purchases) => {
    const buyer = await makeAutoRule(app)
    for (const step of steps) await step(buyer)
    await run()
    expect(await automaticOf(app, buyer)).toHaveLength(purchases)
  })

  test('not what was spent before it was turned on above the threshold, nor anything once it is off', async () => {
    const earlier = await makeAutoBuyer(app)
    await earlier.spend()
    await app.make.grant(earlier.consumer, 7)
    await earlier.toggle(true)
    await debit(app, earlier, 7, 'admin')
    const over = await makeAutoRule(app)
    await over.toggle(false)
    await over.spend()
    await run()
    expect([await automaticOf(app, earlier), await automaticOf(app, over)]).toEqual([[], []])
  })

  test('the charge of a reading itself, at the tenant’s own threshold', async () => {
    const { consumer, client, base, audio, tenant } = await readingsOf(app).listener(0)
    await app.query(`update tenants set threshold_token = 5 where id = ${tenant.id}`)
    const buyer = { ...(await makeAutoBuyer(app, { tenant })), consumer, client }
    await app.make.grant(consumer, 12)
    await client.post(`/v1/customers/${tenant.url}/default-payment/stripe`, { paymentId: 'pm_card_visa' })
    const path = `/v1/customers/${tenant.url}/consumers/${consumer.id}/package/toggleAutoRenewable`
    expect((await client.put(path, { isAutoPaymentChecked: true, packageId: buyer.packageId })).status).toBe(
      200,
    )
    expect(
      (await client.put(`${base}/${audio.id}/charge?session=one-list-of-readings`)).body.tokenBalance,
    ).toBe(5)
    await run()
    expect(await automaticOf(app, buyer)).toMatchObject([{ state: 'settled' }])
  })
})

test('what is bought is charged at the automatic price without the consumer there, credited and told of', async () => {
  const buyer = await makeAutoRule(app)
  await buyer.spend()
  await run()
  expect(await automaticOf(app, buyer)).toMatchObject([{ state: 'settled', amountCents: 2_240 }])
  expect(await capturesOf(app, buyer.consumer)).toEqual([2_240])
  expect(await creditsOf(app, buyer.consumer)).toEqual([28])
  const [letter] = await app.query<{ subject: string; text: string }>(
    `select subject, text from outbox_messages where recipient = '${buyer.consumer.email}' order by id desc limit 1`,
  )
  expect(letter?.subject).toMatch(/ was bought automatically from Company /)
  expect(letter?.text).toContain('your balance had fallen to 2 tokens or below')
  expect(letter?.text).toContain('28 tokens for $22.40, paid with Visa ending in 4242')
  expect(letter?.text).toContain('You now have 30 tokens.')
  expect(letter?.text).toContain(
    `turn its switch off under Purchase Tokens: ${app.deps.publicUrl}/${buyer.tenant.url}/packages`,
  )
  const [purchase] = (
    await buyer.client.get(`/v1/customers/${buyer.tenant.url}/consumers/${buyer.consumer.id}/purchases`)
  ).body.data
  expect(purchase).toMatchObject({ isAutoPurchase: true, amount: 22.4 })
  expect((await buyer.read()).rule).toMatchObject({ state: 'active', failureMessage: null, nextTryAt: null })
})

test('twenty debits at once across the threshold, and two workers, are exactly one purchase: five times', async () => {
  for (let round = 0; round < 5; round++) {
    const buyer = await makeAutoRule(app, { tokens: 22 })
    const spent = Promise.all(Array.from({ length: 20 }, () => buyer.spend(1)))
    const workers = [app, second, app, second].map(({ deps }) => buyDue(deps))
    await Promise.all([spent, ...workers])
    await Promise.all([buyDue(app.deps), buyDue(second.deps)])
    await run()
    expect(await automaticOf(app, buyer)).toMatchObject([{ state: 'settled' }])
    expect(await capturesOf(app, buyer.consumer)).toEqual([2_240])
  }
}, 120_000)

test('what is no longer due when its turn comes is not bought, and what is, once, by however many workers', async () => {
  const buyer = await makeAutoRule(app)
  await buyer.spend()
  await app.make.grant(buyer.consumer, 7)
  await buyAutomatically(app.deps, ownerOf(buyer))
  expect(await automaticOf(app, buyer)).toEqual([])
  await buyer.spend()
  const workers = [app, second, app, second, app]
  await Promise.all(workers.map(({ deps }) => buyAutomatically(deps, ownerOf(buyer))))
  expect(await automaticOf(app, buyer)).toMatchObject([{ state: 'settled' }])
})

test('a card whose owner agreed to it at the bank is charged without being asked again', async () => {
  const buyer = await makeAutoBuyer(app, { paymentId: null })
  const paymentId = 'pm_card_authenticationRequiredOnSetup'
  const { clientSecret, setupId } = (await buyer.payWith(paymentId)).body
  await answerChallenge(app, clientSecret, 'approve')
  expect((await buyer.payWith(paymentId, setupId)).status).toBe(201)
  await buyer.toggle(true)
  await buyer.spend()
  await run()
  expect(await automaticOf(app, buyer)).toMatchObject([{ state: 'settled' }])
})

test('a second one in flight is refused by the database, whoever begins it', async () => {
  const buyer = await makeAutoRule(app)
  await buyer.spend()
  await run()
  await app.query(
    `update purchases set state = 'started', next_look_at = null where consumer_id = ${buyer.consumer.id}`,
  )
  const copy = `insert into purchases (tenant_id, consumer_id, package_id, package_name, number_of_tokens, amount_cents,
    provider, payment_method, is_auto_purchase, request_hash)
    select tenant_id, consumer_id, package_id, package_name, number_of_tokens, amount_cents, provider, payment_method,
      true, '' from purchases where consumer_id = ${buyer.consumer.id}`
  await expect(app.query(copy)).rejects.toThrow('purchases_one_automatic')
})

describe('a decline', () => {
  test.each(['lost_card', 'stolen_card', 'pickup_card', 'fraudulent', 'expired_card', 'incorrect_cvc'])(
    '%s is never tried again until the consumer acts',
    async (code) => {
      const buyer = await makeAutoRule(app)
      await decline(code)
      await buyer.spend()
      await run()
      expect((await buyer.read()).rule).toMatchObject({ state: 'paused', pauseReason: 'declined' })
      expect((await lettersTo(app, buyer)).at(-1)).toBe('Your automatic purchase is paused')
      await passTime(app, buyer, 48)
      await debit(app, buyer, 1, 'sunburst')
      await run()
      expect(await automaticOf(app, buyer)).toHaveLength(1)
      expect(await buyer.resume({ expectedPrice: 20 })).toMatchObject({ status: 409 })
      expect((await buyer.resume()).body.message).toMatch(/is bought now/)
      await run()
      expect(await automaticOf(app, buyer)).toMatchObject([{ failureCode: code }, { state: 'settled' }])
      expect((await buyer.read()).rule).toMatchObject({ state: 'active', failureMessage: null })
    },
  )

  test('for which the bank wants its cardholder waits for them, and charges nothing', async () => {
    const buyer = await makeAutoRule(app, { paymentId: null })
    expect((await buyer.payWith('pm_card_visa')).status).toBe(201)
    await buyer.toggle(true)
    await decline('authentication_required')
    await buyer.spend()
    await run()
    expect((await buyer.read()).rule).toMatchObject({ state: 'paused', pauseReason: 'bank' })
    const [letter] = await app.query<{ text: string }>(
      `select text from outbox_messages where recipient = '${buyer.consumer.email}' order by id desc limit 1`,
    )
    expect(letter?.text).toContain('Your bank wants you to confirm the payment')
    expect(letter?.text).toContain(`${app.deps.publicUrl}/${buyer.tenant.url}/packages`)
    expect(await capturesOf(app, buyer.consumer)).toEqual([])
    expect((await buyer.buyWithDefault()).status).toBe(201)
  })

  test('is forgotten with the default payment that was declined: what was wanted is bought with the new one', async () => {
    for (const code of ['insufficient_funds', 'lost_card']) {
      const buyer = await makeAutoRule(app)
      await decline(code)
      await buyer.spend()
      await run()
      await run()
      expect(await automaticOf(app, buyer)).toHaveLength(1)
      await buyer.payWith('pm_card_mastercard')
      await run()
      expect(await automaticOf(app, buyer)).toMatchObject([{ failureCode: code }, { state: 'settled' }])
      expect((await buyer.read()).rule).toMatchObject({
        state: 'active',
        failureMessage: null,
        nextTryAt: null,
      })
    }
  })
})

test('a default wallet pays as a card does, and a decline or its deletion is what they are of a card', async () => {
  const wallet = await makeWalletBuyer(app)
  const { tenant, consumer, client, packageId } = wallet
  await app.query(
    `update packages set is_auto_renewable = true, auto_renew_price_cents = 2240 where id = ${packageId}`,
  )
  await app.make.grant(consumer, 9)
  await wallet.saveWallet()
  const own = `/v1/customers/${tenant.url}/consumers/${consumer.id}`
  const on = { isAutoPaymentChecked: true, packageId }
  expect((await client.put(`${own}/package/toggleAutoRenewable`, on)).status).toBe(200)
  await debit(app, wallet, 7, 'reading')
  await run()
  expect(await automaticOf(app, wallet)).toMatchObject([{ state: 'settled' }])
  expect(await takenOf(app, wallet)).toEqual([2_240])
  expect(await creditsOf(app, consumer)).toEqual([28])
  await app.sandbox.control('faults', { provider: 'paypal', kind: 'decline', code: 'INSTRUMENT_DECLINED' })
  await debit(app, wallet, 28, 'reading')
  await run()
  const ruleOf = async () => (await client.get(`${own}/auto-purchase`)).body.rule
  expect(await ruleOf()).toMatchObject({ state: 'active', nextTryAt: expect.any(String) })
  expect(await takenOf(app, wallet)).toEqual([2_240])
  await client.delete(`${own}/default-payment`)
  expect(await ruleOf()).toBeNull()
})

test('while the consumer is buying, nothing is bought beside it; what they left unfinished does not hold it', async () => {
  const buyer = await makeAutoRule(app)
  const asked = await buyer.buy({ paymentId: 'pm_card_authenticationRequired' })
  expect(asked.body).toMatchObject({ requiresAction: true })
  await buyer.spend()
  await run()
  expect(await automaticOf(app, buyer)).toEqual([])
  await agePurchase(app, asked.body.purchaseId, 11 * 60)
  await run()
  expect(await automaticOf(app, buyer)).toMatchObject([{ state: 'settled' }])
})

describe('the terms', () => {
  test.each([
    ['a higher price', 'auto_renew_price_cents = 2400', { price: 24, numberOfTokens: 28 }],
    ['fewer tokens', 'number_of_tokens = 20', { price: 22.4, numberOfTokens: 20 }],
    ['more tokens', 'number_of_tokens = 40', { price: 22.4, numberOfTokens: 40 }],
  ])('that become %s wait for the consumer’s word', async (_what, set, offerNow) => {
    const buyer = await makeAutoRule(app)
    await buyer.changePackage(set)
    await buyer.spend()
    await buyDue(app.deps)
    await run()
    expect(await automaticOf(app, buyer)).toEqual([])
    expect((await buyer.read()).rule).toMatchObject({
      state: 'paused',
      pauseReason: 'price',
      price: 22.4,
      offerNow,
    })
    expect((await lettersTo(app, buyer)).slice(1)).toEqual([
      expect.stringMatching(/^Package \w+ has a new price$/),
    ])
    await buyer.resume({ expectedPrice: offerNow.price, expectedTokens: offerNow.numberOfTokens })
    await run()
    expect(await automaticOf(app, buyer)).toMatchObject([
      { state: 'settled', amountCents: offerNow.price * 100 },
    ])
    expect((await buyer.read()).rule).toMatchObject({ ...offerNow, state: 'active', offerNow: null })
  })

  test('that are agreed to where nothing waits for them yet are the new ones', async () => {
    const buyer = await makeAutoRule(app)
    await buyer.changePackage('auto_renew_price_cents = 2400')
    await buyer.resume({ expectedPrice: 24, expectedTokens: 28 })
    expect((await buyer.read()).rule).toMatchObject({ state: 'active', price: 24, offerNow: null })
  })

  test('of a price that fell are better, and what is charged is that', async () => {
    const buyer = await makeAutoRule(app)
    await buyer.changePackage('auto_renew_price_cents = 2000')
    await buyer.spend()
    await run()
    expect(await capturesOf(app, buyer.consumer)).toEqual([2_000])
  })

  test.each([
    ['is deleted', 'deleted_at = now()'],
    ['is no longer for automatic purchase', 'is_auto_renewable = false'],
    ['holds no more than the threshold: it would be bought without end', 'number_of_tokens = 2'],
  ])('end when the package %s, at the latest when it would be bought', async (_what, set) => {
    const [told, due] = [await makeAutoRule(app), await makeAutoRule(app)]
    for (const buyer of [told, due]) await buyer.changePackage(set)
    await due.spend()
    await buyDue(app.deps)
    expect((await due.read()).rule).toBeNull()
    await run()
    for (const buyer of [told, due]) {
      expect((await buyer.read()).rule).toBeNull()
      expect((await lettersTo(app, buyer)).at(-1)).toMatch(/^Automatic purchase is off at /)
      expect(await automaticOf(app, buyer)).toEqual([])
    }
  })
})

describe('the default payment', () => {
  test('when it is deleted turns it off in the same moment, and the consumer is told', async () => {
    const buyer = await makeAutoRule(app)
    const path = `/v1/customers/${buyer.tenant.url}/consumers/${buyer.consumer.id}/default-payment`
    await buyer.client.delete(path)
    expect((await buyer.read()).rule).toBeNull()
    await buyer.spend()
    await buyDue(app.deps)
    await run()
    expect(await automaticOf(app, buyer)).toEqual([])
    expect((await lettersTo(app, buyer)).at(-1)).toMatch(/^Automatic purchase is off at /)
    await buyer.payWith('pm_card_visa')
    expect((await buyer.read()).rule).toBeNull()
  })

  test('of another account of the provider is not charged: the consumer is asked to add it again', async () => {
    const buyer = await makeAutoRule(app)
    await app.query(
      `update default_payments set account = 'live:acct_old' where consumer_id = ${buyer.consumer.id}`,
    )
    await buyer.spend()
    await run()
    expect(await automaticOf(app, buyer)).toEqual([])
    expect((await buyer.read()).rule).toMatchObject({
      pauseReason: 'declined',
      failureMessage: expect.stringContaining('add it again'),
    })
    await buyer.payWith('pm_card_visa')
    await run()
    expect(await automaticOf(app, buyer)).toMatchObject([{ state: 'settled' }])
  })
})

describe('nothing is bought', () => {
  test('for consumers of a deleted tenant', async () => {
    const buyer = await makeAutoRule(app)
    await buyer.spend()
    await app.query(`update tenants set deleted_at = now() where id = ${buyer.tenant.id}`)
    await run()
    expect(await automaticOf(app, buyer)).toEqual([])
  })

  test('while a payment of the consumer’s is disputed; afterwards it goes on', async () => {
    const [buyer, other] = [await makeAutoRule(app), await makeAutoRule(app)]
    await app.deps.db.transact((tx) => holdAutoPurchase(tx, ownerOf(buyer)))
    for (const one of [buyer, other]) await one.spend()
    await run()
    expect(await automaticOf(app, buyer)).toEqual([])
    expect(await automaticOf(app, other)).toHaveLength(1)
    expect((await buyer.read()).rule).toMatchObject({ state: 'paused', pauseReason: 'dispute' })
    expect(await buyer.resume()).toMatchObject({ status: 409, body: { code: 'dispute_open' } })
    await app.deps.db.transact((tx) => releaseAutoPurchase(tx, ownerOf(buyer)))
    await run()
    expect(await automaticOf(app, buyer)).toHaveLength(1)
  })

  test('for anybody while all are stopped', async () => {
    const buyer = await makeAutoRule(app)
    await app.deps.db.transact((tx) => stopAutoPurchases(tx, 'The books do not agree'))
    await buyer.spend()
    await run()
    expect(await automaticOf(app, buyer)).toEqual([])
    await app.deps.db.transact((tx) => allowAutoPurchases(tx))
    await run()
    expect(await automaticOf(app, buyer)).toHaveLength(1)
  })

  test('after an automatic purchase was refunded: the rule is off, with the consumer told', async () => {
    const buyer = await makeAutoRule(app)
    const turnOff = () =>
      app.deps.db.transact((tx) => turnOffAutoPurchase(tx, app.deps, ownerOf(buyer), 'refund'))
    expect([await turnOff(), await turnOff()]).toEqual([true, false])
    expect((await buyer.read()).rule).toBeNull()
    await buyer.spend()
    await run()
    expect(await automaticOf(app, buyer)).toEqual([])
    expect(await lettersTo(app, buyer)).toEqual([
      `Automatic purchase is on at Company ${buyer.tenant.url}`,
      `Automatic purchase is off at Company ${buyer.tenant.url}`,
    ])
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  automaticOf,
  lettersTo,
  makeAutoBuyer,
  makeAutoRule,
  runAutoPurchases,
} from '../../../test/auto-buyer.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { allowAutoPurchases, holdAutoPurchase, readStop, stopAutoPurchases } from './index.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
})
afterAll(() => app.close())

const off = { rule: null, thresholdToken: 2, blockedBy: null }
const shown = { expectedPrice: 22.4, expectedTokens: 28 }

describe('the switch', () => {
  test('turns on what was shown: list, profile and rule say so, and the terms are mailed to be kept', async () => {
    const buyer = await makeAutoBuyer(app)
    const { tenant, consumer, packageId } = buyer
    const base = `/v1/customers/${tenant.url}/consumers/${consumer.id}`
    const chosen = async () =>
      (await buyer.client.get(`${base}/packages`)).body.packages[0].consumerAutoRenewablePackages
    const onProfile = async () => (await buyer.client.get(`${base}/profile`)).body.autoRenewPackage
    expect([await buyer.read(), await chosen(), await onProfile()]).toEqual([off, [], null])
    const answer = await buyer.toggle(true, shown)
    expect(answer.status).toBe(200)
    const { message, ...standing } = answer.body
    expect(standing).toEqual({
      rule: {
        packageId,
        packageName: expect.stringMatching(/^Package /),
        price: 22.4,
        numberOfTokens: 28,
        thresholdToken: 2,
        state: 'active',
        pauseReason: null,
        failureMessage: null,
        nextTryAt: null,
        waitReason: null,
        nextPrice: 22.4,
        offerNow: null,
      },
      thresholdToken: 2,
      blockedBy: null,
    })
    expect(message).toMatch(/^Package \w+ is bought when your token balance falls to 2 tokens or below\.$/)
    expect(await buyer.read()).toEqual(standing)
    expect([await chosen(), await onProfile()]).toEqual([[{ id: packageId }], standing.rule.packageName])
    const [letter] = await app.query<{ subject: string; text: string }>(
      `select subject, text from outbox_messages where recipient = '${consumer.email}'`,
    )
    expect(letter?.subject).toBe(`Automatic purchase is on at Company ${tenant.url}`)
    expect(letter?.text).toContain('28 tokens for $22.40, is bought with your default payment whenever')
    expect(letter?.text).toContain('2 tokens or below, at most 3 times a day, until you turn it off')
    expect(letter?.text).toContain(`/${tenant.url}/packages`)
    expect((await buyer.toggle(false)).body).toEqual({ ...off, message: 'Automatic purchase is off.' })
    expect([await buyer.read(), await chosen(), await onProfile()]).toEqual([off, [], null])
    const consents = await app.query(
      `select act, reason, price_cents, terms like '%28 tokens for $22.40%' as has_terms
       from auto_purchase_consents where consumer_id = ${consumer.id} order by id`,
    )
    expect(consents).toEqual([
      { act: 'on', reason: null, priceCents: 2_240, hasTerms: true },
      { act: 'off', reason: 'switch', priceCents: 2_240, hasTerms: true },
    ])
    await expect(app.query('delete from auto_purchase_consents')).rejects.toThrow('append-only')
  })

  test.each([
    ['another price was shown', '', { expectedPrice: 20 }, 409, 'price_changed'],
    ['another number of tokens was shown', '', { expectedTokens: 27 }, 409, 'price_changed'],
    ['it is not for automatic purchase', 'is_auto_renewable = false', {}, 409, 'not_auto_purchasable'],
    ['it has no automatic price', 'auto_renew_price_cents = 0', {}, 409, 'not_auto_purchasable'],
    ['it holds no more than the threshold', 'number_of_tokens = 2', {}, 409, 'not_auto_purchasable'],
    ['it was deleted', 'deleted_at = now()', {}, 404, 'package_not_on_sale'],
  ])('is refused where %s', async (_what, set, body, status, code) => {
    const buyer = await makeAutoBuyer(app)
    if (set) await buyer.changePackage(set)
    const answer = await buyer.toggle(true, body)
    expect(answer).toMatchObject({ status, body: { code } })
    if (code === 'price_changed') expect(answer.body).toMatchObject({ price: 22.4, numberOfTokens: 28 })
    expect([await buyer.read(), await lettersTo(app, buyer)]).toEqual([off, []])
  })

  test('is refused without a default payment, and for another tenant’s package', async () => {
    const buyer = await makeAutoBuyer(app, { paymentId: null })
    expect(await buyer.toggle(true)).toMatchObject({ status: 400, body: { code: 'no_default_payment' } })
    const { packageId } = await makeAutoBuyer(app)
    expect((await buyer.toggle(true, { packageId })).status).toBe(404)
  })

  test('takes one package in place of another, and turning off another changes nothing', async () => {
    const buyer = await makeAutoRule(app)
    const packageId = await app.make.tokenPackage(buyer.tenant, { numberOfTokens: 91 })
    await buyer.changePackage('is_auto_renewable = true, auto_renew_price_cents = 6552', packageId)
    expect((await buyer.toggle(false, { packageId })).body.rule.packageId).toBe(buyer.packageId)
    expect((await buyer.toggle(true, { packageId })).body.rule).toMatchObject({ packageId, price: 65.52 })
    expect((await buyer.toggle(false)).body.rule.packageId).toBe(packageId)
  })

  test('pressed again and again is one agreement and one letter', async () => {
    const buyer = await makeAutoBuyer(app, { tokens: 1 })
    const answers = await Promise.all(Array.from({ length: 5 }, () => buyer.toggle(true, shown)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    await runAutoPurchases(app)
    expect((await buyer.toggle(true, shown)).status).toBe(200)
    await runAutoPurchases(app)
    expect(await automaticOf(app, buyer)).toMatchObject([{ state: 'settled', amountCents: 2_240 }])
    expect(await lettersTo(app, buyer)).toHaveLength(2)
  })

  test('buys at once where the balance is low already, and says so', async () => {
    const buyer = await makeAutoBuyer(app, { tokens: 2 })
    const { message } = (await buyer.toggle(true)).body
    expect(message).toMatch(/^Package \w+ is bought now, since your token balance is at 2 tokens or below\.$/)
    await runAutoPurchases(app)
    expect(await automaticOf(app, buyer)).toHaveLength(1)
  })

  test('says that it waits while a payment is disputed or all are stopped', async () => {
    const { transact } = app.deps.db
    const buyer = await makeAutoBuyer(app, { tokens: 1 })
    await transact((tx) => holdAutoPurchase(tx, { tenantId: buyer.tenant.id, consumerId: buyer.consumer.id }))
    const held = (await buyer.toggle(true)).body
    expect(held).toMatchObject({
      message: 'Automatic purchase is on, and waits.',
      rule: { state: 'paused', pauseReason: 'dispute' },
    })
    const other = await makeAutoRule(app)
    await transact((tx) => stopAutoPurchases(tx, 'The books do not agree'))
    await transact((tx) => stopAutoPurchases(tx, 'They still do not'))
    expect(await readStop(app.deps.db.reader)).toMatchObject({ reason: 'The books do not agree' })
    expect((await other.read()).rule).toMatchObject({ state: 'paused', pauseReason: 'stopped' })
    await transact((tx) => allowAutoPurchases(tx))
    expect((await other.read()).rule).toMatchObject({ state: 'active' })
  })
})

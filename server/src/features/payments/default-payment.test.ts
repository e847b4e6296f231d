import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerChallenge, type Buyer, capturesOf, creditsOf, makeBuyer } from '../../../test/buyer.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { detachMethods } from './detach-methods.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
})
afterAll(() => app.close())

const none = {
  noDefaultPayment: true,
  isStripePayment: false,
  isPaypalPayment: false,
  expMonth: null,
  expYear: null,
  lastFourDigit: null,
  cardBrand: null,
  fullName: null,
  email: null,
}
const visa = {
  noDefaultPayment: false,
  isStripePayment: true,
  isPaypalPayment: false,
  expMonth: 12,
  expYear: expect.any(Number),
  lastFourDigit: '4242',
  cardBrand: 'visa',
  fullName: null,
  email: null,
}

const urlOf = (buyer: Buyer) =>
  `/v1/customers/${buyer.tenant.url}/consumers/${buyer.consumer.id}/default-payment`
const saveUrlOf = (buyer: Buyer) => `/v1/customers/${buyer.tenant.url}/default-payment/stripe`
const read = async (buyer: Buyer) => (await buyer.client.get(urlOf(buyer))).body

/** Last four digits of the cards that the provider keeps for a consumer. */
async function keptCards(buyer: Buyer): Promise<string[]> {
  const [row] = await app.query<{ id: string }>(
    `select provider_customer_id as id from provider_customers
     where consumer_id = ${buyer.consumer.id} and gone_at is null`,
  )
  const response = await fetch(`${app.sandbox.url}/v1/customers/${row?.id}/payment_methods`, {
    headers: { authorization: 'Bearer sk_test_sandbox' },
  })
  const { data } = (await response.json()) as { data: { card: { last4: string } }[] }
  return data.map(({ card }) => card.last4)
}

describe('the default payment', () => {
  test('is none at first, and can not pay', async () => {
    const buyer = await makeBuyer(app)
    expect(await read(buyer)).toEqual(none)
    const answer = await buyer.buyWithDefault()
    expect(answer.status).toBe(400)
    expect(answer.body.code).toBe('no_default_payment')
  })

  test('is added, shown without the provider’s id of it, and pays', async () => {
    const buyer = await makeBuyer(app)
    const added = await buyer.client.post(saveUrlOf(buyer), { paymentId: 'pm_card_visa' })
    expect(added.status).toBe(201)
    expect(added.body).toEqual({ ...visa, message: 'Default card info added successfully.' })
    expect(JSON.stringify(await read(buyer))).not.toContain('pm_')
    const [one, again] = [await buyer.buyWithDefault({}, 'key'), await buyer.buyWithDefault({}, 'key')]
    expect(one.body).toEqual({
      purchaseId: expect.any(Number),
      tokenBalance: 28,
      message: 'Payment is successful',
    })
    expect(again.body).toEqual(one.body)
    expect((await buyer.buyWithDefault({}, 'other')).body.tokenBalance).toBe(56)
    expect(await capturesOf(app, buyer.consumer)).toEqual([2_520, 2_520])
  })

  test('of a neighbour is neither shown nor charged', async () => {
    const owner = await makeBuyer(app)
    await owner.client.post(saveUrlOf(owner), { paymentId: 'pm_card_visa' })
    const neighbour = await makeBuyer(app, { tenant: owner.tenant })
    expect(await read(neighbour)).toEqual(none)
    expect((await neighbour.buyWithDefault()).body.code).toBe('no_default_payment')
    expect((await neighbour.client.get(urlOf(owner))).status).toBe(404)
    expect((await neighbour.client.delete(urlOf(owner))).status).toBe(404)
    expect(await read(owner)).toEqual(visa)
  })

  test('is said to be added the first time and updated when it replaces another, whichever call saves it', async () => {
    const buyer = await makeBuyer(app)
    const first = await buyer.client.put(saveUrlOf(buyer), { paymentId: 'pm_card_visa' })
    const replacement = await buyer.client.post(saveUrlOf(buyer), { paymentId: 'pm_card_mastercard' })
    expect([first.body.message, replacement.body.message]).toEqual([
      'Default card info added successfully.',
      'Default card info updated successfully.',
    ])
  })

  test('is replaced, and the provider forgets the card before', async () => {
    const buyer = await makeBuyer(app)
    await buyer.client.post(saveUrlOf(buyer), { paymentId: 'pm_card_visa' })
    const updated = await buyer.client.put(saveUrlOf(buyer), { paymentId: 'pm_card_mastercard' })
    expect(updated.status).toBe(200)
    expect(updated.body).toMatchObject({
      lastFourDigit: '4444',
      message: 'Default card info updated successfully.',
    })
    expect((await keptCards(buyer)).sort()).toEqual(['4242', '4444'])
    await detachMethods(app.deps)
    expect(await keptCards(buyer)).toEqual(['4444'])
    expect((await buyer.buyWithDefault()).status).toBe(201)
  })

  test('is deleted, and the provider forgets it; deleting none is no error', async () => {
    const buyer = await makeBuyer(app)
    await buyer.client.post(saveUrlOf(buyer), { paymentId: 'pm_card_visa' })
    for (let round = 0; round < 2; round++) {
      const deleted = await buyer.client.delete(urlOf(buyer))
      expect(deleted.status).toBe(200)
      expect(deleted.body).toEqual({ ...none, message: 'Default card info deleted successfully.' })
    }
    await detachMethods(app.deps)
    expect(await keptCards(buyer)).toEqual([])
    expect((await buyer.client.post(saveUrlOf(buyer), { paymentId: 'pm_card_visa' })).status).toBe(201)
  })

  test('is not changed by a card that the bank refuses', async () => {
    const buyer = await makeBuyer(app)
    await buyer.client.post(saveUrlOf(buyer), { paymentId: 'pm_card_visa' })
    const refused = await buyer.client.put(saveUrlOf(buyer), { paymentId: 'pm_card_chargeDeclined' })
    expect(refused.status).toBe(402)
    expect(refused.body.code).toBe('card_declined')
    expect(await read(buyer)).toEqual(visa)
  })

  test('is saved after the bank’s challenge', async () => {
    const buyer = await makeBuyer(app)
    const paymentId = 'pm_card_authenticationRequiredOnSetup'
    const asked = await buyer.client.post(saveUrlOf(buyer), { paymentId })
    expect(asked.body).toEqual({
      requiresAction: true,
      clientSecret: expect.stringMatching(/^seti_/),
      setupId: expect.stringMatching(/^seti_/),
    })
    const { setupId, clientSecret } = asked.body
    expect((await buyer.client.post(saveUrlOf(buyer), { paymentId, setupId })).body).toEqual(asked.body)
    expect(await read(buyer)).toEqual(none)
    const neighbour = await makeBuyer(app, { tenant: buyer.tenant })
    await answerChallenge(app, clientSecret, 'approve')
    expect((await neighbour.client.post(saveUrlOf(neighbour), { paymentId, setupId })).status).toBe(404)
    const saved = await buyer.client.post(saveUrlOf(buyer), { paymentId, setupId })
    expect(saved.body).toMatchObject({ lastFourDigit: '3155', noDefaultPayment: false })
  })

  test('is not saved when the challenge is put away, which is said', async () => {
    const buyer = await makeBuyer(app)
    const paymentId = 'pm_card_authenticationRequiredOnSetup'
    const { setupId, clientSecret } = (await buyer.client.post(saveUrlOf(buyer), { paymentId })).body
    await answerChallenge(app, clientSecret, 'cancel')
    expect(await buyer.client.post(saveUrlOf(buyer), { paymentId, setupId })).toMatchObject({
      status: 402,
      body: {
        message: expect.stringMatching(/^The card was not confirmed with your bank, so it was not saved/),
      },
    })
    expect(await read(buyer)).toEqual(none)
    expect((await buyer.client.post(saveUrlOf(buyer), { paymentId })).body).toMatchObject({
      requiresAction: true,
    })
  })

  test('is not saved while the provider is away', async () => {
    const buyer = await makeBuyer(app)
    const fault = { provider: 'stripe', kind: 'error_500_before', times: 3, path: '/v1/setup_intents' }
    await app.sandbox.control('faults', fault)
    const answer = await buyer.client.post(saveUrlOf(buyer), { paymentId: 'pm_card_visa' })
    expect(answer.status).toBe(503)
    expect(answer.body.code).toBe('provider_unavailable')
  })
})

describe('a purchase that saves its card', () => {
  test('makes it the default, and the next purchase pays with it', async () => {
    const buyer = await makeBuyer(app)
    await buyer.buy({ saveCardAsDefault: true })
    expect(await read(buyer)).toEqual(visa)
    expect((await buyer.buyWithDefault()).body.tokenBalance).toBe(56)
    expect(await keptCards(buyer)).toEqual(['4242'])
  })

  test('replaces the one before', async () => {
    const buyer = await makeBuyer(app)
    await buyer.buy({ saveCardAsDefault: true })
    await buyer.buy({ saveCardAsDefault: true, paymentId: 'pm_card_amex' })
    await detachMethods(app.deps)
    expect(await keptCards(buyer)).toEqual(['0005'])
    expect(await read(buyer)).toMatchObject({ lastFourDigit: '0005', cardBrand: 'amex' })
  })

  test('saves it after a challenge, and a decline saves nothing', async () => {
    const buyer = await makeBuyer(app)
    await buyer.buy({ saveCardAsDefault: true, paymentId: 'pm_card_chargeDeclined' })
    expect(await read(buyer)).toEqual(none)
    const body = { saveCardAsDefault: true, paymentId: 'pm_card_authenticationRequired' }
    const asked = await buyer.buy(body)
    await answerChallenge(app, asked.body.clientSecret, 'approve')
    await buyer.buy({ ...body, purchaseId: asked.body.purchaseId })
    expect(await read(buyer)).toMatchObject({ lastFourDigit: '3184' })
    const again = await buyer.buyWithDefault()
    expect(again.body).toMatchObject({ requiresAction: true })
    await answerChallenge(app, again.body.clientSecret, 'approve')
    const done = await buyer.buyWithDefault({ purchaseId: again.body.purchaseId })
    expect(done.body.tokenBalance).toBe(56)
    expect(await creditsOf(app, buyer.consumer)).toEqual([28, 28])
  })

  test('without that wish leaves no card behind', async () => {
    const buyer = await makeBuyer(app)
    await buyer.buy()
    expect(await read(buyer)).toEqual(none)
    expect(await keptCards(buyer)).toEqual([])
  })
})

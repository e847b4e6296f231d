import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerChallenge, type Buyer, makeBuyer } from '../../../test/buyer.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { customerOf, keptCards } from '../../../test/provider.ts'
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

/** Last four digits of the default card and of those that the provider keeps, once it was told what to forget. */
async function cardsOf(buyer: Buyer): Promise<{ shown: string | null; kept: string[] }> {
  await detachMethods(app.deps)
  const { body } = await buyer.client.get(urlOf(buyer))
  return {
    shown: body.lastFourDigit,
    kept: await keptCards(app, await customerOf(app, buyer.consumer)),
  }
}

/** Begins something that makes a card the default once the bank's challenge is passed, and passes it later. */
type Begun = (buyer: Buyer) => Promise<{ approve(): Promise<unknown> }>

const beginPurchase: Begun = async (buyer) => {
  const body = { saveCardAsDefault: true, paymentId: 'pm_card_authenticationRequired' }
  const asked = await buyer.buy(body)
  const { purchaseId, clientSecret } = asked.body
  return {
    approve: async () => {
      await answerChallenge(app, clientSecret, 'approve')
      expect((await buyer.buy({ ...body, purchaseId })).status).toBe(201)
    },
  }
}

const beginPurchaseFoundLater: Begun = async (buyer) => {
  const body = { saveCardAsDefault: true, paymentId: 'pm_card_authenticationRequired' }
  const { purchaseId, clientSecret } = (await buyer.buy(body)).body
  return {
    approve: async () => {
      await answerChallenge(app, clientSecret, 'approve')
      await app.query(`update purchases set next_look_at = now() where id = ${purchaseId}`)
      await reconcilePurchases(app.deps)
    },
  }
}

const beginSaving: Begun = async (buyer) => {
  const body = { paymentId: 'pm_card_authenticationRequiredOnSetup' }
  const { setupId, clientSecret } = (await buyer.client.post(saveUrlOf(buyer), body)).body
  return {
    approve: async () => {
      await answerChallenge(app, clientSecret, 'approve')
      expect((await buyer.client.post(saveUrlOf(buyer), { ...body, setupId })).status).toBe(201)
    },
  }
}

describe.each([
  ['a purchase', beginPurchase, '3184'],
  ['a purchase that a job finds paid', beginPurchaseFoundLater, '3184'],
  ['a card being saved', beginSaving, '3155'],
] as const)('the late approval of %s', (_what, begin, last4) => {
  test('does not replace a default that was chosen since, and its card is forgotten', async () => {
    const buyer = await makeBuyer(app)
    const begun = await begin(buyer)
    await buyer.client.post(saveUrlOf(buyer), { paymentId: 'pm_card_mastercard' })
    await begun.approve()
    expect(await cardsOf(buyer)).toEqual({ shown: '4444', kept: ['4444'] })
  })

  test('does not bring back a default after all were deleted', async () => {
    const buyer = await makeBuyer(app)
    await buyer.client.post(saveUrlOf(buyer), { paymentId: 'pm_card_mastercard' })
    const begun = await begin(buyer)
    await buyer.client.delete(urlOf(buyer))
    await begun.approve()
    expect(await cardsOf(buyer)).toEqual({ shown: null, kept: [] })
  })

  test('replaces a default that was chosen before it was begun', async () => {
    const buyer = await makeBuyer(app)
    await buyer.client.post(saveUrlOf(buyer), { paymentId: 'pm_card_mastercard' })
    const begun = await begin(buyer)
    await begun.approve()
    expect(await cardsOf(buyer)).toEqual({ shown: last4, kept: [last4] })
  })
})

test('two first saves at once leave one card, shown and kept', async () => {
  for (let round = 0; round < 6; round++) {
    const buyer = await makeBuyer(app)
    const answers = await Promise.all(
      ['pm_card_visa', 'pm_card_mastercard', 'pm_card_amex'].map((paymentId) =>
        buyer.client.post(saveUrlOf(buyer), { paymentId }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    const { shown, kept } = await cardsOf(buyer)
    expect(kept).toEqual([shown])
  }
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Buyer, creditsOf, makeBuyer } from '../../../test/buyer.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { applyCharge } from './apply-charge.ts'
import type { CardCharge } from './ports.ts'
import type { Purchase } from './purchase-store.ts'
import { startPurchase } from './start-purchase.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function makeStarted(): Promise<{ buyer: Buyer; purchase: Purchase; charge: CardCharge }> {
  const buyer = await makeBuyer(app)
  const purchase = await startPurchase(app.deps, {
    tenantId: buyer.tenant.id,
    consumerId: buyer.consumer.id,
    packageId: buyer.packageId,
    chooseMethod: async () => 'pm_card_visa',
    isSavedAsDefault: false,
    idempotencyKey: undefined,
    request: {},
  })
  const charge: CardCharge = {
    providerPaymentId: `pi_${purchase.id}`,
    status: 'succeeded',
    amountCents: purchase.amountCents,
    currency: 'usd',
    reference: purchase.reference,
    clientSecret: null,
    card: null,
    failureCode: null,
    isPayable: false,
  }
  return { buyer, purchase, charge }
}

describe('a charge that is exactly the purchase’s', () => {
  test('credits once, however many learn of it at the same moment', async () => {
    const { buyer, purchase, charge } = await makeStarted()
    const seen = await Promise.all(Array.from({ length: 20 }, () => applyCharge(app.deps, purchase, charge)))
    expect(new Set(seen.map(({ state }) => state))).toEqual(new Set(['settled']))
    expect(await creditsOf(app, buyer.consumer)).toEqual([28])
  })

  test.each(['failed', 'requires_action', 'open'] as const)(
    'and was seen as %s earlier does not undo the settlement',
    async (status) => {
      const { purchase, charge } = await makeStarted()
      await applyCharge(app.deps, purchase, charge)
      const after = await applyCharge(app.deps, purchase, { ...charge, status })
      expect(after).toMatchObject({ state: 'settled', failureCode: null })
    },
  )

  test('is honoured after every other state', async () => {
    for (const status of ['failed', 'requires_action', 'open'] as const) {
      const { buyer, purchase, charge } = await makeStarted()
      await applyCharge(app.deps, purchase, { ...charge, status, failureCode: 'insufficient_funds' })
      expect(await applyCharge(app.deps, purchase, charge)).toMatchObject({
        state: 'settled',
        failureCode: null,
        failureMessage: null,
      })
      expect(await creditsOf(app, buyer.consumer)).toEqual([28])
    }
  })
})

describe('a charge that is not what was ordered', () => {
  test.each([
    ['another amount', { amountCents: 1 }, 'failed'],
    ['another currency', { currency: 'cad' }, 'failed'],
    ['another reference', { reference: 'purchase-of-somebody-else' }, 'started'],
    ['no reference', { reference: null }, 'started'],
  ])('in %s credits nothing', async (_what, change, state) => {
    const { buyer, purchase, charge } = await makeStarted()
    expect(await applyCharge(app.deps, purchase, { ...charge, ...change })).toMatchObject({ state })
    expect(await creditsOf(app, buyer.consumer)).toEqual([])
  })

  test('but a second one for a purchase that has one credits nothing', async () => {
    const { buyer, purchase, charge } = await makeStarted()
    await applyCharge(app.deps, purchase, { ...charge, status: 'requires_action' })
    await applyCharge(app.deps, purchase, { ...charge, providerPaymentId: 'pi_other' })
    expect(await creditsOf(app, buyer.consumer)).toEqual([])
    await applyCharge(app.deps, purchase, charge)
    expect(await creditsOf(app, buyer.consumer)).toEqual([28])
  })
})

import { waysToPay } from '@almanac/contract/payments'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Buyer, creditsOf, makeBuyer } from '../../../test/buyer.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { applyPayment } from './apply-payment.ts'
import type { Payment } from './ports.ts'
import type { Purchase } from './purchase-store.ts'
import { startPurchase } from './start-purchase.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function makeStarted(): Promise<{ buyer: Buyer; purchase: Purchase; payment: Payment }> {
  const buyer = await makeBuyer(app)
  const purchase = await startPurchase(app.deps, {
    tenantId: buyer.tenant.id,
    consumerId: buyer.consumer.id,
    packageId: buyer.packageId,
    with: waysToPay.card,
    chooseMethod: async () => 'pm_card_visa',
    isSavedAsDefault: false,
    idempotencyKey: undefined,
    request: {},
  })
  const payment: Payment = {
    providerPaymentId: `pi_${purchase.id}`,
    captureId: `ch_${purchase.id}`,
    status: 'succeeded',
    amountCents: purchase.amountCents,
    currency: 'usd',
    reference: purchase.reference,
    madeAt: purchase.createdAt,
    nextStep: null,
    instrument: null,
    failureCode: null,
    isPayable: false,
  }
  return { buyer, purchase, payment }
}

describe('a payment that is exactly the purchase’s', () => {
  test('credits once, however many learn of it at the same moment', async () => {
    const { buyer, purchase, payment } = await makeStarted()
    const seen = await Promise.all(
      Array.from({ length: 20 }, () => applyPayment(app.deps, purchase, payment)),
    )
    expect(new Set(seen.map(({ state }) => state))).toEqual(new Set(['settled']))
    expect(await creditsOf(app, buyer.consumer)).toEqual([28])
  })

  test.each(['failed', 'requires_action', 'open'] as const)(
    'and was seen as %s earlier does not undo the settlement',
    async (status) => {
      const { purchase, payment } = await makeStarted()
      await applyPayment(app.deps, purchase, payment)
      const after = await applyPayment(app.deps, purchase, { ...payment, status })
      expect(after).toMatchObject({ state: 'settled', failureCode: null })
    },
  )

  test.each([
    ['open', 'started'],
    ['approved', 'started'],
    ['requires_action', 'requires_action'],
    ['failed', 'failed'],
  ] as const)('and is %s only credits nothing', async (status, state) => {
    const { buyer, purchase, payment } = await makeStarted()
    expect(await applyPayment(app.deps, purchase, { ...payment, status })).toMatchObject({ state })
    expect(await creditsOf(app, buyer.consumer)).toEqual([])
  })

  test('is honoured after every other state', async () => {
    for (const status of ['failed', 'requires_action', 'open'] as const) {
      const { buyer, purchase, payment } = await makeStarted()
      await applyPayment(app.deps, purchase, { ...payment, status, failureCode: 'insufficient_funds' })
      expect(await applyPayment(app.deps, purchase, payment)).toMatchObject({
        state: 'settled',
        failureCode: null,
        failureMessage: null,
      })
      expect(await creditsOf(app, buyer.consumer)).toEqual([28])
    }
  })
})

describe('a payment that is not what was ordered', () => {
  test.each([
    ['another amount', { amountCents: 1 }, 'failed'],
    ['another currency', { currency: 'cad' }, 'failed'],
    ['another reference', { reference: 'purchase-of-somebody-else' }, 'started'],
    ['no reference', { reference: null }, 'started'],
  ])('in %s credits nothing', async (_what, change, state) => {
    const { buyer, purchase, payment } = await makeStarted()
    expect(await applyPayment(app.deps, purchase, { ...payment, ...change })).toMatchObject({ state })
    expect(await creditsOf(app, buyer.consumer)).toEqual([])
  })

  test('but a second one for a purchase that has one credits nothing', async () => {
    const { buyer, purchase, payment } = await makeStarted()
    await applyPayment(app.deps, purchase, { ...payment, status: 'requires_action' })
    await applyPayment(app.deps, purchase, { ...payment, providerPaymentId: 'pi_other' })
    expect(await creditsOf(app, buyer.consumer)).toEqual([])
    await applyPayment(app.deps, purchase, payment)
    expect(await creditsOf(app, buyer.consumer)).toEqual([28])
  })
})

test('a payment that asks for its consumer where nobody is there is given up', async () => {
  const { purchase, payment } = await makeStarted()
  const after = await applyPayment(
    app.deps,
    { ...purchase, isOffSession: true },
    { ...payment, status: 'requires_action' },
  )
  expect(after).toMatchObject({ state: 'failed', failureCode: 'authentication_required' })
})

import { waysToPay } from '@almanac/contract/payments'
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
import { cardProviderOf, withCardProvider } from '../../../test/provider.ts'
import { createStripe } from '../../adapters/stripe/stripe.ts'
import { sandboxAccount } from '../../sandbox-account.ts'
import { buyPackage } from './buy-package.ts'
import { chargePurchase } from './charge-purchase.ts'
import type { PaymentDeps } from './deps.ts'
import type { PaymentProvider } from './ports.ts'
import { findPurchase } from './purchase-store.ts'
import { reconcilePurchases } from './reconcile-purchases.ts'

let app: TestApp
/** Gives up waiting sooner than the product does: for charges that get no answer. Looks have the product's patience. */
let deps: PaymentDeps

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
  const impatient = createStripe({
    secretKey: sandboxAccount.stripeSecretKey,
    webhookSecret: sandboxAccount.stripeWebhookSecret,
    baseUrl: app.sandbox.url,
    timeoutMs: 1_000,
  })
  deps = withCardProvider(app.deps, impatient)
})
afterAll(() => app.close())
afterEach(() => fetch(`${app.sandbox.url}/sandbox/control/faults`, { method: 'DELETE' }))

const attempts = 3

async function failCharges(kind: string, times = attempts): Promise<void> {
  await app.sandbox.control('faults', { provider: 'stripe', kind, times, path: '/v1/payment_intents' })
}

function buy(buyer: Buyer, values: { paymentId?: string; key?: string; by?: PaymentDeps } = {}) {
  return buyPackage(values.by ?? deps, {
    tenantId: buyer.tenant.id,
    consumerId: buyer.consumer.id,
    packageId: buyer.packageId,
    with: waysToPay.card,
    chooseMethod: async () => values.paymentId ?? 'pm_card_visa',
    isSavedAsDefault: false,
    idempotencyKey: values.key ?? 'key',
    request: { packageId: buyer.packageId },
  })
}

async function onlyPurchase(buyer: Buyer) {
  const rows = await app.query<{ id: number; state: string; failureCode: string | null }>(
    `select id, state, failure_code from purchases where consumer_id = ${buyer.consumer.id}`,
  )
  expect(rows).toHaveLength(1)
  return rows[0] as (typeof rows)[number]
}

async function reconcileAfter(
  buyer: Buyer,
  seconds: number,
): Promise<{ state: string; failureCode: string | null }> {
  await agePurchase(app, (await onlyPurchase(buyer)).id, seconds)
  await reconcilePurchases(app.deps)
  return onlyPurchase(buyer)
}

describe('an answer that is lost after the charge', () => {
  test.each(['timeout_after_success', 'reset_after_success', 'error_500_after_success'])(
    'by %s once is hidden by the retry under the same key',
    async (kind) => {
      const buyer = await makeBuyer(app)
      await failCharges(kind, 1)
      const outcome = await buy(buyer).catch((error: { code?: string }) => error.code)
      if (outcome === 'payment_pending') await reconcileAfter(buyer, 11)
      expect(await capturesOf(app, buyer.consumer)).toEqual([2_520])
      expect(await creditsOf(app, buyer.consumer)).toEqual([28])
    },
  )

  test.each(['timeout_after_success', 'reset_after_success', 'error_500_after_success'])(
    'by %s for good leaves the purchase pending, and the reconciler settles it',
    async (kind) => {
      await app.sandbox.control('webhooks', { provider: 'stripe', lose: -1 })
      const buyer = await makeBuyer(app)
      await failCharges(kind)
      await expect(buy(buyer)).rejects.toMatchObject({ code: 'payment_pending' })
      expect(await onlyPurchase(buyer)).toMatchObject({ state: 'started' })
      expect(await creditsOf(app, buyer.consumer)).toEqual([])
      expect(await reconcileAfter(buyer, 11)).toMatchObject({ state: 'settled' })
      expect(await capturesOf(app, buyer.consumer)).toEqual([2_520])
      expect(await creditsOf(app, buyer.consumer)).toEqual([28])
    },
  )

  test('is found by a repeat of the request as well, and charged no second time', async () => {
    const buyer = await makeBuyer(app)
    await failCharges('timeout_after_success')
    await expect(buy(buyer)).rejects.toMatchObject({ code: 'payment_pending' })
    await fetch(`${app.sandbox.url}/sandbox/control/faults`, { method: 'DELETE' })
    expect(await buy(buyer)).toMatchObject({ tokenBalance: 28 })
    expect(await capturesOf(app, buyer.consumer)).toEqual([2_520])
  })
})

describe('a charge that never reached the provider', () => {
  test('is waited for, then given up', async () => {
    const buyer = await makeBuyer(app)
    await failCharges('reset_before', 10)
    await expect(buy(buyer)).rejects.toMatchObject({ code: 'payment_pending' })
    expect(await reconcileAfter(buyer, 11)).toMatchObject({ state: 'started' })
    expect(await reconcileAfter(buyer, 90)).toMatchObject({ state: 'failed', failureCode: 'abandoned' })
    await expect(buy(buyer)).rejects.toMatchObject({ code: 'payment_failed' })
    expect(await capturesOf(app, buyer.consumer)).toEqual([])
  })

  test('but does so after all is honoured', async () => {
    const buyer = await makeBuyer(app)
    await failCharges('timeout_after_success')
    await expect(buy(buyer)).rejects.toMatchObject({ code: 'payment_pending' })
    const { id } = await onlyPurchase(buyer)
    await app.query(
      `update purchases set state = 'failed', failure_code = 'abandoned', failure_message = '' where id = ${id}`,
    )
    expect(await reconcileAfter(buyer, 11)).toEqual({ id, state: 'settled', failureCode: null })
    expect(await creditsOf(app, buyer.consumer)).toEqual([28])
  })

  describe('while a repeat of it is still being sent', () => {
    let buyer: Buyer

    beforeEach(async () => {
      await app.sandbox.control('webhooks', { provider: 'stripe', lose: -1 })
      buyer = await makeBuyer(app)
      await failCharges('token_expired', 1)
      await expect(buy(buyer)).rejects.toMatchObject({ code: 'provider_unavailable' })
      await agePurchase(app, (await onlyPurchase(buyer)).id, 101)
    })

    /** The charge is made, and neither its answer nor a webhook comes: nobody must be told that nothing was charged. */
    async function expectToBePaid(): Promise<void> {
      expect(await capturesOf(app, buyer.consumer)).toEqual([2_520])
      expect(await onlyPurchase(buyer)).toMatchObject({ state: 'started' })
      expect(await buy(buyer)).toMatchObject({ tokenBalance: 28 })
    }

    test('is not given up', async () => {
      const begin: PaymentProvider['begin'] = async (order) => {
        await reconcilePurchases(deps)
        await failCharges('reset_after_success')
        return cardProviderOf(deps).begin(order)
      }
      const repeat = buy(buyer, { by: withCardProvider(deps, { begin }) })
      await expect(repeat).rejects.toMatchObject({ code: 'payment_pending' })
      await expectToBePaid()
    })

    test('is not given up by a look that was before it', async () => {
      const lookUp: PaymentProvider['lookUp'] = async (sent) => {
        const found = await cardProviderOf(deps).lookUp(sent)
        await failCharges('reset_after_success')
        await expect(buy(buyer)).rejects.toMatchObject({ code: 'payment_pending' })
        return found
      }
      await reconcilePurchases(withCardProvider(deps, { lookUp }))
      await expectToBePaid()
    })
  })

  test('is not sent again once it was given up', async () => {
    const buyer = await makeBuyer(app)
    await failCharges('token_expired', 1)
    await expect(buy(buyer)).rejects.toMatchObject({ code: 'provider_unavailable' })
    const { id } = await onlyPurchase(buyer)
    const asItWas = await findPurchase(deps.db.reader, id)
    if (!asItWas) throw new Error('The purchase is gone')
    expect(await reconcileAfter(buyer, 101)).toMatchObject({ failureCode: 'abandoned' })
    expect(await chargePurchase(deps, asItWas)).toMatchObject({
      purchase: { state: 'failed' },
      payment: null,
    })
    expect(await capturesOf(app, buyer.consumer)).toEqual([])
  })

  test('for a customer that could not be made says that the provider is away', async () => {
    const buyer = await makeBuyer(app)
    const fault = { provider: 'stripe', kind: 'error_500_before', times: attempts, path: '/v1/customers' }
    await app.sandbox.control('faults', fault)
    await expect(buy(buyer)).rejects.toMatchObject({ code: 'provider_unavailable' })
    expect(await buy(buyer)).toMatchObject({ tokenBalance: 28 })
  })
})

describe('a challenge', () => {
  const paymentId = 'pm_card_authenticationRequired'

  test('that was approved in a browser that never came back is settled', async () => {
    await app.sandbox.control('webhooks', { provider: 'stripe', lose: -1 })
    const buyer = await makeBuyer(app)
    const answer = await buy(buyer, { paymentId })
    if (!('clientSecret' in answer)) throw new Error('No challenge')
    expect(await reconcileAfter(buyer, 11)).toMatchObject({ state: 'requires_action' })
    await answerChallenge(app, answer.clientSecret, 'approve')
    expect(await reconcileAfter(buyer, 11)).toMatchObject({ state: 'settled' })
    expect(await creditsOf(app, buyer.consumer)).toEqual([28])
  })

  test('that nobody answered is cancelled after a day', async () => {
    const buyer = await makeBuyer(app)
    const answer = await buy(buyer, { paymentId })
    if (!('clientSecret' in answer)) throw new Error('No challenge')
    expect(await reconcileAfter(buyer, 23 * 3_600)).toMatchObject({ state: 'requires_action' })
    expect(await reconcileAfter(buyer, 2 * 3_600)).toMatchObject({ state: 'failed', failureCode: 'expired' })
    await answerChallenge(app, answer.clientSecret, 'approve')
    expect(await capturesOf(app, buyer.consumer)).toEqual([])
  })
})

test('a charge of another amount than the purchase is never credited', async () => {
  const buyer = await makeBuyer(app)
  await failCharges('timeout_after_success')
  await expect(buy(buyer)).rejects.toMatchObject({ code: 'payment_pending' })
  const { id } = await onlyPurchase(buyer)
  await app.query(`update purchases set amount_cents = 9999999 where id = ${id}`)
  expect(await reconcileAfter(buyer, 11)).toMatchObject({ state: 'failed', failureCode: 'amount_mismatch' })
  expect(await creditsOf(app, buyer.consumer)).toEqual([])
})

test('two reconcilers at once credit once', async () => {
  const buyer = await makeBuyer(app)
  await failCharges('timeout_after_success')
  await expect(buy(buyer)).rejects.toMatchObject({ code: 'payment_pending' })
  await agePurchase(app, (await onlyPurchase(buyer)).id, 11)
  await Promise.all(Array.from({ length: 5 }, () => reconcilePurchases(app.deps)))
  expect(await creditsOf(app, buyer.consumer)).toEqual([28])
})

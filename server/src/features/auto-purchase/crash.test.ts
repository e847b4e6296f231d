import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type AutoBuyer,
  automaticOf,
  debit,
  lettersTo,
  makeAutoRule,
  passTime,
  runAutoPurchases,
} from '../../../test/auto-buyer.ts'
import { killBuying, setNextLook } from '../../../test/auto-crash.ts'
import { agePurchase, capturesOf, creditsOf } from '../../../test/buyer.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { withCardProvider } from '../../../test/provider.ts'
import { reconcilePurchases } from '../payments/reconcile-purchases.ts'
import { holdAutoPurchase } from './hold-auto-purchase.ts'
import { buyDue } from './jobs.ts'

let app: TestApp
let dataDir: string
const killed = new Map<string, AutoBuyer>()

/** Where it is killed: before the provider was told, and after. */
const untold = ['auto-purchase.started', 'purchase.before-call']
const paid = [
  'purchase.provider-answered',
  'purchase.in-transaction',
  'purchase.committed',
  'auto-purchase.charged',
]

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
  // Without callbacks it is the lanes alone that must find everything.
  await app.sandbox.control('webhooks', { provider: 'stripe', lose: -1 })
  dataDir = await mkdtemp(join(tmpdir(), 'almanac-auto-'))
  await Promise.all([...untold, ...paid].map(killAt))
}, 240_000)
afterAll(async () => {
  await app.close()
  await rm(dataDir, { recursive: true, force: true })
})

async function killAt(point: string): Promise<void> {
  const buyer = await makeAutoRule(app)
  await buyer.spend()
  await killBuying(app, dataDir, buyer, point)
  killed.set(point, buyer)
}

function buyerOf(point: string): AutoBuyer {
  const buyer = killed.get(point)
  if (!buyer) throw new Error(`Nothing was killed at ${point}`)
  return buyer
}

/** What the worker does after the crash, once its purchases are so old. */
async function recover(buyer: AutoBuyer, ageSeconds: number): Promise<void> {
  const [purchase] = await automaticOf(app, buyer)
  await agePurchase(app, purchase?.id ?? 0, ageSeconds)
  await reconcilePurchases(app.deps)
  await runAutoPurchases(app)
}

describe('a worker killed', () => {
  test.each(paid)('at %s has charged once; what follows credits once and tells once', async (point) => {
    const buyer = buyerOf(point)
    expect(await capturesOf(app, buyer.consumer)).toEqual([2_240])
    await runAutoPurchases(app)
    await recover(buyer, 20)
    expect(await automaticOf(app, buyer)).toMatchObject([{ state: 'settled' }])
    expect(await capturesOf(app, buyer.consumer)).toEqual([2_240])
    expect(await creditsOf(app, buyer.consumer)).toEqual([28])
    expect(await lettersTo(app, buyer)).toHaveLength(2)
    expect((await buyer.read()).rule).toMatchObject({ state: 'active', failureMessage: null })
    await buyer.spend(28)
    await passTime(app, buyer, 1)
    await runAutoPurchases(app)
    expect(await capturesOf(app, buyer.consumer)).toEqual([2_240, 2_240])
  })

  test.each(untold)('at %s has charged nothing; once its lease is over it is bought, once', async (point) => {
    const buyer = buyerOf(point)
    expect(await capturesOf(app, buyer.consumer)).toEqual([])
    await setNextLook(app, buyer, `interval '1 hour'`)
    await runAutoPurchases(app)
    expect(await automaticOf(app, buyer)).toMatchObject([{ state: 'started' }])
    await setNextLook(app, buyer, `interval '0'`)
    await runAutoPurchases(app)
    expect(await automaticOf(app, buyer)).toMatchObject([{ state: 'settled' }])
    expect(await capturesOf(app, buyer.consumer)).toEqual([2_240])
    expect(await creditsOf(app, buyer.consumer)).toEqual([28])
    expect(await lettersTo(app, buyer)).toHaveLength(2)
  })
})

describe('a purchase that a process died over, before the provider was told', () => {
  async function die(): Promise<AutoBuyer> {
    const buyer = await makeAutoRule(app)
    await buyer.spend()
    const dying = { begin: () => Promise.reject(new Error('died')) }
    await buyDue(withCardProvider(app.deps, dying))
    expect(await automaticOf(app, buyer)).toMatchObject([{ state: 'started' }])
    return buyer
  }

  type Change = (buyer: AutoBuyer) => Promise<unknown>
  test.each<[string, Change]>([
    ['it was turned off', (buyer) => buyer.toggle(false)],
    ['another payment is the default', (buyer) => buyer.payWith('pm_card_mastercard')],
    ['the package costs less now', (buyer) => buyer.changePackage('auto_renew_price_cents = 2000')],
    ['the package costs more now', (buyer) => buyer.changePackage('auto_renew_price_cents = 2500')],
    ['the package is no longer sold', (buyer) => buyer.changePackage('deleted_at = now()')],
    ['the balance has risen', ({ consumer }) => app.make.grant(consumer, 5)],
    ['the consumer has bought', (buyer) => buyer.buy()],
    [
      'a payment is disputed',
      ({ consumer: { id, tenantId } }) =>
        app.deps.db.transact((tx) => holdAutoPurchase(tx, { tenantId, consumerId: id })),
    ],
    ['it is old', (buyer) => passTime(app, buyer, 0.1)],
  ])('is not gone on with where %s', async (_what, change) => {
    const buyer = await die()
    await change(buyer)
    const before = await capturesOf(app, buyer.consumer)
    await passTime(app, buyer, 0.01)
    await runAutoPurchases(app)
    expect(await automaticOf(app, buyer)).toMatchObject([{ state: 'started' }])
    expect(await capturesOf(app, buyer.consumer)).toEqual(before)
  })

  test('is gone on with by one of two workers, under its key', async () => {
    const buyer = await die()
    await passTime(app, buyer, 0.01)
    await Promise.all([buyDue(app.deps), buyDue(app.deps)])
    expect(await automaticOf(app, buyer)).toMatchObject([{ state: 'settled' }])
    expect(await capturesOf(app, buyer.consumer)).toEqual([2_240])
  })
})

const recoverProvider = () => fetch(`${app.sandbox.url}/sandbox/control/faults`, { method: 'DELETE' })

describe('an answer that is lost', () => {
  const lose = () =>
    app.sandbox.control('faults', {
      provider: 'stripe',
      kind: 'error_500_after_success',
      times: 3,
      path: '/v1/payment_intents',
    })

  test('buys nothing twice, holds up no purchase of the consumer’s own, and is found out', async () => {
    const buyer = await makeAutoRule(app)
    await lose()
    await buyer.spend()
    await runAutoPurchases(app)
    const [purchase] = await automaticOf(app, buyer)
    expect(purchase).toMatchObject({ state: 'started' })
    await recoverProvider()
    await debit(app, buyer, 1, 'sunburst')
    await runAutoPurchases(app)
    await buyer.toggle(false)
    await buyer.toggle(true)
    await runAutoPurchases(app)
    expect(await automaticOf(app, buyer)).toHaveLength(1)
    for (const key of ['one', 'two', 'three'])
      expect((await buyer.buy({}, key)).body).toMatchObject({ message: 'Payment is successful' })
    await agePurchase(app, purchase?.id ?? 0, 20)
    await reconcilePurchases(app.deps)
    await runAutoPurchases(app)
    expect(await automaticOf(app, buyer)).toMatchObject([{ state: 'settled' }])
    expect(await capturesOf(app, buyer.consumer)).toHaveLength(4)
  })

  test('of one that never reached the provider is given up, and tried again later by itself', async () => {
    const buyer = await makeAutoRule(app)
    await app.sandbox.control('faults', {
      provider: 'stripe',
      kind: 'error_500_before',
      times: 3,
      path: '/v1/payment_intents',
    })
    await buyer.spend()
    await runAutoPurchases(app)
    await recoverProvider()
    const [purchase] = await automaticOf(app, buyer)
    await agePurchase(app, purchase?.id ?? 0, 120)
    await reconcilePurchases(app.deps)
    await runAutoPurchases(app)
    expect(await automaticOf(app, buyer)).toMatchObject([{ state: 'failed', failureCode: 'abandoned' }])
    expect((await lettersTo(app, buyer)).slice(1)).toEqual([])
    await passTime(app, buyer, 0.2)
    await runAutoPurchases(app)
    expect(await automaticOf(app, buyer)).toMatchObject([{ state: 'failed' }, { state: 'settled' }])
    expect(await capturesOf(app, buyer.consumer)).toEqual([2_240])
  })
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  type AutoBuyer,
  automaticOf,
  makeAutoRule,
  makeWalletRule,
  passTime,
  runAutoPurchases,
} from '../../../test/auto-buyer.ts'
import { killBuying, setNextLook } from '../../../test/auto-crash.ts'
import { agePurchase, capturesOf, creditsOf } from '../../../test/buyer.ts'
import { automaticPoints } from '../../../test/crash-points.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { makeInterruptible } from '../../../test/money/mishaps.ts'
import { takenOf } from '../../../test/wallet.ts'
import { reconcilePurchases } from '../payments/reconcile-purchases.ts'
import { buyAutomatically } from './buy-automatically.ts'
import { allowAutoPurchases, holdAutoPurchase, releaseAutoPurchase, stopAutoPurchases } from './index.ts'

let app: TestApp
let dataDir: string

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
  // Without callbacks it is the lanes alone that must find everything.
  for (const provider of ['stripe', 'paypal']) await app.sandbox.control('webhooks', { provider, lose: -1 })
  dataDir = await mkdtemp(join(tmpdir(), 'almanac-wanted-'))
})
afterAll(async () => {
  await app.close()
  await rm(dataDir, { recursive: true, force: true })
})

const recoverProvider = () => fetch(`${app.sandbox.url}/sandbox/control/faults`, { method: 'DELETE' })
afterEach(async () => {
  await recoverProvider()
  await app.deps.db.transact((tx) => allowAutoPurchases(tx))
})

const ways = {
  card: {
    path: '/v1/payment_intents',
    provider: 'stripe',
    make: () => makeAutoRule(app),
    taken: capturesOfBuyer,
  },
  wallet: {
    path: '/v2/checkout/orders',
    provider: 'paypal',
    make: () => makeWalletRule(app),
    taken: takenOfBuyer,
  },
} as const
type Way = keyof typeof ways

function capturesOfBuyer({ consumer }: AutoBuyer) {
  return capturesOf(app, consumer)
}
function takenOfBuyer(buyer: AutoBuyer) {
  return takenOf(app, buyer)
}
const ownerOf = ({ tenant, consumer }: AutoBuyer) => ({ tenantId: tenant.id, consumerId: consumer.id })

/** A purchase whose only attempt so far had no answer, and whether the provider acted all the same. */
async function loseAnswer(
  way: Way,
  kind: 'error_500_before' | 'error_500_after_success',
): Promise<AutoBuyer> {
  const { path, provider, make } = ways[way]
  const buyer = await make()
  await buyer.spend()
  await app.sandbox.control('faults', { provider, kind, times: 1, path })
  await runAutoPurchases(app)
  await recoverProvider()
  expect(await automaticOf(app, buyer)).toMatchObject([{ state: 'started' }])
  return buyer
}

/** What workers do again and again once so many seconds have passed. */
async function workLater(buyer: AutoBuyer, seconds: number): Promise<void> {
  const [purchase] = await automaticOf(app, buyer)
  await agePurchase(app, purchase?.id ?? 0, seconds)
  await setNextLook(app, buyer, `interval '0'`)
  await reconcilePurchases(app.deps)
  await runAutoPurchases(app)
}

type Change = (buyer: AutoBuyer) => Promise<unknown>
const changes: [what: string, change: Change][] = [
  ['the rule was turned off', (buyer) => buyer.toggle(false)],
  ['it was turned off and on', (buyer) => buyer.toggle(false).then(() => buyer.toggle(true))],
  ['a payment is disputed', (buyer) => app.deps.db.transact((tx) => holdAutoPurchase(tx, ownerOf(buyer)))],
  ['all are stopped', () => app.deps.db.transact((tx) => stopAutoPurchases(tx, 'for a test'))],
  ['the package was deleted', (buyer) => buyer.changePackage('deleted_at = now()')],
  ['the package costs less', (buyer) => buyer.changePackage('auto_renew_price_cents = 2000')],
  ['the package costs more', (buyer) => buyer.changePackage('auto_renew_price_cents = 2500')],
  ['the package holds more', (buyer) => buyer.changePackage('number_of_tokens = 30')],
  [
    'the default payment was deleted',
    ({ client, tenant, consumer }) =>
      client.delete(`/v1/customers/${tenant.url}/consumers/${consumer.id}/default-payment`),
  ],
  ['the default payment was replaced', (buyer) => buyer.payWith('pm_card_mastercard')],
  ['the consumer has bought tokens', (buyer) => buyer.buy()],
]

const changesByWay = (['card', 'wallet'] as const).flatMap((way) =>
  changes.map(([what, change]) => [way, what, change] as const),
)

describe('an automatic purchase whose first attempt had no answer', () => {
  test.each(changesByWay)('with a %s is not sent again once %s', async (way, _what, change) => {
    const buyer = await loseAnswer(way, 'error_500_before')
    await change(buyer)
    await workLater(buyer, 10)
    expect(await automaticOf(app, buyer)).toMatchObject([{ state: 'started' }])
    expect(await ways[way].taken(buyer)).not.toContain(2_240)
    await workLater(buyer, 120)
    expect((await automaticOf(app, buyer))[0]).toMatchObject({ state: 'failed', failureCode: 'abandoned' })
  })

  test.each([
    ['card', (buyer: AutoBuyer) => buyer.toggle(false)],
    ['wallet', (buyer: AutoBuyer) => buyer.toggle(false)],
    [
      'wallet',
      (buyer: AutoBuyer) => app.query(`update tenants set deleted_at = now() where id = ${buyer.tenant.id}`),
    ],
  ] as const)('with a %s is credited once if the provider had charged it: %#', async (way, change) => {
    const buyer = await loseAnswer(way, 'error_500_after_success')
    await change(buyer)
    await workLater(buyer, 120)
    expect(await automaticOf(app, buyer)).toMatchObject([{ state: 'settled' }])
    expect(await ways[way].taken(buyer)).toEqual([2_240])
    expect(await creditsOf(app, buyer.consumer)).toEqual([28])
  })

  test('with a wallet is sent again while everything is as it was', async () => {
    const buyer = await loseAnswer('wallet', 'error_500_before')
    await workLater(buyer, 10)
    expect(await automaticOf(app, buyer)).toMatchObject([{ state: 'settled' }])
    expect(await takenOf(app, buyer)).toEqual([2_240])
  })

  test('is made anew once a hold is over, without another debit', async () => {
    const buyer = await loseAnswer('wallet', 'error_500_before')
    await app.deps.db.transact((tx) => holdAutoPurchase(tx, ownerOf(buyer)))
    await workLater(buyer, 120)
    await app.deps.db.transact((tx) => releaseAutoPurchase(tx, ownerOf(buyer)))
    await passTime(app, buyer, 0.2)
    await runAutoPurchases(app)
    expect(await automaticOf(app, buyer)).toMatchObject([{ state: 'failed' }, { state: 'settled' }])
    expect(await takenOf(app, buyer)).toEqual([2_240])
  })
})

describe('turned off after a process was killed', { timeout: 60_000 }, () => {
  const rows = (['card', 'wallet'] as const).flatMap((way) =>
    automaticPoints.map((point) => [way, point] as const),
  )
  const killed = new Map<string, AutoBuyer>()
  beforeAll(async () => {
    for (let first = 0; first < rows.length; first += 4) {
      const some = rows.slice(first, first + 4).map(async ([way, point]) => {
        const buyer = await ways[way].make()
        await buyer.spend()
        await killBuying(app, dataDir, buyer, point)
        killed.set(`${way} ${point}`, buyer)
      })
      await Promise.all(some)
    }
  }, 240_000)

  test.each(rows)(
    'with a %s at %s, nothing is charged that was not, and nothing twice',
    async (way, point) => {
      const buyer = killed.get(`${way} ${point}`)
      if (!buyer) throw new Error(`Nothing was killed at ${point}`)
      const before = await ways[way].taken(buyer)
      await buyer.toggle(false)
      await workLater(buyer, 10)
      await workLater(buyer, 120)
      expect(await ways[way].taken(buyer)).toEqual(before)
      expect(await creditsOf(app, buyer.consumer)).toEqual(before.map(() => 28))
      expect(await automaticOf(app, buyer)).toMatchObject([
        { state: before.length > 0 ? 'settled' : 'failed' },
      ])
    },
  )
})

test.each(changesByWay)(
  'an automatic purchase with a %s is not sent if, since its commit, %s',
  async (way, _what, change) => {
    const buyer = await ways[way].make()
    await buyer.spend()
    const db = makeInterruptible(app.deps.db, {
      trouble: { kind: 'between', commit: 0, act: 'turnOff' },
      calls: 0,
      commits: 0,
      interrupt: () => change(buyer).then(() => undefined),
    })
    await buyAutomatically({ ...app.deps, db }, ownerOf(buyer))
    expect(await automaticOf(app, buyer)).toHaveLength(1)
    expect(await ways[way].taken(buyer)).not.toContain(2_240)
  },
)

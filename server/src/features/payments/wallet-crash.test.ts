import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waysToPay } from '@almanac/contract/payments'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agePurchase, creditsOf } from '../../../test/buyer.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { type Served, serveApp } from '../../../test/serve-app.ts'
import { decideAt, makeWalletBuyer, ordersOf, takenOf, type WalletBuyer } from '../../../test/wallet.ts'
import { OutcomeUnknownError } from '../../platform/errors.ts'
import { checkoutWallet } from './checkout-wallet.ts'
import type { PaymentProvider } from './ports.ts'
import { requireProvider } from './providers.ts'
import { reconcilePurchases } from './reconcile-purchases.ts'

let app: TestApp
let dataDir: string

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
  // Without callbacks it is the lanes alone that must find everything.
  await app.sandbox.control('webhooks', { provider: 'paypal', lose: -1 })
  dataDir = await mkdtemp(join(tmpdir(), 'almanac-wallet-crash-'))
})
afterAll(async () => {
  await app.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** What a person does at the process that dies, and what the provider has taken once it is dead. */
interface Flow {
  ask(served: Served, buyer: WalletBuyer): Promise<Response>
  prepare(buyer: WalletBuyer): Promise<unknown>
}

const orderIds = new Map<number, string>()

const flows = {
  order: {
    prepare: async () => undefined,
    ask: (served, buyer) =>
      served.post(buyer, `${buyer.base}/package/paypal/order`, { packageId: buyer.packageId }, 'a-click'),
  },
  checkout: {
    async prepare(buyer) {
      const { body } = await buyer.order()
      await decideAt(body.approveUrl)
      orderIds.set(buyer.consumer.id, body.id)
    },
    ask: (served, buyer) =>
      served.post(buyer, `${buyer.base}/package/paypal/checkout`, {
        packageId: buyer.packageId,
        orderId: orderIds.get(buyer.consumer.id),
      }),
  },
  'default wallet': {
    prepare: (buyer) => buyer.saveWallet(),
    ask: (served, buyer) =>
      served.post(
        buyer,
        `${buyer.base}/package/purchase/default-payment/paypal`,
        { packageId: buyer.packageId },
        'a-click',
      ),
  },
} as const satisfies Record<string, Flow>

const waits = { state: 'requires_action', taken: [], credits: [] }
const paid = { state: 'settled', taken: [2_520], credits: [28] }

/** Where each is killed, what the provider has taken then, and how it stands once it was looked at. */
const table = [
  ['order', 'purchase.provider-answered', [], waits],
  ['checkout', 'purchase.before-taking', [], paid],
  ['checkout', 'purchase.taken', [2_520], paid],
  ['default wallet', 'purchase.before-call', [], paid],
  ['default wallet', 'purchase.provider-answered', [2_520], paid],
] as const

const atOnce = 2

async function kill(flow: Flow, point: string): Promise<WalletBuyer> {
  const buyer = await makeWalletBuyer(app)
  await flow.prepare(buyer)
  await buyer.client.get('/v1/token-validity')
  const served = await serveApp(app, dataDir, point)
  let answer: Response | undefined
  // On a busy machine the database may have no connection in time: the client is told to come again, and does.
  do answer = await flow.ask(served, buyer).catch(() => undefined)
  while (answer?.status === 503)
  expect(answer).toBeUndefined()
  expect(await served.ended).toBe('SIGKILL')
  // No process that is yet to be killed is to find this purchase, and be killed while it looks after it.
  await app.query(
    `update purchases set next_look_at = next_look_at + interval '1 hour' where consumer_id = ${buyer.consumer.id}`,
  )
  return buyer
}

async function standOf(buyer: WalletBuyer) {
  const rows = await app.query<{ id: number; state: string }>(
    `select id, state from purchases where consumer_id = ${buyer.consumer.id}`,
  )
  expect(rows).toHaveLength(1)
  return rows[0] as { id: number; state: string }
}

test('what is taken again because its answer was lost is taken under the same key', async () => {
  const buyer = await makeWalletBuyer(app)
  const { body } = await buyer.order()
  await decideAt(body.approveUrl)
  const keys: string[] = []
  const provider: PaymentProvider = {
    ...requireProvider(app.deps, waysToPay.paypal.provider),
    async advance({ idempotencyKey }) {
      keys.push(idempotencyKey)
      throw new OutcomeUnknownError('lost')
    },
  }
  const deps = { ...app.deps, providers: { ...app.deps.providers, [provider.name]: provider } }
  const { tenantId, id: consumerId } = buyer.consumer
  const order = { tenantId, consumerId, orderId: body.id as string, packageId: buyer.packageId }
  for (let time = 0; time < 2; time++) {
    await expect(checkoutWallet(deps, order)).rejects.toMatchObject({ code: 'payment_pending' })
  }
  expect(keys).toHaveLength(2)
  expect(keys[1]).toBe(keys[0])
})

describe('a process killed', { timeout: 60_000 }, () => {
  const killed = new Map<string, WalletBuyer>()
  beforeAll(async () => {
    for (let first = 0; first < table.length; first += atOnce) {
      const some = table.slice(first, first + atOnce).map(async ([name, point]) => {
        killed.set(`${name} ${point}`, await kill(flows[name], point))
      })
      await Promise.all(some)
    }
  }, 150_000)

  test.each(table)('in %s at %s takes and credits once', async (name, point, takenThen, expected) => {
    const buyer = killed.get(`${name} ${point}`)
    if (!buyer) throw new Error(`Nothing was killed at ${point}`)
    expect(await takenOf(app, buyer)).toEqual(takenThen)
    await agePurchase(app, (await standOf(buyer)).id, 10)
    await reconcilePurchases(app.deps)
    await reconcilePurchases(app.deps)
    expect({
      state: (await standOf(buyer)).state,
      taken: await takenOf(app, buyer),
      credits: await creditsOf(app, buyer.consumer),
    }).toEqual(expected)
    expect(await ordersOf(app, buyer)).toHaveLength(1)
  })
})

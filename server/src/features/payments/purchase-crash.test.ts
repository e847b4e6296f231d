import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agePurchase, type Buyer, capturesOf, creditsOf, makeBuyer } from '../../../test/buyer.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { type Served, serveApp } from '../../../test/serve-app.ts'

let app: TestApp
let dataDir: string

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
  // Without callbacks it is the reconciler alone that must find everything.
  await app.sandbox.control('webhooks', { provider: 'stripe', lose: -1 })
  dataDir = await mkdtemp(join(tmpdir(), 'almanac-crash-'))
})
afterAll(async () => {
  await app.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** Buys at another process than the one the buyer signed in at; both share database and secrets. */
function buyAt(served: Served, buyer: Buyer): Promise<Response> {
  const { tenant, consumer, packageId } = buyer
  const path = `/v1/customers/${tenant.url}/consumers/${consumer.id}/package/purchase/stripe`
  const body = { paymentId: 'pm_card_visa', packageId, saveCardAsDefault: true }
  return served.post(buyer, path, body, 'the-one-click')
}

interface Crash {
  buyer: Buyer
  purchaseId: number
  /** What the kill left: the purchase's state, and what the provider took, in cents. */
  state: string
  captures: number[]
}

/** Buys, and is killed at the point while doing so. */
async function crashWhileBuying(point: string): Promise<Crash> {
  const buyer = await makeBuyer(app)
  await buyer.client.get('/v1/token-validity')
  const served = await serveApp(app, dataDir, point)
  let answer: Response | undefined
  // On a busy machine the database may have no connection in time: the client is told to come again, and does.
  do answer = await buyAt(served, buyer).catch(() => undefined)
  while (answer?.status === 503)
  expect(answer).toBeUndefined()
  expect(await served.ended).toBe('SIGKILL')
  const { id: purchaseId, state } = await onlyPurchase(buyer)
  // No process that is yet to be killed is to find this purchase, and be killed while it looks after it.
  await app.query(
    `update purchases set next_look_at = next_look_at + interval '1 hour' where id = ${purchaseId}`,
  )
  return { buyer, purchaseId, state, captures: await capturesOf(app, buyer.consumer) }
}

async function onlyPurchase(buyer: Buyer): Promise<{ id: number; state: string }> {
  const rows = await app.query<{ id: number; state: string }>(
    `select id, state from purchases where consumer_id = ${buyer.consumer.id}`,
  )
  expect(rows).toHaveLength(1)
  return rows[0] as { id: number; state: string }
}

const paid = ['purchase.provider-answered', 'purchase.in-transaction', 'purchase.committed']
const points = ['purchase.before-call', ...paid]

/** For each point one process that is killed there, all at the same time, and then one that is started again. */
function crashAtEachPoint(afterCrashes: (crash: Crash, point: string) => Promise<void> = async () => {}) {
  const crashes = new Map<string, Crash>()
  let served: Served | undefined

  beforeAll(async () => {
    await Promise.all(points.map(async (point) => crashes.set(point, await crashWhileBuying(point))))
    for (const [point, crash] of crashes) await afterCrashes(crash, point)
    served = await serveApp(app, dataDir)
  }, 150_000)
  afterAll(() => served?.stop())

  return (point: string) => {
    const crash = crashes.get(point)
    if (!crash || !served) throw new Error(`Nothing was killed at ${point}`)
    return { ...crash, served }
  }
}

describe('a process killed', { timeout: 70_000 }, () => {
  const killedAt = crashAtEachPoint(({ purchaseId }, point) =>
    agePurchase(app, purchaseId, paid.includes(point) ? 10 : 100),
  )

  async function expectState(buyer: Buyer, state: string): Promise<void> {
    const stateOf = async () => (await onlyPurchase(buyer)).state
    await expect.poll(stateOf, { timeout: 60_000, interval: 200 }).toBe(state)
  }

  test.each(paid)('at %s has charged once and, started again, credits once', async (point) => {
    const { buyer, state, captures } = killedAt(point)
    expect(captures).toEqual([2_520])
    expect(state).toBe(point === 'purchase.committed' ? 'settled' : 'started')
    await expectState(buyer, 'settled')
    expect(await capturesOf(app, buyer.consumer)).toEqual([2_520])
    expect(await creditsOf(app, buyer.consumer)).toEqual([28])
    const letters = await app.query(
      `select id from outbox_messages where recipient = '${buyer.consumer.email}'`,
    )
    expect(letters).toHaveLength(1)
  })

  test('before the call has charged nothing; the purchase is given up once no charge can be on its way', async () => {
    const { buyer, state, captures } = killedAt('purchase.before-call')
    expect(captures).toEqual([])
    expect(state).toBe('started')
    await expectState(buyer, 'failed')
    expect(await capturesOf(app, buyer.consumer)).toEqual([])
    expect(await creditsOf(app, buyer.consumer)).toEqual([])
  })
})

describe('a process killed', () => {
  const killedAt = crashAtEachPoint()

  test.each(points)(
    'at %s and asked again under the same key has charged once and credited once',
    async (point) => {
      const { buyer, served } = killedAt(point)
      const answers = [await buyAt(served, buyer), await buyAt(served, buyer)]
      expect(answers.map(({ status }) => status)).toEqual([201, 201])
      expect(await answers[0]?.json()).toMatchObject({ tokenBalance: 28, message: 'Payment is successful' })
      expect(await capturesOf(app, buyer.consumer)).toEqual([2_520])
      expect(await creditsOf(app, buyer.consumer)).toEqual([28])
    },
  )
})

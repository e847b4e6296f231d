import { waysToPay } from '@almanac/contract/payments'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { answerChallenge, type Buyer, capturesOf, creditsOf, makeBuyer } from '../../../test/buyer.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { intentsOf } from '../../../test/provider.ts'
import { failureOf } from './declines.ts'
import type { PaymentDeps } from './deps.ts'
import { openPurchasesMax } from './open-purchases.ts'
import { markAbandoned, markFailed, markOpen, type Purchase } from './purchase-store.ts'
import { startPurchase } from './start-purchase.ts'

let app: TestApp
let second: TestApp
/** Two servers on one database. */
let servers: readonly PaymentDeps[]

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
  second = await startTestApp({ databaseOf: app })
  servers = [app.deps, { ...second.deps, providers: app.deps.providers }]
})
afterAll(async () => {
  await second.close()
  await app.close()
})
const endFaults = () => fetch(`${app.sandbox.url}/sandbox/control/faults`, { method: 'DELETE' })
afterEach(endFaults)

const challenged = { paymentId: 'pm_card_authenticationRequired' }

/** Begins so many purchases at once, at both servers in turn. */
function startAtOnce(buyer: Buyer, count: number): Promise<PromiseSettledResult<Purchase>[]> {
  return Promise.allSettled(
    Array.from({ length: count }, (_, index) => startOnly(buyer, { at: servers[index % 2] as PaymentDeps })),
  )
}

/** A purchase of which the provider has not been told: how it ends nobody knows yet. */
function startOnly(
  buyer: Buyer,
  { at = app.deps, key }: { at?: PaymentDeps; key?: string } = {},
): Promise<Purchase> {
  return startPurchase(at, {
    tenantId: buyer.tenant.id,
    consumerId: buyer.consumer.id,
    packageId: buyer.packageId,
    with: waysToPay.card,
    chooseMethod: async () => 'pm_card_visa',
    isSavedAsDefault: false,
    idempotencyKey: key,
    request: {},
  })
}

function ownPath(buyer: Buyer, rest: string): string {
  return `/v1/customers/${buyer.tenant.url}/consumers/${buyer.consumer.id}/purchases/${rest}`
}
const listOpen = async (buyer: Buyer) => (await buyer.client.get(ownPath(buyer, 'open'))).body.purchases
const cancel = (buyer: Buyer, id: number) => buyer.client.put(ownPath(buyer, `${id}/cancel`))

async function statesOf({ consumer }: Buyer): Promise<string[]> {
  const rows = await app.query<{ state: string }>(
    `select state from purchases where consumer_id = ${consumer.id} order by id`,
  )
  return rows.map(({ state }) => state)
}

/** How the provider sees a consumer's charges, oldest first. */
async function intentStatesOf({ consumer }: Buyer): Promise<string[]> {
  return (await intentsOf(app, consumer)).map(({ status }) => status)
}

/** Cancelling fails at the provider, however often it is tried, until `endFaults`. */
async function failCancelling(): Promise<void> {
  const fault = { provider: 'stripe', kind: 'error_500_before', times: 100, path: '/cancel' }
  await app.sandbox.control('faults', fault)
}

describe('open purchases', () => {
  test('are listed at the price agreed on, oldest first, until they have ended', async () => {
    const buyer = await makeBuyer(app, { priceCents: 2_520, numberOfTokens: 28 })
    expect(await listOpen(buyer)).toEqual([])
    const started = await startOnly(buyer)
    const { body } = await buyer.buy(challenged)
    await app.query(
      `update packages set price_cents = 99900, number_of_tokens = 1 where id = ${buyer.packageId}`,
    )
    const common = {
      packageId: buyer.packageId,
      packageName: expect.stringMatching(/^Package /),
      price: 25.2,
      numberOfTokens: 28,
      paymentMethod: 'Stripe',
      approveUrl: null,
      createdAt: expect.stringMatching(/Z$/),
    }
    expect(await listOpen(buyer)).toEqual([
      { ...common, purchaseId: started.id, state: 'started' },
      { ...common, purchaseId: body.purchaseId, state: 'requires_action' },
    ])
    await answerChallenge(app, body.clientSecret, 'approve')
    await buyer.buy({ ...challenged, purchaseId: body.purchaseId })
    expect(await listOpen(buyer)).toMatchObject([{ purchaseId: started.id }])
  })

  test('are those of the consumer alone', async () => {
    const buyer = await makeBuyer(app)
    const neighbour = await makeBuyer(app, { tenant: buyer.tenant })
    const { body } = await buyer.buy(challenged)
    expect(await listOpen(neighbour)).toEqual([])
    expect((await neighbour.client.get(ownPath(buyer, 'open'))).status).toBe(404)
    expect((await cancel(neighbour, body.purchaseId)).status).toBe(404)
    expect((await cancel(neighbour, 2_000_000_000)).status).toBe(404)
    expect(await statesOf(buyer)).toEqual(['requires_action'])
  })

  test.each([
    [
      'waits for the bank',
      (id: number) => {
        const asked = { providerPaymentId: `pi_${id}`, nextStep: null, failureCode: null }
        return markOpen(app.deps.db.reader, id, asked, 'requires_action')
      },
    ],
    ['failed', (id: number) => markFailed(app.deps.db.reader, id, failureOf('expired'), null)],
    [
      'was given up',
      (id: number) =>
        markAbandoned(app.deps.db.reader, id, failureOf('abandoned'), { quiet: 0, untilLook: 3_600 }),
    ],
  ])('are asked for again where one %s', async (_what, change) => {
    const buyer = await makeBuyer(app)
    const { id } = await startOnly(buyer)
    const told = new Promise<void>((resolve) => {
      const stop = app.deps.wakeups.onChange(({ topic, tenantId, userId }) => {
        if (topic !== 'balance' || tenantId !== buyer.tenant.id || userId !== buyer.consumer.id) return
        stop()
        resolve()
      })
    })
    await change(id)
    await told
  })
})

describe('with three purchases open', () => {
  test('the next is refused with the one to wait for, and nothing of it is stored or charged', async () => {
    const buyer = await makeBuyer(app, { priceCents: 2_520 })
    const [oldest] = [
      await startOnly(buyer),
      await startOnly(buyer),
      await startOnly(buyer, { key: 'third' }),
    ]
    const refused = await buyer.buy({}, 'key')
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({
      code: 'purchase_open',
      message: expect.stringContaining(
        `whether your payment of $25.20 for ${oldest?.packageName} went through`,
      ),
      purchaseId: oldest?.id,
      packageName: oldest?.packageName,
      price: 25.2,
      state: 'started',
    })
    expect(await statesOf(buyer)).toEqual(['started', 'started', 'started'])
    // A repeated key is no further purchase, and that of the refused one is not used up.
    expect((await startOnly(buyer, { key: 'third' })).idempotencyKey).toBe('third')
    await markFailed(app.deps.db.reader, oldest?.id ?? 0, failureOf('abandoned'), null)
    expect((await buyer.buy({}, 'key')).status).toBe(201)
    expect((await (await makeBuyer(app, { tenant: buyer.tenant })).buy()).status).toBe(201)
  })

  test('of another account of the provider, which the present keys can not ask, the next is made all the same', async () => {
    const buyer = await makeBuyer(app)
    const elsewhere = [await startOnly(buyer), await startOnly(buyer), await startOnly(buyer)]
    const [first] = elsewhere
    await app.query(
      `update purchases set provider_account = 'another' where consumer_id = ${buyer.consumer.id};
       update purchases set state = 'requires_action', provider_payment_id = 'pi_elsewhere' where id = ${first?.id}`,
    )
    expect(await listOpen(buyer)).toEqual([])
    expect((await buyer.buy()).status).toBe(201)
    expect(await statesOf(buyer)).toEqual(['requires_action', 'started', 'started', 'settled'])
  })

  test('there is never a fourth, however many are begun at once at two servers', async () => {
    const buyer = await makeBuyer(app)
    const begun = await startAtOnce(buyer, 30)
    expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(openPurchasesMax)
    for (const one of begun) {
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'purchase_open' })
    }
    expect(await statesOf(buyer)).toEqual(['started', 'started', 'started'])
  })
})

describe('a challenge left unanswered', () => {
  test('is cancelled at the provider before a new purchase is charged', async () => {
    const buyer = await makeBuyer(app)
    const { body } = await buyer.buy(challenged)
    expect((await buyer.buy()).status).toBe(201)
    expect(await statesOf(buyer)).toEqual(['failed', 'settled'])
    expect(await intentStatesOf(buyer)).toEqual(['canceled', 'succeeded'])
    await answerChallenge(app, body.clientSecret, 'approve')
    const resumed = await buyer.buy({ ...challenged, purchaseId: body.purchaseId })
    expect(resumed.body).toMatchObject({
      code: 'payment_failed',
      message: expect.stringContaining('Nothing was'),
    })
    expect(await capturesOf(app, buyer.consumer)).toHaveLength(1)
    expect(await creditsOf(app, buyer.consumer)).toHaveLength(1)
  })

  test('stays where the new purchase is refused anyway', async () => {
    const buyer = await makeBuyer(app)
    await buyer.buy(challenged, 'challenged')
    expect((await buyer.buy({ expectedPrice: 1 })).body.code).toBe('price_changed')
    expect((await buyer.buyWithDefault()).body.code).toBe('no_default_payment')
    expect((await buyer.buy(challenged, 'challenged')).body.requiresAction).toBe(true)
    expect(await statesOf(buyer)).toEqual(['requires_action'])
  })

  test('and paid after all is settled, and nothing else is charged', async () => {
    const buyer = await makeBuyer(app, { priceCents: 2_520, numberOfTokens: 28 })
    const { body } = await buyer.buy(challenged)
    await answerChallenge(app, body.clientSecret, 'approve')
    const refused = await buyer.buy({}, 'key')
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({
      code: 'earlier_purchase_paid',
      message: expect.stringMatching(
        /^Your earlier payment of \$25\.20 for Package .+ 28 tokens\. Nothing more/,
      ),
      purchaseId: body.purchaseId,
      price: 25.2,
      numberOfTokens: 28,
    })
    expect(await statesOf(buyer)).toEqual(['settled'])
    expect(await capturesOf(app, buyer.consumer)).toEqual([2_520])
    expect(await creditsOf(app, buyer.consumer)).toEqual([28])
    expect((await buyer.buy({}, 'key')).status).toBe(201)
  })

  test('that can not be cancelled for now keeps the new purchase from being made', async () => {
    const buyer = await makeBuyer(app)
    await buyer.buy(challenged)
    await failCancelling()
    const refused = await buyer.buy({}, 'key')
    expect(refused.status).toBe(503)
    expect(refused.body.code).toBe('provider_unavailable')
    expect(await statesOf(buyer)).toEqual(['requires_action'])
    await endFaults()
    expect((await buyer.buy({}, 'key')).status).toBe(201)
    expect(await intentStatesOf(buyer)).toEqual(['canceled', 'succeeded'])
  })

  test('is given up once, however many purchases are begun at once at two servers', async () => {
    const buyer = await makeBuyer(app)
    await buyer.buy(challenged)
    const begun = await startAtOnce(buyer, 8)
    expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(openPurchasesMax)
    expect(await statesOf(buyer)).toEqual(['failed', 'started', 'started', 'started'])
    expect(await intentStatesOf(buyer)).toEqual(['canceled'])
  })
})

describe('cancelling', () => {
  test('a challenge ends it at the provider too; again it answers the same', async () => {
    const buyer = await makeBuyer(app)
    const { body } = await buyer.buy(challenged)
    const canceled = await cancel(buyer, body.purchaseId)
    expect(canceled.status).toBe(200)
    expect(canceled.body).toEqual({
      isPaid: false,
      purchaseId: body.purchaseId,
      message: 'The payment was canceled. Nothing was charged.',
    })
    expect((await cancel(buyer, body.purchaseId)).body).toEqual(canceled.body)
    expect(await intentStatesOf(buyer)).toEqual(['canceled'])
    expect(await statesOf(buyer)).toEqual(['failed'])
    expect(await listOpen(buyer)).toEqual([])
  })

  test('what was paid after all settles it and answers so', async () => {
    const buyer = await makeBuyer(app, { numberOfTokens: 28 })
    const { body } = await buyer.buy(challenged)
    await answerChallenge(app, body.clientSecret, 'approve')
    const answer = await cancel(buyer, body.purchaseId)
    expect(answer.body).toEqual({
      isPaid: true,
      purchaseId: body.purchaseId,
      tokenBalance: 28,
      message: 'Payment is successful',
    })
    expect((await cancel(buyer, body.purchaseId)).body).toEqual(answer.body)
    expect(await creditsOf(app, buyer.consumer)).toEqual([28])
  })

  test('what has failed says why', async () => {
    const buyer = await makeBuyer(app)
    const { body } = await buyer.buy(challenged)
    await answerChallenge(app, body.clientSecret, 'fail')
    const refused = await buyer.buy({ ...challenged, purchaseId: body.purchaseId })
    const answer = await cancel(buyer, body.purchaseId)
    expect(answer.body).toMatchObject({ isPaid: false, message: refused.body.message })
    expect(answer.body.message).toContain('was not confirmed with your bank')
  })

  test('what nobody knows the fate of is not possible', async () => {
    const buyer = await makeBuyer(app)
    const { id } = await startOnly(buyer)
    const answer = await cancel(buyer, id)
    expect(answer.status).toBe(409)
    expect(answer.body.code).toBe('payment_pending')
    expect(await statesOf(buyer)).toEqual(['started'])
  })

  test('what the provider knows although its answer was lost is possible', async () => {
    const buyer = await makeBuyer(app)
    const { body } = await buyer.buy(challenged)
    await app.query(
      `update purchases set state = 'started', provider_payment_id = null where id = ${body.purchaseId}`,
    )
    expect((await cancel(buyer, body.purchaseId)).body.isPaid).toBe(false)
    expect(await intentStatesOf(buyer)).toEqual(['canceled'])
  })

  test('while the provider is away says so and changes nothing', async () => {
    const buyer = await makeBuyer(app)
    const { body } = await buyer.buy(challenged)
    await failCancelling()
    expect((await cancel(buyer, body.purchaseId)).body.code).toBe('provider_unavailable')
    expect(await statesOf(buyer)).toEqual(['requires_action'])
    await endFaults()
    expect((await cancel(buyer, body.purchaseId)).body.isPaid).toBe(false)
  })
})

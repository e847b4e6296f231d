import { waysToPay } from '@almanac/contract/payments'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Buyer, makeBuyer } from '../../../test/buyer.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { customerOf } from '../../../test/provider.ts'
import { chargePurchase } from './charge-purchase.ts'
import type { Purchase } from './purchase-store.ts'
import { startPurchase } from './start-purchase.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
})
afterAll(() => app.close())
afterEach(() => fetch(`${app.sandbox.url}/sandbox/control/faults`, { method: 'DELETE' }))

const limit = 20
const burst = 80

interface Tried {
  customer: string
}

/** What the provider was asked to charge or to set up for a consumer. */
async function triedOf(buyer: Buyer): Promise<{ charges: number; setups: number }> {
  const customer = await customerOf(app, buyer.consumer)
  const response = await fetch(`${app.sandbox.url}/sandbox/control/state`)
  const { data } = (await response.json()) as {
    data: { stripe: { paymentIntents: Tried[]; setupIntents: Tried[] } }
  }
  const own = (rows: Tried[]) => rows.filter((row) => row.customer === customer).length
  return { charges: own(data.stripe.paymentIntents), setups: own(data.stripe.setupIntents) }
}

async function countOf(buyer: Buyer): Promise<number> {
  const [row] = await app.query<{ count: number }>(
    `select count from rate_counters where key = 'card-declines:${buyer.consumer.id}'`,
  )
  return row?.count ?? 0
}

function start(buyer: Buyer, paymentId: string): Promise<Purchase> {
  return startPurchase(app.deps, {
    tenantId: buyer.tenant.id,
    consumerId: buyer.consumer.id,
    packageId: buyer.packageId,
    with: waysToPay.card,
    chooseMethod: async () => paymentId,
    isSavedAsDefault: false,
    idempotencyKey: undefined,
    request: {},
  })
}

const codeOf = (error: { code?: string }) => error.code ?? 'none'

describe(`of ${burst} cards tried at once`, () => {
  test(`no more than ${limit} reach the provider for purchases; the others say so and have ended`, async () => {
    const buyer = await makeBuyer(app)
    await buyer.client.post(`/v1/customers/${buyer.tenant.url}/default-payment/stripe`, {
      paymentId: 'pm_card_visa',
    })
    const purchases: Purchase[] = []
    // Rows first, so that all of them are at the provider's door at the same moment.
    for (let count = 0; count < burst; count++) {
      purchases.push(await start(buyer, 'pm_card_chargeDeclined'))
      await app.query(`update purchases set state = 'failed' where id = ${purchases.at(-1)?.id}`)
    }
    await app.query(`update purchases set state = 'started' where consumer_id = ${buyer.consumer.id}`)
    const ends = await Promise.all(
      purchases.map((purchase) =>
        chargePurchase(app.deps, purchase).then(({ purchase: { state } }) => state, codeOf),
      ),
    )
    expect((await triedOf(buyer)).charges).toBe(limit)
    expect(ends.filter((end) => end === 'failed')).toHaveLength(limit)
    expect(ends.filter((end) => end === 'rate_limited')).toHaveLength(burst - limit)
    expect(
      await app.query(
        `select failure_code, count(*)::int from purchases where consumer_id = ${buyer.consumer.id} and state = 'failed'
         group by failure_code order by count`,
      ),
    ).toEqual([
      { failureCode: 'generic_decline', count: limit },
      { failureCode: 'too_many_declines', count: burst - limit },
    ])
  })

  test(`no more than ${limit} reach the provider to be saved`, async () => {
    const buyer = await makeBuyer(app)
    const url = `/v1/customers/${buyer.tenant.url}/default-payment/stripe`
    const save = () => buyer.client.post(url, { paymentId: 'pm_card_chargeDeclined' })
    const answers = await Promise.all(Array.from({ length: burst }, save))
    expect((await triedOf(buyer)).setups).toBe(limit)
    const count = (status: number) => answers.filter((answer) => answer.status === status).length
    expect({ declined: count(402), refused: count(429) }).toEqual({ declined: limit, refused: burst - limit })
  })
})

describe('of the hour’s declines nothing is used up by', () => {
  test('a card that is accepted, saved, or asks for a challenge', async () => {
    const buyer = await makeBuyer(app)
    const url = `/v1/customers/${buyer.tenant.url}/default-payment/stripe`
    expect((await buyer.buy()).status).toBe(201)
    expect((await buyer.buy({ paymentId: 'pm_card_authenticationRequired' })).status).toBe(201)
    expect((await buyer.client.post(url, { paymentId: 'pm_card_visa' })).status).toBe(201)
    expect(await countOf(buyer)).toBe(0)
  })

  test('a provider that does not answer', async () => {
    const buyer = await makeBuyer(app)
    const fault = { provider: 'stripe', kind: 'error_500_before', times: 3, path: '/v1/payment_intents' }
    await app.sandbox.control('faults', fault)
    expect((await buyer.buy()).body.code).toBe('payment_pending')
    expect(await countOf(buyer)).toBe(0)
  })

  test('but by each decline one', async () => {
    const buyer = await makeBuyer(app)
    await buyer.buy({ paymentId: 'pm_card_chargeDeclined' })
    await buyer.client.post(`/v1/customers/${buyer.tenant.url}/default-payment/stripe`, {
      paymentId: 'pm_card_chargeDeclined',
    })
    expect(await countOf(buyer)).toBe(2)
  })
})

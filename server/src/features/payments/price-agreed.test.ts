import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerChallenge, type Buyer, capturesOf, creditsOf, makeBuyer } from '../../../test/buyer.ts'
import type { TestResponse } from '../../../test/client.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
})
afterAll(() => app.close())

interface Offer {
  priceCents: number
  numberOfTokens: number
}

function setOffer({ packageId }: Buyer, { priceCents, numberOfTokens }: Offer) {
  return app.query(
    `update packages set price_cents = ${priceCents}, number_of_tokens = ${numberOfTokens} where id = ${packageId}`,
  )
}

function deletePackage({ packageId }: Buyer) {
  return app.query(`update packages set deleted_at = now() where id = ${packageId}`)
}

async function saveDefaultCard({ client, tenant }: Buyer): Promise<void> {
  const saved = await client.post(`/v1/customers/${tenant.url}/default-payment/stripe`, {
    paymentId: 'pm_card_visa',
  })
  expect(saved.status).toBe(201)
}

async function purchaseCount({ consumer }: Buyer): Promise<number> {
  return (await app.query(`select id from purchases where consumer_id = ${consumer.id}`)).length
}

const ways = ['card', 'default card'] as const
type Way = (typeof ways)[number]

function buyBy(buyer: Buyer, way: Way, body: object, key?: string): Promise<TestResponse> {
  return way === 'card' ? buyer.buy({ ...body }, key) : buyer.buyWithDefault({ ...body }, key)
}

const shown = { expectedPrice: 25.2, expectedTokens: 28 }

describe.each(ways)('what was shown, paid with the %s,', (way) => {
  async function makeCustomer(): Promise<Buyer> {
    const buyer = await makeBuyer(app, { priceCents: 2_520, numberOfTokens: 28 })
    await saveDefaultCard(buyer)
    return buyer
  }

  test('is what is charged and credited', async () => {
    const buyer = await makeCustomer()
    expect((await buyBy(buyer, way, shown)).status).toBe(201)
    expect(await capturesOf(app, buyer.consumer)).toEqual([2_520])
    expect(await creditsOf(app, buyer.consumer)).toEqual([28])
  })

  test.each([
    ['a higher price', { priceCents: 99_000, numberOfTokens: 28 }, shown],
    ['a lower price', { priceCents: 2_519, numberOfTokens: 28 }, shown],
    ['fewer tokens', { priceCents: 2_520, numberOfTokens: 27 }, shown],
    [
      'another price, and only that was said',
      { priceCents: 99_000, numberOfTokens: 28 },
      { expectedPrice: 25.2 },
    ],
    [
      'other tokens, and only they were said',
      { priceCents: 2_520, numberOfTokens: 1 },
      { expectedTokens: 28 },
    ],
  ])(
    'is refused where there is %s now, with that, and nothing is stored or charged',
    async (_what, now, said) => {
      const buyer = await makeCustomer()
      await setOffer(buyer, now)
      const refused = await buyBy(buyer, way, said, 'key')
      expect(refused.status).toBe(409)
      expect(refused.body).toEqual({
        code: 'price_changed',
        message: expect.stringContaining('Nothing was charged'),
        requestId: expect.any(String),
        price: now.priceCents / 100,
        numberOfTokens: now.numberOfTokens,
      })
      expect(await purchaseCount(buyer)).toBe(0)
      expect(await capturesOf(app, buyer.consumer)).toEqual([])
      // The key is not used up by what was refused.
      const agreed = { expectedPrice: refused.body.price, expectedTokens: refused.body.numberOfTokens }
      expect((await buyBy(buyer, way, agreed, 'key')).status).toBe(201)
      expect(await capturesOf(app, buyer.consumer)).toEqual([now.priceCents])
      expect(await creditsOf(app, buyer.consumer)).toEqual([now.numberOfTokens])
    },
  )

  test('is part of the request that a key stands for', async () => {
    const buyer = await makeCustomer()
    await buyBy(buyer, way, shown, 'key')
    for (const other of [{}, { ...shown, expectedPrice: 25 }, { ...shown, expectedTokens: 27 }]) {
      expect((await buyBy(buyer, way, other, 'key')).body.code).toBe('idempotency_mismatch')
    }
    expect(await purchaseCount(buyer)).toBe(1)
  })

  test('stays what was agreed for a repeated key, whatever the price is now', async () => {
    const buyer = await makeCustomer()
    const first = await buyBy(buyer, way, shown, 'key')
    await setOffer(buyer, { priceCents: 99_000, numberOfTokens: 1 })
    expect((await buyBy(buyer, way, shown, 'key')).body).toEqual(first.body)
    expect(await capturesOf(app, buyer.consumer)).toEqual([2_520])
  })

  test('is no matter where the package is no longer sold', async () => {
    const buyer = await makeCustomer()
    await setOffer(buyer, { priceCents: 99_000, numberOfTokens: 1 })
    await deletePackage(buyer)
    expect((await buyBy(buyer, way, shown)).body.code).toBe('package_not_on_sale')
  })
})

test('a purchase that goes on after the bank’s challenge is charged what was agreed before it', async () => {
  const buyer = await makeBuyer(app, { priceCents: 2_520, numberOfTokens: 28 })
  const paymentId = 'pm_card_authenticationRequired'
  const { body } = await buyer.buy({ paymentId, ...shown })
  await setOffer(buyer, { priceCents: 99_000, numberOfTokens: 1 })
  await answerChallenge(app, body.clientSecret, 'approve')
  const done = await buyer.buy({ paymentId, purchaseId: body.purchaseId, ...shown })
  expect(done.status).toBe(201)
  expect(await capturesOf(app, buyer.consumer)).toEqual([2_520])
  expect(await creditsOf(app, buyer.consumer)).toEqual([28])
})

test('prices that change at random around a hundred purchases: never a cent or token other than shown', async () => {
  const seed = Number(process.env.PRICES_SEED ?? randomInt(2 ** 31))
  const tills = await Promise.all(Array.from({ length: buyersAtOnce }, openTill))
  const rounds = fc.array(interleaving, { minLength: buyersAtOnce, maxLength: buyersAtOnce })
  await fc.assert(
    fc.asyncProperty(rounds, async (round) => {
      await Promise.all(round.map((one, index) => play(tills[index] as Till, one)))
    }),
    // The seed repeats the choices; the order in which statements meet is the machine's own.
    { seed, numRuns: 96 / buyersAtOnce, endOnFailure: true },
  )
  for (const { buyer, agreed } of tills) {
    const cents = agreed.map(({ priceCents }) => priceCents)
    const tokens = agreed.map(({ numberOfTokens }) => numberOfTokens)
    const [captures, credits] = [await capturesOf(app, buyer.consumer), await creditsOf(app, buyer.consumer)]
    expect(captures.sort(upwards), `PRICES_SEED=${seed}`).toEqual(cents.sort(upwards))
    expect(credits.sort(upwards), `PRICES_SEED=${seed}`).toEqual(tokens.sort(upwards))
  }
  // Otherwise nothing was shown: both must have happened often.
  expect(tills.reduce((sum, { agreed }) => sum + agreed.length, 0)).toBeGreaterThan(48)
  expect(tills.reduce((sum, { refusedCount }) => sum + refusedCount, 0)).toBeGreaterThan(15)
}, 180_000)

const buyersAtOnce = 8
const upwards = (one: number, other: number) => one - other

/** Time in round trips to the database: what meets what is the same on a slow machine. */
const roundTrips = fc.integer({ min: 0, max: 12 })
async function pass(count: number): Promise<void> {
  for (let past = 0; past < count; past++) await app.query('select 1')
}

const offer = fc.record({
  priceCents: fc.integer({ min: 50, max: 99_999 }),
  numberOfTokens: fc.integer({ min: 1, max: 900 }),
})
const interleaving = fc.record({
  changes: fc.array(fc.record({ offer, after: roundTrips }), { minLength: 1, maxLength: 3 }),
  clicks: fc.array(fc.record({ way: fc.constantFrom(...ways), after: roundTrips }), {
    minLength: 1,
    maxLength: 2,
  }),
  /** Whether who was refused clicks again, at the price that is shown then. */
  goesOn: fc.boolean(),
})
type Interleaving = typeof interleaving extends fc.Arbitrary<infer Value> ? Value : never

/** One buyer, and what was agreed with each purchase that went through. */
interface Till {
  buyer: Buyer
  agreed: Offer[]
  refusedCount: number
  clicks: number
}

async function openTill(): Promise<Till> {
  const buyer = await makeBuyer(app)
  await saveDefaultCard(buyer)
  return { buyer, agreed: [], refusedCount: 0, clicks: 0 }
}

async function readOffer({ client, tenant, consumer, packageId }: Buyer): Promise<Offer> {
  const { body } = await client.get(`/v1/customers/${tenant.url}/consumers/${consumer.id}/packages`)
  const found = body.packages.find(({ id }: { id: number }) => id === packageId)
  return { priceCents: Math.round(found.price * 100), numberOfTokens: found.numberOfTokens }
}

/** Clicks what is on screen while the price changes behind it; what was refused is agreed to anew under its key. */
async function play(till: Till, { changes, clicks, goesOn }: Interleaving): Promise<void> {
  const { buyer } = till
  const onScreen = await readOffer(buyer)
  const known = [onScreen, ...changes.map(({ offer: changed }) => changed)]
  const changing = changes.map(async (change) => {
    await pass(change.after)
    await setOffer(buyer, change.offer)
  })
  const buying = clicks.map(async (click) => {
    const key = `click-${till.clicks++}`
    await pass(click.after)
    return (await clickAs(till, click.way, onScreen, known, key)) ? null : { way: click.way, key }
  })
  const [refused] = await Promise.all([Promise.all(buying), Promise.all(changing)])
  for (const click of refused) {
    if (click && goesOn)
      expect(await clickAs(till, click.way, await readOffer(buyer), known, click.key)).toBe(true)
  }
}

/** False where the price had changed; the answer names one that the package had, and not the one shown. */
async function clickAs(till: Till, way: Way, onScreen: Offer, known: Offer[], key: string): Promise<boolean> {
  const expected = {
    expectedPrice: onScreen.priceCents / 100,
    expectedTokens: onScreen.numberOfTokens,
  }
  const { status, body } = await buyBy(till.buyer, way, expected, key)
  if (status === 201) {
    till.agreed.push(onScreen)
    return true
  }
  expect(body).toMatchObject({ code: 'price_changed' })
  const now = { priceCents: Math.round(body.price * 100), numberOfTokens: body.numberOfTokens }
  expect(known).toContainEqual(now)
  expect(now).not.toEqual(onScreen)
  till.refusedCount++
  return false
}

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Buyer, capturesOf, creditsOf, makeBuyer } from '../../../test/buyer.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'

/** The provider takes few calls a second, as it does of a test account. */
let app: TestApp

const limitTo = (stripePerSecond: number) => app.sandbox.control('config', { stripePerSecond })
const refusedByRate = async () =>
  ((await app.sandbox.control('config', {})) as { data: { stripeRefusedByRate: number } }).data
    .stripeRefusedByRate

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
})
afterAll(() => app.close())
afterEach(() => limitTo(0))

/** Clicks, and clicks again as the screen does it: the same purchase, by the same key, until it is decided. */
async function buyAtLast(buyer: Buyer): Promise<number[]> {
  const answers: number[] = []
  const click = async () => {
    answers.push((await buyer.buy({}, 'the-click')).status)
    return answers.at(-1)
  }
  await expect.poll(click, { timeout: 60_000, interval: 200 }).toBeLessThan(500)
  return answers
}

describe('a provider that refuses calls for coming too fast', () => {
  test('loses and doubles nothing of a dozen purchases made at once', { timeout: 120_000 }, async () => {
    const tenant = await app.make.tenant()
    const buyers = await Promise.all(Array.from({ length: 12 }, () => makeBuyer(app, { tenant })))
    const before = await refusedByRate()
    await limitTo(3)
    const answers = await Promise.all(buyers.map(buyAtLast))
    expect(await refusedByRate()).toBeGreaterThan(before)
    await limitTo(0)
    expect(answers.map((one) => one.at(-1))).toEqual(buyers.map(() => 201))
    // Longer than anybody's call waits: some had to click again.
    expect(answers.flat()).toContain(503)
    for (const { consumer } of buyers) {
      expect(await capturesOf(app, consumer)).toEqual([2_520])
      expect(await creditsOf(app, consumer)).toEqual([28])
    }
  })

  test.each([
    [2, 'hears nothing of it', 201],
    [4, 'may click again', 503],
  ])('%i times is asked again a little later, and the consumer %s', async (times, _what, status) => {
    const buyer = await makeBuyer(app)
    const charges = { provider: 'stripe', path: '/v1/payment_intents' }
    await app.sandbox.control('faults', { ...charges, kind: 'rate_limited_429', times })
    expect((await buyer.buy({}, 'the-click')).status).toBe(status)
    expect((await buyer.buy({}, 'the-click')).body).toMatchObject({ tokenBalance: 28 })
    expect(await capturesOf(app, buyer.consumer)).toEqual([2_520])
  })
})

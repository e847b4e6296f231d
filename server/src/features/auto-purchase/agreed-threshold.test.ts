import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type AutoBuyer,
  automaticOf,
  lettersTo,
  makeAutoRule,
  runAutoPurchases,
} from '../../../test/auto-buyer.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { turnOffAutoPurchase } from './index.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
})
afterAll(() => app.close())

const run = () => runAutoPurchases(app)
const setThreshold = ({ tenant }: AutoBuyer, tokens: number) =>
  app.query(`update tenants set threshold_token = ${tokens} where id = ${tenant.id}`)

/** Rules of this release, and of the one before, which keeps what was agreed in its consents alone. */
describe.each([
  ['its rule', async () => undefined],
  [
    'its consent',
    ({ consumer }: AutoBuyer) =>
      app.query(`update auto_purchases set threshold_tokens = null where consumer_id = ${consumer.id}`),
  ],
])('a threshold that was agreed to and kept in %s', (_where, keep) => {
  async function makeRule(): Promise<AutoBuyer> {
    const buyer = await makeAutoRule(app)
    await keep(buyer)
    return buyer
  }

  test('still applies after the tenant has raised theirs, until the consumer agrees to that', async () => {
    const buyer = await makeRule()
    await setThreshold(buyer, 5)
    await buyer.spend(4)
    await run()
    expect(await automaticOf(app, buyer)).toEqual([])
    expect(await buyer.read()).toMatchObject({
      thresholdToken: 5,
      rule: { thresholdToken: 2, state: 'active' },
    })
    const { body } = await buyer.toggle(true, { expectedThreshold: 5 })
    expect(body).toMatchObject({
      message: expect.stringContaining('is bought now'),
      rule: { thresholdToken: 5 },
    })
    await run()
    expect(await automaticOf(app, buyer)).toMatchObject([{ state: 'settled' }])
    expect(await lettersTo(app, buyer)).toHaveLength(3)
  })

  test('is where it is bought while the tenant’s is higher', async () => {
    const buyer = await makeRule()
    await setThreshold(buyer, 5)
    await buyer.spend(7)
    await run()
    expect(await automaticOf(app, buyer)).toMatchObject([{ state: 'settled' }])
    await app.deps.db.transact((tx) =>
      turnOffAutoPurchase(
        tx,
        app.deps,
        { tenantId: buyer.tenant.id, consumerId: buyer.consumer.id },
        'refund',
      ),
    )
    const emails = await app.query(
      `select text from outbox_messages where recipient = '${buyer.consumer.email}' order by id desc limit 2`,
    )
    expect(emails).toEqual([
      { text: expect.stringContaining('when your balance falls to 2 tokens or below') },
      { text: expect.stringContaining('your balance had fallen to 2 tokens or below') },
    ])
  })

  test('gives way at once to a lower one', async () => {
    const buyer = await makeRule()
    await setThreshold(buyer, 1)
    await buyer.spend(7)
    await run()
    expect(await automaticOf(app, buyer)).toEqual([])
    await buyer.spend(1)
    await run()
    expect(await automaticOf(app, buyer)).toMatchObject([{ state: 'settled' }])
  })

  test('is not replaced by a higher one than the screen showed', async () => {
    const buyer = await makeRule()
    await setThreshold(buyer, 5)
    await buyer.toggle(true, { expectedThreshold: 3 })
    expect((await buyer.read()).rule).toMatchObject({ thresholdToken: 3 })
  })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type AutoBuyer,
  automaticOf,
  lettersTo,
  makeAutoRule,
  runAutoPurchases,
} from '../../../test/auto-buyer.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { openRefundDesk, type RefundDesk } from '../../../test/refunds.ts'

let app: TestApp
let desk: RefundDesk

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
  desk = await openRefundDesk(app)
})
afterAll(() => app.close())

/** A rule whose consumer's bank has decided against us about a payment with the same card. */
async function loseDispute(reason: string): Promise<AutoBuyer> {
  const buyer = await makeAutoRule(app)
  const paid = await desk.pay({ buyer })
  const dispute = await desk.openDispute(paid, undefined, reason)
  await desk.closeDispute(dispute, 'lost')
  await expect
    .poll(async () => {
      await desk.processEvents()
      return app.query(`select state from disputes where consumer_id = ${buyer.consumer.id}`)
    })
    .toEqual([{ state: 'lost' }])
  return buyer
}

test('a lost dispute for fraud ends the rule and bars its card until the consumer saves it again', async () => {
  const buyer = await loseDispute('fraudulent')
  expect((await buyer.read()).rule).toBeNull()
  expect(await lettersTo(app, buyer)).toContain(`Automatic purchase is off at Company ${buyer.tenant.url}`)
  expect(await buyer.toggle(true)).toMatchObject({ status: 409, body: { code: 'payment_method_barred' } })
  await buyer.payWith('pm_card_visa')
  expect((await buyer.toggle(true)).status).toBe(200)
  await buyer.spend(7)
  await runAutoPurchases(app)
  expect(await automaticOf(app, buyer)).toMatchObject([{ state: 'settled' }])
})

test('a lost dispute for another reason leaves the rule as it is', async () => {
  const buyer = await loseDispute('product_not_received')
  expect((await buyer.read()).rule).toMatchObject({ state: 'active' })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerChallenge, capturesOf, creditsOf, makeBuyer } from '../../../test/buyer.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { makeWalletBuyer } from '../../../test/wallet.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
})
afterAll(() => app.close())

const largest = 2_000_000_000
const full = {
  status: 409,
  body: {
    code: 'balance_full',
    message: 'Your balance cannot hold this many tokens. Nothing was charged.',
  },
}

test('a purchase that the balance can’t hold is refused before the charge, and one that fits exactly is paid', async () => {
  const buyer = await makeBuyer(app)
  await app.make.grant(buyer.consumer, largest - 28)
  expect((await buyer.buy({ saveCardAsDefault: true })).body.tokenBalance).toBe(largest)
  expect(await buyer.buy()).toMatchObject(full)
  expect(await buyer.buyWithDefault()).toMatchObject(full)
  expect(await capturesOf(app, buyer.consumer)).toEqual([2_520])
  expect(await creditsOf(app, buyer.consumer)).toEqual([28])
  expect(await app.query(`select state from purchases where consumer_id = ${buyer.consumer.id}`)).toEqual([
    { state: 'settled' },
  ])
})

test('an order by a wallet that the balance can’t hold is not made', async () => {
  const buyer = await makeWalletBuyer(app)
  await app.make.grant(buyer.consumer, largest - 27)
  expect(await buyer.order()).toMatchObject(full)
  expect(await app.query(`select id from purchases where consumer_id = ${buyer.consumer.id}`)).toEqual([])
})

test('a purchase that is open while an admin fills the balance up is credited all the same', async () => {
  const buyer = await makeBuyer(app)
  const paymentId = 'pm_card_authenticationRequired'
  const begun = await buyer.buy({ paymentId })
  expect(begun.body.requiresAction).toBe(true)
  await app.make.grant(buyer.consumer, largest)
  await answerChallenge(app, begun.body.clientSecret, 'approve')
  const paid = await buyer.buy({ paymentId, purchaseId: begun.body.purchaseId })
  expect(paid.body.tokenBalance).toBe(largest + 28)
})

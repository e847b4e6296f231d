import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAutoBuyer, makeAutoRule, runAutoPurchases } from '../../../test/auto-buyer.ts'
import { capturesOf, creditsOf, makeBuyer } from '../../../test/buyer.ts'
import { catalogueOf } from '../../../test/catalogue.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { decideAt, makeWalletBuyer } from '../../../test/wallet.ts'

let app: TestApp
let catalogue: Awaited<ReturnType<typeof catalogueOf>>

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
  catalogue = await catalogueOf(app)
})
afterAll(() => app.close())

describe('a price that an admin changes while consumers look at it', () => {
  test('of a package asks whoever saw the old one again', async () => {
    const buyer = await makeBuyer(app)
    await catalogue.updatePackage(buyer.packageId, buyer.tenant, { price: '30.00', numberOfTokens: 28 })
    const answer = await buyer.buy({ expectedPrice: 25.2, expectedTokens: 28 })
    expect([answer.status, answer.body]).toEqual([
      409,
      expect.objectContaining({ code: 'price_changed', price: 30, numberOfTokens: 28 }),
    ])
    expect(await creditsOf(app, buyer.consumer)).toEqual([])
    expect((await buyer.buy({ expectedPrice: 30, expectedTokens: 28 })).status).toBe(201)
  })

  test('of an automatic purchase asks whoever turns it on again, and has those wait who had', async () => {
    const agreed = await makeAutoRule(app)
    const { tenant, packageId } = agreed
    const looking = await makeAutoBuyer(app, { tenant })
    await catalogue.updatePackage(packageId, tenant, { autoRenewPrice: '24.00' })
    const answer = await looking.toggle(true, { packageId, expectedPrice: 22.4, expectedTokens: 28 })
    expect([answer.status, answer.body]).toEqual([
      409,
      expect.objectContaining({ code: 'price_changed', price: 24, numberOfTokens: 28 }),
    ])
    expect((await looking.read()).rule).toBeNull()
    await agreed.spend()
    await runAutoPurchases(app)
    expect((await agreed.read()).rule).toMatchObject({ state: 'paused', pauseReason: 'price' })
    expect(await capturesOf(app, agreed.consumer)).toEqual([])
  })
})

describe('a package that an admin deletes', () => {
  test('ends the automatic purchases of it and tells their consumers, and says how many there were', async () => {
    const buyer = await makeAutoRule(app)
    await catalogue.deletePackage(buyer.packageId)
    await buyer.spend()
    await runAutoPurchases(app)
    expect((await buyer.read()).rule).toBeNull()
    expect(await capturesOf(app, buyer.consumer)).toEqual([])
    const letters = await catalogue.lettersTo(buyer.consumer.email)
    expect(letters.at(-1)?.subject).toMatch(/^Automatic purchase is off at /)
    expect(await catalogue.audits(`package:${buyer.packageId}`)).toMatchObject([
      { action: 'delete-package', before: { autoPurchaseCount: 1 }, after: { endedAutoPurchases: 1 } },
    ])
  })

  test('wakes the job that ends them, in the transaction that deletes it', async () => {
    const buyer = await makeAutoRule(app)
    const woken: string[] = []
    const stop = app.deps.wakeups.onJob((job) => woken.push(job))
    await catalogue.deletePackage(buyer.packageId)
    await expect.poll(() => woken).toContain('follow-automatic-terms')
    stop()
  })

  test('is no longer sold, and a purchase that was begun goes on as agreed', async () => {
    const buyer = await makeWalletBuyer(app)
    const { body: order } = await buyer.order({ paymentSource: 'paypal' })
    await decideAt(order.approveUrl)
    await catalogue.deletePackage(buyer.packageId)
    const paid = await buyer.checkout(order.id)
    expect([paid.status, paid.body.tokenBalance]).toEqual([201, 28])
    expect(await creditsOf(app, buyer.consumer)).toEqual([28])
    const again = await buyer.order({ paymentSource: 'paypal' })
    expect([again.status, again.body.code]).toEqual([404, 'package_not_on_sale'])
  })

  test('whose price had been changed before is still paid at the one that was agreed to', async () => {
    const buyer = await makeWalletBuyer(app)
    const { body: order } = await buyer.order({ paymentSource: 'paypal' })
    await decideAt(order.approveUrl)
    await catalogue.updatePackage(buyer.packageId, buyer.tenant, { price: '99.00', numberOfTokens: 30 })
    expect((await buyer.checkout(order.id)).body.tokenBalance).toBe(28)
  })
})

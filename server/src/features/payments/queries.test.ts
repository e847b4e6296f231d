import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeBuyer } from '../../../test/buyer.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
})
afterAll(() => app.close())

describe('purchases', () => {
  test('list the completed ones, newest first, in dollars', async () => {
    const buyer = await makeBuyer(app, { priceCents: 1_999, numberOfTokens: 21 })
    const url = `/v1/customers/${buyer.tenant.url}/consumers/${buyer.consumer.id}/purchases`
    expect((await buyer.client.get(url)).body).toEqual({
      totalItems: 0,
      totalPages: 0,
      currentPage: 1,
      data: [],
    })
    const first = (await buyer.buy()).body.purchaseId
    await buyer.buy({ paymentId: 'pm_card_chargeDeclined' })
    const second = (await buyer.buy({ paymentId: 'pm_card_mastercard' })).body.purchaseId
    const { body } = await buyer.client.get(url)
    expect(body.totalItems).toBe(2)
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual([second, first])
    expect(body.data[1]).toEqual({
      id: first,
      packageName: expect.stringMatching(/^Package /),
      numberOfTokens: 21,
      amount: 19.99,
      refundedAmount: 0,
      lostAmount: 0,
      state: 'paid',
      paymentMethod: 'Stripe',
      cardBrand: 'visa',
      lastFourDigit: '4242',
      isAutoPurchase: false,
      createdAt: expect.stringMatching(/Z$/),
    })
    const page = await buyer.client.get(url, { query: { page: '2', itemPerPage: '1' } })
    expect(page.body).toMatchObject({ totalPages: 2, currentPage: 2, data: [{ id: first }] })
  })

  test('have a receipt, for nobody else to see', async () => {
    const buyer = await makeBuyer(app)
    const base = `/v1/customers/${buyer.tenant.url}/consumers/${buyer.consumer.id}/purchases`
    const { purchaseId } = (await buyer.buy()).body
    const receipt = await buyer.client.get(`${base}/${purchaseId}`)
    expect(receipt.status).toBe(200)
    expect(receipt.body).toMatchObject({
      id: purchaseId,
      amount: 25.2,
      companyName: `Company ${buyer.tenant.url}`,
      supportEmail: `support@${buyer.tenant.url}.example`,
      consumerName: 'Testa Person',
      email: buyer.consumer.email,
      paymentReference: expect.stringMatching(/^pi_/),
      statementDescriptor: expect.stringMatching(/^ALMANAC\* COMPANY T-/),
    })
    expect(receipt.body.statementDescriptor.length).toBeLessThanOrEqual(22)
    const neighbour = await makeBuyer(app, { tenant: buyer.tenant })
    const foreign = `/v1/customers/${buyer.tenant.url}/consumers/${neighbour.consumer.id}/purchases/${purchaseId}`
    expect((await neighbour.client.get(foreign)).status).toBe(404)
    expect((await neighbour.client.get(`${base}/${purchaseId}`)).status).toBe(404)
    const open = await buyer.buy({ paymentId: 'pm_card_authenticationRequired' })
    expect((await buyer.client.get(`${base}/${open.body.purchaseId}`)).status).toBe(404)
  })

  test('that came to nothing have none, but the sentence that nothing was charged, for nobody else to read', async () => {
    const buyer = await makeBuyer(app)
    const neighbour = await makeBuyer(app, { tenant: buyer.tenant })
    const declined = await buyer.buy({ paymentId: 'pm_card_chargeDeclined' })
    expect(declined.status).toBe(402)
    const [failed] = await app.query<{ id: number }>(
      `select id from purchases where consumer_id = ${buyer.consumer.id}`,
    )
    const asked = ({ client, consumer }: typeof buyer) =>
      client.get(`/v1/customers/${buyer.tenant.url}/consumers/${consumer.id}/purchases/${failed?.id}`)
    expect(await asked(buyer)).toMatchObject({
      status: 404,
      body: { code: 'purchase_failed', message: expect.stringMatching(/Nothing was charged for it\.$/) },
    })
    expect(await asked(neighbour)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })
})

test('the payment settings say where card fields come from and what a statement shows', async () => {
  const buyer = await makeBuyer(app)
  const { body } = await buyer.client.get(`/v1/customers/${buyer.tenant.url}/payment-settings`)
  expect(body).toEqual({
    card: { mode: 'sandbox', frameOrigin: app.sandbox.url },
    wallets: ['paypal', 'venmo'],
    statementDescriptor: `ALMANAC* COMPANY ${buyer.tenant.url.toUpperCase()}`.slice(0, 22),
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { cardProviderOf } from '../../../test/provider.ts'
import { openRefundDesk, type Paid, type RefundDesk } from '../../../test/refunds.ts'
import { recordDispute } from './record-dispute.ts'

let app: TestApp
let desk: RefundDesk

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
  await app.sandbox.control('webhooks', { provider: 'stripe', lose: -1 })
  desk = await openRefundDesk(app)
})
afterAll(() => app.close())

const hear = (dispute: string) => recordDispute(app.deps, cardProviderOf(app.deps), dispute)

/** What the consumer was told of disputes, oldest first. */
async function letters({ buyer, purchaseId }: Paid): Promise<string[]> {
  const rows = await app.query<{ text: string }>(
    `select text from outbox_messages where recipient = '${buyer.consumer.email}' and subject ilike '%disputed%' order by id`,
  )
  for (const { text } of rows) expect(text).toContain(`Purchase ${purchaseId}.`)
  return rows.map(({ text }) => text)
}

/** How the payment stands on the consumer's list and on the receipt. */
async function shown({ buyer, purchaseId }: Paid) {
  const base = `/v1/customers/${buyer.tenant.url}/consumers/${buyer.consumer.id}/purchases`
  const { body: list } = await buyer.client.get(base)
  const { body: receipt } = await buyer.client.get(`${base}/${purchaseId}`)
  const [row] = list.data
  for (const key of ['state', 'refundedAmount', 'lostAmount']) expect(receipt[key]).toBe(row[key])
  return [row.state, row.refundedAmount, row.lostAmount]
}

describe('a consumer whose payment is disputed', () => {
  test('reads by email that its tokens are held, and that they are gone once it is lost', async () => {
    const paid = await desk.pay()
    await desk.spend(paid, 3)
    expect(await shown(paid)).toEqual(['paid', 0, 0])
    const dispute = await desk.openDispute(paid)
    for (const _ of [1, 2]) await hear(dispute)
    expect(await letters(paid)).toEqual([
      expect.stringContaining('25 tokens of this purchase are held until that is decided.'),
    ])
    expect(await shown(paid)).toEqual(['disputed', 0, 0])
    await desk.closeDispute(dispute, 'lost')
    for (const _ of [1, 2]) await hear(dispute)
    const [, told, ...more] = await letters(paid)
    expect(told).toMatch(/\$25\.20 of your payment for Package \w+ goes back to you\./)
    expect(told).toContain('25 tokens of this purchase left your balance with it.')
    expect(more).toEqual([])
    expect(await shown(paid)).toEqual(['lost', 0, -25.2])
  })

  test('reads that the tokens are back when it is won', async () => {
    const paid = await desk.pay()
    const dispute = await desk.openDispute(paid)
    await hear(dispute)
    await desk.closeDispute(dispute, 'won')
    await hear(dispute)
    expect((await letters(paid))[1]).toContain('28 tokens are back in your balance.')
    expect(await shown(paid)).toEqual(['paid', 0, 0])
  })

  test('reads of both where it is lost in part after a refund', async () => {
    const paid = await desk.pay({ priceCents: 1_000, numberOfTokens: 10 })
    await desk.refund(paid, { amount: 2 })
    expect(await shown(paid)).toEqual(['partly_refunded', -2, 0])
    const dispute = await desk.openDispute(paid, 300)
    await hear(dispute)
    await desk.closeDispute(dispute, 'lost')
    await hear(dispute)
    const told = (await letters(paid))[1]
    expect(told).toMatch(/\$3\.00 of your payment/)
    expect(told).toContain('3 tokens of this purchase left your balance with it.')
    expect(told).toContain('5 tokens are back in your balance.')
    expect(await shown(paid)).toEqual(['lost', -2, -3])
  })

  test('is not written to where all its tokens are spent', async () => {
    const paid = await desk.pay()
    await desk.spend(paid, 28)
    await hear(await desk.openDispute(paid))
    expect(await letters(paid)).toEqual([])
    expect(await shown(paid)).toEqual(['disputed', 0, 0])
  })

  test('finds in the token history which purchase it is of', async () => {
    const paid = await desk.pay()
    await hear(await desk.openDispute(paid))
    const [row] = await app.query<{ description: string }>(
      `select description from ledger_entries where consumer_id = ${paid.buyer.consumer.id} and kind = 'dispute'`,
    )
    expect(row?.description).toMatch(
      new RegExp(`^Payment disputed: Package \\w+, purchase ${paid.purchaseId}$`),
    )
  })
})

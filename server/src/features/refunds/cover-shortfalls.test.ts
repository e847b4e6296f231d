import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { openRefundDesk, type Paid, type RefundDesk } from '../../../test/refunds.ts'
import { endDeliveries } from '../delivery/end-deliveries.ts'
import { postEntry } from '../ledger/index.ts'

let app: TestApp
let desk: RefundDesk

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
  await app.sandbox.control('webhooks', { provider: 'stripe', lose: 0 })
  desk = await openRefundDesk(app)
})
afterAll(() => app.close())

/** Sunbursts of one token each that are on their way to the buyer. */
async function send({ buyer }: Paid, count: number): Promise<number[]> {
  const { tenantId, id: consumerId } = buyer.consumer
  const sent = await app.query<{ id: number; textId: number }>(
    `with text as (
       insert into short_texts (tenant_id, category_id, message_name, text_content, disburse_at, state)
       select ${tenantId}, ${buyer.tenant.categoryId}, 'A slow breakfast', 'Take an hour.', now(), 'sending'
       from generate_series(1, ${count}) returning id
     )
     insert into deliveries (tenant_id, text_id, consumer_id, medium, recipient, tokens, state, send_after)
     select ${tenantId}, id, ${consumerId}, 'email', 'nova@mail.example', 1, 'sent', now() from text
     returning id, text_id`,
  )
  await app.deps.db.transact(async (tx) => {
    for (const { textId } of sent)
      await postEntry(tx, {
        tenantId,
        consumerId,
        debitTokens: 1,
        kind: 'sunburst',
        reference: `delivery:${textId}:${consumerId}:email`,
        description: 'Sunburst',
        actor: 'system',
      })
  })
  return sent.map(({ id }) => id)
}

const comeBack = (ids: readonly number[]) =>
  app.deps.db.transact((tx) =>
    endDeliveries(
      tx,
      { to: 'undeliverable', from: ['sent'] },
      ids.map((id) => ({ id, reason: 'bounced' })),
    ),
  )

const missing = async (paid: Paid) => (await desk.refunds(paid)).map(({ tokensMissing }) => tokensMissing)
const takenBack = async (paid: Paid) =>
  (await desk.refunds(paid)).map(({ tokensTakenBack }) => tokensTakenBack)

const untilDisputed = (paid: Paid, state: string) =>
  expect
    .poll(async () => {
      await desk.processEvents()
      return app.query(`select state from disputes where purchase_id = ${paid.purchaseId}`)
    })
    .toEqual([{ state }])

describe('tokens of Sunbursts that reached nobody', () => {
  test('cover what a full refund could not take, and can’t be spent', async () => {
    const paid = await desk.pay()
    const onTheirWay = await send(paid, 3)
    await desk.refund(paid)
    expect([await missing(paid), await takenBack(paid)]).toEqual([[3], [25]])
    await comeBack(onTheirWay.slice(0, 2))
    expect(await desk.balance(paid)).toBe(0)
    expect([await missing(paid), await takenBack(paid)]).toEqual([[1], [27]])
    await comeBack(onTheirWay)
    expect(await desk.balance(paid)).toBe(0)
    expect([await missing(paid), await takenBack(paid)]).toEqual([[0], [28]])
  })

  test('cover the shortfalls of several refunds, the oldest first, and are the consumer’s beyond', async () => {
    const paid = await desk.pay({ priceCents: 1_000, numberOfTokens: 10 })
    const onTheirWay = await send(paid, 10)
    await desk.refund(paid, { amount: 2 })
    await desk.refund(paid, { amount: 3 })
    expect(await missing(paid)).toEqual([2, 3])
    await comeBack(onTheirWay.slice(0, 3))
    expect(await missing(paid)).toEqual([0, 2])
    await comeBack(onTheirWay)
    expect(await missing(paid)).toEqual([0, 0])
    expect(await takenBack(paid)).toEqual([2, 3])
    expect(await desk.balance(paid)).toBe(5)
  })

  test('are held by an open dispute, and taken by a lost one', async () => {
    const paid = await desk.pay()
    const onTheirWay = await send(paid, 2)
    const dispute = await desk.openDispute(paid)
    await untilDisputed(paid, 'open')
    await comeBack(onTheirWay.slice(0, 1))
    expect(await desk.balance(paid)).toBe(0)
    await desk.closeDispute(dispute, 'lost')
    await untilDisputed(paid, 'lost')
    await comeBack(onTheirWay)
    expect(await desk.balance(paid)).toBe(0)
    expect(
      await app.query(
        `select tokens_held, tokens_missing from disputes where purchase_id = ${paid.purchaseId}`,
      ),
    ).toEqual([{ tokensHeld: 28, tokensMissing: 0 }])
  })

  test('of another purchase are the consumer’s', async () => {
    const paid = await desk.pay()
    const onTheirWay = await send(paid, 1)
    const other = await desk.pay({ buyer: paid.buyer })
    await desk.spend(paid, 28)
    await desk.refund(other)
    const left = await desk.balance(paid)
    await comeBack(onTheirWay)
    expect(await desk.balance(paid)).toBe(left + 1)
  })

  test('come back beside a refund at the same moment, and every token is in one place', async () => {
    for (let round = 0; round < 5; round++) {
      const paid = await desk.pay()
      const onTheirWay = await send(paid, 4)
      await Promise.all([desk.refund(paid), ...onTheirWay.map((id) => comeBack([id]))])
      expect(await desk.balance(paid)).toBe(0)
      expect((await takenBack(paid))[0]).toBe(28)
    }
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { cardProviderOf } from '../../../test/provider.ts'
import { openRefundDesk, type Paid, type RefundDesk } from '../../../test/refunds.ts'
import { applyRefund } from './apply-refund.ts'

let app: TestApp
let desk: RefundDesk

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
  await app.sandbox.control('webhooks', { provider: 'stripe', lose: -1 })
  desk = await openRefundDesk(app)
})
afterAll(() => app.close())

async function standing(paid: Paid) {
  const [row] = await desk.refunds(paid)
  const [purchase] = await app.query<{ cents: number }>(
    `select refunded_cents as cents from purchases where id = ${paid.purchaseId}`,
  )
  return [purchase?.cents, row?.amountCents, row?.tokensTakenBack, await desk.balance(paid)]
}

describe('a refund of another amount at the provider than was asked for', () => {
  test.each([
    [900, 10],
    [1_350, 15],
    [2_520, 28],
  ])(
    'counts with the %i cents that were given back, and takes the %i tokens of these',
    async (cents, tokens) => {
      const paid = await desk.pay()
      await desk.refund(paid, { amount: 12.6 })
      expect(await standing(paid)).toEqual([1_260, 1_260, 14, 14])
      const provider = cardProviderOf(app.deps)
      const ids = { providerPaymentId: paid.intent, captureId: paid.charge }
      const [told] = await provider.listRefunds(ids)
      const [own] = await desk.refunds(paid)
      if (!told || !own) throw new Error('Nothing was refunded')
      for (const _ of [1, 2]) await applyRefund(app.deps, own.id, { ...told, amountCents: cents })
      expect(await standing(paid)).toEqual([cents, cents, tokens, 28 - tokens])
    },
  )

  test('answers a click that was repeated after a restore only where it asks for that amount', async () => {
    const paid = await desk.pay()
    const key = 'a-click-that-a-backup-does-not-have'
    const first = await desk.refund(paid, { amount: 9 }, key)
    await app.query(
      `update refunds set admin_user_id = null, idempotency_key = null, request_hash = null
       where purchase_id = ${paid.purchaseId}`,
    )
    const other = await desk.refund(paid, { amount: 10 }, key)
    expect({ status: other.status, code: other.body.code }).toEqual({
      status: 409,
      code: 'idempotency_mismatch',
    })
    const same = await desk.refund(paid, { amount: 9 }, key)
    expect(same.body.refund).toEqual(first.body.refund)
    expect(await standing(paid)).toEqual([900, 900, 10, 18])
  })
})

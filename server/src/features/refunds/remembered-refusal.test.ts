import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { withCardProvider } from '../../../test/provider.ts'
import { openRefundDesk, type RefundDesk } from '../../../test/refunds.ts'
import { OutcomeUnknownError } from '../../platform/errors.ts'
import { refundPayment } from './refund-payment.ts'
import { settleRefunds } from './settle-refunds.ts'

let app: TestApp
let desk: RefundDesk

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
  await app.sandbox.control('webhooks', { provider: 'stripe', lose: -1 })
  desk = await openRefundDesk(app)
})
afterAll(() => app.close())

test('a refusal whose answer was lost, and which the provider remembers, ends the refund; a new click has a new key', async () => {
  const paid = await desk.pay()
  const keys: string[] = []
  const deps = withCardProvider(app.deps, {
    refund: async ({ idempotencyKey }) => {
      keys.push(idempotencyKey)
      if (keys.length === 1) throw new OutcomeUnknownError('the answer was lost')
      return { kind: 'refused', code: 'balance_insufficient' }
    },
  })
  const wish = {
    admin: { userId: desk.adminId, role: 'admin' },
    purchaseId: paid.purchaseId,
    consumerId: paid.buyer.consumer.id,
    amountCents: null,
    reason: undefined,
    expectedCents: undefined,
    expectedTokens: undefined,
  }
  const { refund } = await refundPayment(deps, { ...wish, idempotencyKey: 'the-click' })
  expect([refund.refundState, await desk.balance(paid)]).toEqual(['started', 0])
  await app.query('update refunds set next_look_at = now() where next_look_at is not null')
  await settleRefunds(deps)
  expect(await desk.refunds(paid)).toMatchObject([{ state: 'failed', failureCode: 'balance_insufficient' }])
  expect(await desk.balance(paid)).toBe(28)
  const repeated = refundPayment(deps, { ...wish, idempotencyKey: 'the-click' })
  await expect(repeated).rejects.toMatchObject({ code: 'not_refundable' })
  const anew = refundPayment(deps, { ...wish, idempotencyKey: 'another-click' })
  await expect(anew).rejects.toMatchObject({ code: 'not_refundable' })
  expect(keys).toHaveLength(3)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})

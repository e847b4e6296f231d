import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeAutoRule } from '../../../test/auto-buyer.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { cardProviderOf, withCardProvider } from '../../../test/provider.ts'
import { openRefundDesk, type Paid, type RefundDesk } from '../../../test/refunds.ts'
import { hasOpenDispute } from './index.ts'
import { recordDispute } from './record-dispute.ts'

let app: TestApp
let desk: RefundDesk

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
  desk = await openRefundDesk(app)
})
afterAll(() => app.close())
beforeEach(() => app.sandbox.control('webhooks', { provider: 'stripe', lose: 0, repeat: 3, shuffle: true }))

interface DisputeRow {
  state: string
  tokensHeld: number
  tokensMissing: number
}

const disputesOf = ({ purchaseId }: Paid) =>
  app.query<DisputeRow>(
    `select state, tokens_held, tokens_missing from disputes where purchase_id = ${purchaseId} order by id`,
  )

/** Works the provider's own callbacks off, by two workers, until the disputes stand so. */
async function until(paid: Paid, ...states: string[]): Promise<void> {
  await expect
    .poll(async () => {
      await Promise.all([desk.processEvents(), desk.processEvents()])
      return (await disputesOf(paid)).map(({ state }) => state)
    })
    .toEqual(states)
}

/** Has all that the provider still sends arrive and be worked off. */
async function settleAll(): Promise<void> {
  await expect
    .poll(async () => {
      await app.query('update payment_events set next_attempt_at = now() where processed_at is null')
      await desk.processEvents()
      return app.query('select event_id from payment_events where processed_at is null and parked_at is null')
    })
    .toEqual([])
}

const isDisputed = ({ buyer }: Paid) =>
  hasOpenDispute(app.deps.db.reader, { tenantId: buyer.tenant.id, consumerId: buyer.consumer.id })

describe('a disputed payment', () => {
  test('can’t be refunded, and holds the unspent tokens of its purchase alone', async () => {
    const paid = await desk.pay()
    await desk.spend(paid, 8)
    await app.make.grant(paid.buyer.consumer, 5)
    await desk.openDispute(paid)
    await until(paid, 'open')
    expect(await desk.balance(paid)).toBe(5)
    expect(await disputesOf(paid)).toMatchObject([{ tokensHeld: 20, tokensMissing: 0 }])
    expect(await isDisputed(paid)).toBe(true)
    for (const answer of [await desk.refund(paid), await desk.preview(paid)])
      expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 409, code: 'dispute_open' })
    const { body } = await desk.admin.get('/v1/admin/payment-histories', {
      query: { searchText: paid.buyer.consumer.email },
    })
    expect(body.data).toMatchObject([{ id: paid.purchaseId, isDisputed: true }])
    expect(await desk.givenBack(paid)).toEqual([])
  })

  test('holds automatic purchase until none of the consumer’s is disputed', async () => {
    const buyer = await makeAutoRule(app)
    const [one, other] = [await desk.pay({ buyer }), await desk.pay({ buyer })]
    const reasonNow = async () => (await buyer.read()).rule?.pauseReason
    const reason = 'product_not_received'
    const disputes = [await desk.openDispute(one, undefined, reason), await desk.openDispute(other)]
    await until(one, 'open')
    await until(other, 'open')
    expect(await reasonNow()).toBe('dispute')
    await desk.closeDispute(disputes[0] ?? '', 'lost')
    await until(one, 'lost')
    expect(await reasonNow()).toBe('dispute')
    await desk.closeDispute(disputes[1] ?? '', 'won')
    await until(other, 'won')
    expect(await reasonNow()).toBeNull()
  })

  test('that is won has its tokens again, and can be refunded', async () => {
    const paid = await desk.pay()
    const dispute = await desk.openDispute(paid)
    await until(paid, 'open')
    await desk.closeDispute(dispute, 'won')
    await until(paid, 'won')
    await settleAll()
    expect(await desk.balance(paid)).toBe(28)
    expect(await isDisputed(paid)).toBe(false)
    const moves = (await desk.moved(paid)).map(([reference, tokens]) => [reference.split(' ')[0], tokens])
    expect(moves).toEqual([
      ['dispute', -28],
      ['dispute-return', 28],
    ])
    expect((await desk.refund(paid, { expectedTokens: 28 })).status).toBe(201)
  })

  test('that is lost has nothing left to refund; its spent tokens are missing', async () => {
    const paid = await desk.pay()
    await desk.spend(paid, 3)
    const dispute = await desk.openDispute(paid)
    await until(paid, 'open')
    await desk.closeDispute(dispute, 'lost')
    await until(paid, 'lost')
    expect(await desk.balance(paid)).toBe(0)
    expect(await disputesOf(paid)).toEqual([{ state: 'lost', tokensHeld: 25, tokensMissing: 3 }])
    expect((await desk.refund(paid)).body.code).toBe('not_refundable')
    expect(await isDisputed(paid)).toBe(false)
    const { body } = await desk.admin.get('/v1/admin/payment-histories', {
      query: { searchText: paid.buyer.consumer.email },
    })
    expect(body.data).toMatchObject([{ id: paid.purchaseId, refundedAmount: 0, lostAmount: -25.2 }])
  })

  test('that is lost in part gives back what it held beyond, and leaves the rest to be refunded', async () => {
    const paid = await desk.pay({ priceCents: 1_000, numberOfTokens: 10 })
    const dispute = await desk.openDispute(paid, 400)
    await until(paid, 'open')
    expect(await desk.balance(paid)).toBe(0)
    await desk.closeDispute(dispute, 'lost')
    await until(paid, 'lost')
    expect(await desk.balance(paid)).toBe(6)
    expect((await desk.preview(paid)).body).toMatchObject({ availableAmount: 6, tokensTakenBack: 6 })
  })

  test('after a partial refund takes what is left, and won leaves what the refund took', async () => {
    const paid = await desk.pay()
    await desk.refund(paid, { amount: 12.6 })
    const dispute = await desk.openDispute(paid)
    await until(paid, 'open')
    expect(await desk.balance(paid)).toBe(0)
    await desk.closeDispute(dispute, 'won')
    await until(paid, 'won')
    expect(await desk.balance(paid)).toBe(14)
  })

  test('ends in one state, whatever of its history comes first', async () => {
    const ends = new Set<string>()
    for (let round = 0; round < 3; round++) {
      await app.sandbox.control('webhooks', {
        provider: 'stripe',
        lose: 0,
        repeat: 1 + 2 * round,
        shuffle: true,
      })
      const paid = await desk.pay()
      await desk.spend(paid, 5)
      await desk.refundThere(paid, 630)
      const dispute = await desk.openDispute(paid)
      await desk.closeDispute(dispute, 'lost')
      await until(paid, 'lost')
      await expect
        .poll(async () => {
          await settleAll()
          return (await desk.refunds(paid)).length
        })
        .toBe(1)
      const held = (await disputesOf(paid)).map(({ state }) => state)
      ends.add(JSON.stringify([await desk.balance(paid), held, (await desk.refunds(paid))[0]?.state]))
    }
    expect([...ends]).toEqual([JSON.stringify([0, ['lost'], 'refunded'])])
  }, 60_000)

  test('is found by the lane where no callback comes', async () => {
    const paid = await desk.pay()
    const dispute = await desk.openDispute(paid)
    await until(paid, 'open')
    await settleAll()
    await app.sandbox.control('webhooks', { provider: 'stripe', lose: -1 })
    await desk.closeDispute(dispute, 'won')
    await desk.settle()
    expect(await disputesOf(paid)).toMatchObject([{ state: 'won', tokensHeld: 0 }])
  })

  test('stays as the later question was answered, though the earlier answer comes last', async () => {
    const paid = await desk.pay()
    const dispute = await desk.openDispute(paid)
    await until(paid, 'open')
    await settleAll()
    await app.sandbox.control('webhooks', { provider: 'stripe', lose: -1 })
    const [answered, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const real = cardProviderOf(app.deps)
    const slow = withCardProvider(app.deps, {
      lookUpDispute: async (id) => {
        const answer = await real.lookUpDispute(id)
        answered.resolve()
        await release.promise
        return answer
      },
    })
    const late = recordDispute(slow, cardProviderOf(slow), dispute)
    await answered.promise
    await desk.closeDispute(dispute, 'lost')
    await recordDispute(app.deps, real, dispute)
    expect(await disputesOf(paid)).toMatchObject([{ state: 'lost' }])
    release.resolve()
    await late
    expect(await disputesOf(paid)).toMatchObject([{ state: 'lost' }])
  })
})

describe('what the provider no longer has', () => {
  const defaultOf = async ({ buyer }: Paid) => {
    const { body } = await buyer.client.get(
      `/v1/customers/${buyer.tenant.url}/consumers/${buyer.consumer.id}/default-payment`,
    )
    return body.noDefaultPayment as boolean
  }

  test.each(['payment_method.detached', 'customer.deleted'])('is forgotten here by %s', async (type) => {
    const paid = await desk.pay()
    await paid.buyer.buy({ saveCardAsDefault: true })
    expect(await defaultOf(paid)).toBe(false)
    const [row] = await app.query<{ method: string; customer: string }>(
      `select provider_method_id as method, provider_customer_id as customer
       from default_payments join provider_customers using (consumer_id) where consumer_id = ${paid.buyer.consumer.id}`,
    )
    const [path, method] =
      type === 'customer.deleted'
        ? [`/v1/customers/${row?.customer}`, 'DELETE']
        : [`/v1/payment_methods/${row?.method}/detach`, 'POST']
    await fetch(`${app.sandbox.url}${path}`, { method, headers: { authorization: 'Bearer sk_test_sandbox' } })
    await expect
      .poll(async () => {
        await desk.processEvents()
        return defaultOf(paid)
      })
      .toBe(true)
  })
})

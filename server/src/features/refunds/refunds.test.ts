import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makeAutoRule } from '../../../test/auto-buyer.ts'
import { makeBuyer } from '../../../test/buyer.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { cardProviderOf } from '../../../test/provider.ts'
import { openRefundDesk, type Paid, type RefundDesk } from '../../../test/refunds.ts'
import { createStripe } from '../../adapters/stripe/stripe.ts'
import { sandboxAccount } from '../../sandbox-account.ts'
import type { PaymentProvider } from '../payments/index.ts'

let app: TestApp
let desk: RefundDesk

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
  // The provider's own callbacks are off unless a test turns them on: each finds out what it says.
  await quiet()
  desk = await openRefundDesk(app)
})
afterAll(() => app.close())
afterEach(async () => {
  await fetch(`${app.sandbox.url}/sandbox/control/faults`, { method: 'DELETE' })
  await quiet()
})

const quiet = () =>
  app.sandbox.control('webhooks', { provider: 'stripe', lose: -1, repeat: 1, shuffle: false })
const fault = (kind: string, more: object = {}) =>
  app.sandbox.control('faults', { provider: 'stripe', kind, path: '/v1/refunds', ...more })

async function purchaseOf({ purchaseId }: Paid) {
  const [row] = await app.query<{ refundedCents: number; isAutoPurchase: boolean }>(
    `select refunded_cents, is_auto_purchase from purchases where id = ${purchaseId}`,
  )
  return row
}

describe('a refund', () => {
  test('of all gives the money back, takes the tokens, and says so', async () => {
    const paid = await desk.pay()
    const { status, body } = await desk.refund(paid, { reason: 'Bought twice', expectedTokens: 28 })
    expect(status).toBe(201)
    const [row] = await desk.refunds(paid)
    expect(body).toMatchObject({
      message: 'Payment refunded successfully.',
      refund: {
        id: row?.id,
        amount: -25.2,
        refundId: row?.providerRefundId,
        paymentIntentId: paid.intent,
        captureId: paid.charge,
        refundState: 'refunded',
        tokensTakenBack: 28,
        tokensMissing: 0,
        reason: 'Bought twice',
      },
      payment: {
        id: paid.purchaseId,
        amount: 25.2,
        refundedAmount: -25.2,
        refundState: null,
        isDisputed: false,
      },
    })
    expect(await desk.givenBack(paid)).toEqual([2_520])
    expect(await desk.balance(paid)).toBe(0)
    expect(await desk.moved(paid)).toEqual([[`refund ${row?.id}`, -28]])
    const letters = await app.query<{ subject: string; text: string }>(
      `select subject, text from outbox_messages where recipient = '${paid.buyer.consumer.email}' order by id desc`,
    )
    expect(letters).toHaveLength(2)
    expect(letters[0]?.subject).toMatch(/^Your refund from Company/)
    expect(letters[0]?.text).toContain('$25.20')
    const trail = await app.query<{ action: string; after: { reason: string } }>(
      `select action, after::jsonb as after from audit_entries where subject = 'purchase:${paid.purchaseId}'`,
    )
    expect(trail).toMatchObject([{ action: 'refund-payment', after: { reason: 'Bought twice' } }])
    const own = await paid.buyer.client.get(
      `/v1/customers/${paid.buyer.tenant.url}/consumers/${paid.buyer.consumer.id}/purchases/${paid.purchaseId}`,
    )
    expect(own.body.refundedAmount).toBe(-25.2)
  })

  test('in parts adds up: what is taken is of the whole so far, rounded down; a full one refunds the rest', async () => {
    const paid = await desk.pay({ priceCents: 1_000, numberOfTokens: 7 })
    await desk.refund(paid, { amount: 3.33 })
    await desk.refund(paid, { amount: 3.33 })
    await desk.refund(paid)
    const rows = await desk.refunds(paid)
    expect(rows.map(({ amountCents, tokensTakenBack }) => [amountCents, tokensTakenBack])).toEqual([
      [333, 2],
      [333, 2],
      [334, 3],
    ])
    expect(await purchaseOf(paid)).toMatchObject({ refundedCents: 1_000 })
    expect(await desk.balance(paid)).toBe(0)
    const trail = await app.query<Record<'before' | 'after', { refundedAmount: number }>>(
      `select before::jsonb as before, after::jsonb as after from audit_entries
       where subject = 'purchase:${paid.purchaseId}' order by id`,
    )
    expect(trail.map(({ before, after }) => [before.refundedAmount, after.refundedAmount])).toEqual([
      [0, 3.33],
      [3.33, 6.66],
      [6.66, 10],
    ])
  })

  test.each([
    { spent: 0, amount: 12.6, taken: 14, missing: 0 },
    { spent: 10, amount: 12.6, taken: 14, missing: 0 },
    { spent: 20, amount: 12.6, taken: 8, missing: 6 },
    { spent: 28, amount: 25.2, taken: 0, missing: 28 },
    { spent: 3, amount: 0.01, taken: 0, missing: 0 },
  ])(
    'of $amount with $spent of 28 tokens spent takes $taken, $missing are missing, as shown before',
    async (row) => {
      const paid = await desk.pay()
      if (row.spent > 0) await desk.spend(paid, row.spent)
      const cents = Math.round(row.amount * 100)
      const { body: shown } = await desk.preview(paid, cents)
      expect(shown).toEqual({
        availableAmount: 25.2,
        amount: row.amount,
        tokensTakenBack: row.taken,
        tokensMissing: row.missing,
        endsAutoPurchase: false,
      })
      const { body } = await desk.refund(paid, { amount: row.amount, expectedTokens: row.taken })
      expect(body.refund).toMatchObject({ tokensTakenBack: row.taken, tokensMissing: row.missing })
      expect(await desk.balance(paid)).toBe(28 - row.spent - row.taken)
    },
  )

  test('after another one is short of the tokens of its own money alone, as shown before', async () => {
    const paid = await desk.pay()
    await desk.spend(paid, 20)
    await desk.refund(paid, { amount: 12.6 })
    expect((await desk.preview(paid, 450)).body).toMatchObject({ tokensTakenBack: 0, tokensMissing: 5 })
    await desk.refund(paid, { amount: 4.5 })
    expect(await desk.refunds(paid)).toMatchObject([
      { tokensTakenBack: 8, tokensMissing: 6 },
      { tokensTakenBack: 0, tokensMissing: 5 },
    ])
  })

  test('takes the tokens of its own purchase alone, of others none', async () => {
    const paid = await desk.pay()
    await app.make.grant(paid.buyer.consumer, 50)
    await desk.spend(paid, 28)
    const { body } = await desk.refund(paid)
    expect(body.refund).toMatchObject({ tokensTakenBack: 0, tokensMissing: 28 })
    expect(await desk.balance(paid)).toBe(50)
  })

  test('is refused where it takes other tokens than were shown; nothing is stored then', async () => {
    const paid = await desk.pay()
    await desk.spend(paid, 10)
    const { status, body } = await desk.refund(paid, { expectedTokens: 28 })
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'conflict' })
    expect(await desk.refunds(paid)).toEqual([])
    expect(await purchaseOf(paid)).toMatchObject({ refundedCents: 0 })
  })

  test('is refused where it is of another amount than was shown, though it takes the same tokens', async () => {
    const paid = await desk.pay()
    await desk.spend(paid, 28)
    await desk.refund(paid, { amount: 5, expectedAmount: 5, expectedTokens: 0 })
    const { status, body } = await desk.refund(paid, { expectedAmount: 25.2, expectedTokens: 0 })
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'conflict' })
    expect(await purchaseOf(paid)).toMatchObject({ refundedCents: 500 })
    expect((await desk.refund(paid, { expectedAmount: 20.2, expectedTokens: 0 })).status).toBe(201)
  })

  test.each<[string, (paid: Paid) => Record<string, unknown>, number, string]>([
    ['more than is left', () => ({ amount: 25.21 }), 400, 'refund_too_large'],
    ['no amount of a part', () => ({ isFullRefund: false }), 400, 'invalid_input'],
    ['another’s payment', ({ buyer }) => ({ consumerId: buyer.consumer.id + 100_000 }), 404, 'not_found'],
    ['an unknown payment', () => ({ paymentHistoryId: 2_000_000_000 }), 404, 'not_found'],
  ])('of %s is refused', async (_what, body, status, code) => {
    const paid = await desk.pay()
    const answer = await desk.refund(paid, body(paid))
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code })
    expect(await desk.givenBack(paid)).toEqual([])
  })

  test('of what is refunded, or is a refund itself, is refused', async () => {
    const paid = await desk.pay()
    const first = await desk.refund(paid)
    const again = await desk.refund(paid)
    expect(again.body).toMatchObject({
      code: 'not_refundable',
      message: 'The available amount is insufficient to refund.',
    })
    const ofRefund = await desk.refund(paid, { paymentHistoryId: first.body.refund.id })
    expect(ofRefund.body).toMatchObject({ code: 'not_refundable', message: 'This is a refunded payment.' })
    expect((await desk.preview(paid)).body.code).toBe('not_refundable')
    expect(await desk.givenBack(paid)).toEqual([2_520])
  })

  test('under one key is made once, however often and together it is asked for', async () => {
    const paid = await desk.pay()
    const ask = (amount = 5) => desk.refund(paid, { amount }, `key-${paid.purchaseId}`)
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask()))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.refund?.id}`)).size).toBe(1)
    expect(await desk.givenBack(paid)).toEqual([500])
    expect((await ask(6)).body.code).toBe('idempotency_mismatch')
    expect(await desk.refunds(paid)).toHaveLength(1)
  })

  test('by two admins at once, a dozen times, gives back what one of them asked for', async () => {
    const other = await openRefundDesk(app)
    const buyer = await makeBuyer(app, { priceCents: 1_000, numberOfTokens: 10 })
    let left = 0
    for (let round = 0; round < 12; round++) {
      const paid = await desk.pay({ buyer })
      const answers = await Promise.all([desk.refund(paid, { amount: 7 }), other.refund(paid, { amount: 6 })])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400])
      const [given = 0, ...more] = await desk.givenBack(paid)
      expect([700, 600]).toContain(given)
      expect(more).toEqual([])
      left += 10 - given / 100
      expect(await desk.balance(paid)).toBe(left)
    }
  }, 60_000)

  test('is held by the database: refunds that are not what the purchase has reserved are refused', async () => {
    const paid = await desk.pay()
    const row = `insert into refunds (tenant_id, consumer_id, purchase_id, provider, amount_cents)
      select tenant_id, consumer_id, id, provider, 1 from purchases where id = ${paid.purchaseId}`
    await expect(app.query(row)).rejects.toThrow('cents refunded, its refunds are')
    await expect(
      app.query(`update purchases set refunded_cents = 5 where id = ${paid.purchaseId}`),
    ).rejects.toThrow('cents refunded, its refunds are')
  })
})

describe('a refund whose answer is lost', () => {
  let patient: PaymentProvider
  beforeAll(() => {
    patient = cardProviderOf(app.deps)
    const { stripeSecretKey: secretKey, stripeWebhookSecret: webhookSecret } = sandboxAccount
    const stripe = createStripe({ secretKey, webhookSecret, baseUrl: app.sandbox.url, timeoutMs: 1_500 })
    Object.assign(app.deps.providers, { stripe })
  })
  afterAll(() => Object.assign(app.deps.providers, { stripe: patient }))

  test.each(['timeout_after_success', 'reset_after_success', 'error_500_after_success'])(
    'by %s is given back once, and found by the lane',
    async (kind) => {
      await fault(kind, { times: 3 })
      const paid = await desk.pay()
      const { status, body } = await desk.refund(paid, { amount: 10 })
      expect({ status, state: body.refund.refundState }).toMatchObject({ status: 201 })
      await desk.settle()
      expect(await desk.refunds(paid)).toMatchObject([{ state: 'refunded', tokensTakenBack: 11 }])
      expect(await desk.givenBack(paid)).toEqual([1_000])
      expect(await desk.balance(paid)).toBe(17)
    },
    30_000,
  )

  test('because the provider does not act is sent on, with its tokens held until then', async () => {
    await fault('error_500_before', { times: 3 })
    const paid = await desk.pay()
    const { body } = await desk.refund(paid)
    expect(body.refund.refundState).toBe('started')
    expect(body.message).not.toContain('successfully')
    expect(await desk.givenBack(paid)).toEqual([])
    expect(await desk.balance(paid)).toBe(0)
    await fetch(`${app.sandbox.url}/sandbox/control/faults`, { method: 'DELETE' })
    await desk.settle()
    await desk.settle()
    expect(await desk.refunds(paid)).toMatchObject([{ state: 'refunded' }])
    expect(await desk.givenBack(paid)).toEqual([2_520])
  }, 30_000)

  test('and that the provider never had is given up once its key is no longer safe, and its tokens come back', async () => {
    await fault('error_500_before', { times: 3 })
    const paid = await desk.pay()
    await desk.refund(paid)
    const age = (seconds: number) =>
      app.query(
        `update refunds set sent_at = now() - interval '${seconds} seconds' where purchase_id = ${paid.purchaseId}`,
      )
    await age(20 * 3_600 + 10)
    await desk.settle()
    expect(await desk.refunds(paid)).toMatchObject([{ state: 'started' }])
    await age(20 * 3_600 + 200)
    await desk.settle()
    expect(await desk.refunds(paid)).toMatchObject([{ state: 'failed', failureCode: 'abandoned' }])
    expect(await desk.givenBack(paid)).toEqual([])
    expect(await desk.balance(paid)).toBe(28)
    expect(await purchaseOf(paid)).toMatchObject({ refundedCents: 0 })
  }, 30_000)
})

describe('a refund that is not given back at once', () => {
  test('is pending until the provider says that it arrived', async () => {
    const paid = await desk.pay({ card: 'pm_card_pendingRefund' })
    const { body } = await desk.refund(paid, { amount: 5 })
    expect(body.refund.refundState).toBe('pending')
    expect(body.message).toBe(
      'The provider has accepted the refund and has not paid it out yet. This list shows how it ends.',
    )
    await desk.finishRefund(body.refund.refundId, 'succeeded')
    await desk.settle()
    expect(await desk.refunds(paid)).toMatchObject([{ state: 'refunded' }])
  })

  test('or fails later gives the tokens back, and is no longer refunded', async () => {
    const paid = await desk.pay()
    const kept = await desk.refund(paid, { amount: 5 })
    const { body } = await desk.refund(paid, { amount: 10 })
    expect(await desk.balance(paid)).toBe(12)
    await app.sandbox.control('webhooks', { provider: 'stripe', lose: 0 })
    await desk.finishRefund(body.refund.refundId, 'failed')
    await expect
      .poll(async () => {
        await desk.processEvents()
        return (await desk.refunds(paid)).map(({ state }) => state)
      })
      .toEqual(['refunded', 'failed'])
    expect(await desk.balance(paid)).toBe(23)
    expect(await purchaseOf(paid)).toMatchObject({ refundedCents: 500 })
    expect(await desk.moved(paid)).toEqual([
      [`refund ${kept.body.refund.id}`, -5],
      [`refund ${body.refund.id}`, -11],
      [`refund-return ${body.refund.id}`, 11],
    ])
    const letter = await lastLetterTo(paid)
    expect(letter?.subject).toContain('did not arrive')
    expect(letter?.text).toContain('11 tokens are back in your balance')
    expect((await desk.preview(paid)).body.availableAmount).toBe(20.2)
  })

  test('or fails later, of tokens that were spent, promises none', async () => {
    const paid = await desk.pay()
    await desk.spend(paid, 28)
    const { body } = await desk.refund(paid, { amount: 10 })
    await app.sandbox.control('webhooks', { provider: 'stripe', lose: 0 })
    await desk.finishRefund(body.refund.refundId, 'failed')
    await expect
      .poll(async () => {
        await desk.processEvents()
        return (await lastLetterTo(paid))?.subject
      })
      .toContain('did not arrive')
    expect((await lastLetterTo(paid))?.text).not.toContain('token')
  })
})

async function lastLetterTo({ buyer }: Paid): Promise<{ subject: string; text: string } | undefined> {
  const letters = await app.query<{ subject: string; text: string }>(
    `select subject, text from outbox_messages where recipient = '${buyer.consumer.email}' order by id desc limit 1`,
  )
  return letters[0]
}

describe('a refund made at the provider itself', () => {
  test('is found by its events, repeated and shuffled as they are, and takes the same tokens', async () => {
    await app.sandbox.control('webhooks', { provider: 'stripe', lose: 0, repeat: 4, shuffle: true })
    const paid = await desk.pay()
    await desk.refundThere(paid, 1_000)
    await desk.refundThere(paid, 520)
    await expect
      .poll(async () => {
        await Promise.all([desk.processEvents(), desk.processEvents()])
        return (await desk.refunds(paid)).map(({ state }) => state)
      })
      .toEqual(['refunded', 'refunded'])
    const rows = await desk.refunds(paid)
    const made = rows.map(({ amountCents, adminUserId }) => [amountCents, adminUserId])
    expect(made.toSorted(([one], [other]) => Number(one) - Number(other))).toEqual([
      [520, null],
      [1_000, null],
    ])
    expect(await desk.balance(paid)).toBe(28 - 16)
    expect((await desk.preview(paid)).body.availableAmount).toBe(10)
    const { body } = await desk.refund(paid)
    expect(body.refund).toMatchObject({ amount: -10, tokensTakenBack: 12 })
    expect(await desk.balance(paid)).toBe(0)
  })

  test('which leaves nothing to refund here is told to the admin who asks for it, and recorded', async () => {
    const paid = await desk.pay()
    await desk.refundThere(paid, 2_520)
    const { body } = await desk.refund(paid)
    expect(body.code).toBe('not_refundable')
    const rows = await desk.refunds(paid)
    expect(rows.map(({ state, adminUserId }) => [state, adminUserId === null])).toEqual([
      ['failed', false],
      ['refunded', true],
    ])
    expect(await desk.balance(paid)).toBe(0)
    expect(await purchaseOf(paid)).toMatchObject({ refundedCents: 2_520 })
  })
})

test('the refund of an automatic purchase ends it, of any other it does not', async () => {
  const buyer = await makeAutoRule(app)
  const [bought, automatic] = [await desk.pay({ buyer }), await desk.pay({ buyer })]
  await app.query(`update purchases set is_auto_purchase = true where id = ${automatic.purchaseId}`)
  expect((await desk.preview(bought)).body.endsAutoPurchase).toBe(false)
  expect((await desk.preview(automatic)).body.endsAutoPurchase).toBe(true)
  await desk.refund(bought)
  expect((await buyer.read()).rule).not.toBeNull()
  await desk.refund(automatic, { amount: 1 })
  expect((await buyer.read()).rule).toBeNull()
  expect((await desk.preview(automatic)).body.endsAutoPurchase).toBe(false)
})

test('the refund of a payment at another account is left alone until there are keys of that', async () => {
  const paid = await desk.pay()
  await app.sandbox.control('faults', {
    provider: 'stripe',
    kind: 'error_500_before',
    path: '/v1/refunds',
    times: 20,
  })
  await desk.refund(paid)
  await fetch(`${app.sandbox.url}/sandbox/control/faults`, { method: 'DELETE' })
  const moveTo = (account: string) =>
    app.query(`update purchases set provider_account = ${account} where id = ${paid.purchaseId} returning id`)
  const readLooks = () => app.query(`select state, looks from refunds where purchase_id = ${paid.purchaseId}`)
  const before = await readLooks()
  expect(before).toMatchObject([{ state: 'started' }])
  await moveTo("'acct_another:' || provider_account")
  await desk.settle()
  expect(await readLooks()).toEqual(before)
  await moveTo("replace(provider_account, 'acct_another:', '')")
  await desk.settle()
  expect(await desk.refunds(paid)).toMatchObject([{ state: 'refunded' }])
})

test('the refund of an automatic purchase ends it when it is made at the provider, too', async () => {
  const buyer = await makeAutoRule(app)
  const automatic = await desk.pay({ buyer })
  await app.query(`update purchases set is_auto_purchase = true where id = ${automatic.purchaseId}`)
  await app.sandbox.control('webhooks', { provider: 'stripe', lose: 0 })
  await desk.refundThere(automatic, 100)
  await expect
    .poll(async () => {
      await desk.processEvents()
      return (await desk.refunds(automatic)).map(({ state }) => state)
    })
    .toEqual(['refunded'])
  expect((await buyer.read()).rule).toBeNull()
})

describe('the payments and refunds of all tenants', () => {
  const list = (query: Record<string, string>) => desk.admin.get('/v1/admin/payment-histories', { query })

  test('are in one list, newest first, of whoever is looked for by email, username or an id', async () => {
    const paid = await desk.pay()
    const { body: first } = await desk.refund(paid, { amount: 5 })
    const { body: second } = await desk.refund(paid, { amount: 6 })
    const ids = [second.refund.id, first.refund.id, paid.purchaseId]
    const { email, username } = paid.buyer.consumer
    for (const searchText of [email, username.slice(1), paid.intent, paid.charge]) {
      const { body } = await list({ searchText })
      expect({
        searchText,
        ids: body.data.map(({ id }: { id: number }) => id),
        total: body.totalItems,
      }).toEqual({
        searchText,
        ids,
        total: 3,
      })
    }
    const { body } = await list({ searchText: first.refund.refundId })
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual([first.refund.id, paid.purchaseId])
    expect((await list({ searchText: '%' })).body.totalItems).toBe(0)
  })

  test('come by pages, each row once', async () => {
    for (let count = 0; count < 3; count++) await desk.refund(await desk.pay(), { amount: 5 })
    const { body: all } = await list({ noPagination: 'true' })
    const ids: number[] = []
    for (let page = 1; page <= Math.ceil(all.totalItems / 4); page++) {
      const { body } = await list({ page: String(page), itemPerPage: '4' })
      ids.push(...body.data.map(({ id }: { id: number }) => id))
    }
    expect(ids).toEqual(all.data.map(({ id }: { id: number }) => id))
    expect(new Set(ids).size).toBe(all.totalItems)
    const instants = all.data.map(({ createdAt }: { createdAt: string }) => createdAt)
    expect(instants).toEqual(instants.toSorted().toReversed())
    expect((await list({ sendList: 'false' })).body).toMatchObject({ totalItems: all.totalItems, data: [] })
  })
})

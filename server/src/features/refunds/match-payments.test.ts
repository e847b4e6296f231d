import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { callStripeSandbox, cardProviderOf } from '../../../test/provider.ts'
import { openRefundDesk, type Paid, type RefundDesk } from '../../../test/refunds.ts'
import { decideAt, makeWalletBuyer, walletProviderOf } from '../../../test/wallet.ts'
import { compareBooks } from './compare-books.ts'
import { lookUpRefunds } from './look-up-refunds.ts'
import { matchJob, matchPayments } from './match-payments.ts'

let app: TestApp
let desk: RefundDesk

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
  await app.sandbox.control('webhooks', { provider: 'stripe', lose: -1 })
  desk = await openRefundDesk(app)
})
afterAll(() => app.close())

const hourMs = 3_600_000

/** The books from the test's beginning to its end, those of the tests before left out. */
let from: Date
beforeEach(async () => {
  // The provider's instants are whole seconds: a test begins with one of its own.
  const { now } = app.deps.clock
  const second = Math.ceil(now().getTime() / 1_000) * 1_000
  await expect.poll(() => now().getTime()).toBeGreaterThanOrEqual(second)
  from = new Date(second)
})

const compare = (provider = cardProviderOf(app.deps)) =>
  compareBooks(app.deps, provider, {
    from,
    until: new Date(app.deps.clock.now().getTime() + hourMs),
  })

describe('the books of provider, product and ledger', () => {
  test('agree after purchases, refunds and refunds that failed', async () => {
    const [whole, part] = [await desk.pay(), await desk.pay()]
    await desk.refund(whole)
    const { body } = await desk.refund(part, { amount: 5 })
    await desk.finishRefund(body.refund.refundId, 'failed')
    expect((await compare()).differences).toMatchObject([
      { what: 'given back here, and not there', refundId: body.refund.id },
    ])
    await lookUpRefunds(app.deps, cardProviderOf(app.deps), {
      providerPaymentId: part.intent,
      captureId: null,
    })
    expect(await compare()).toEqual({ payments: 2, refunds: 1, differences: [] })
  })

  test('agree on a refund made at the provider that nobody told us of: it is recorded first', async () => {
    const paid = await desk.pay()
    await desk.refundThere(paid, 1_000)
    expect(await compare()).toMatchObject({ payments: 1, refunds: 1, differences: [] })
    expect(await desk.refunds(paid)).toMatchObject([{ state: 'refunded', adminUserId: null }])
  })

  test('differ by name', async () => {
    const lie = async (statement: string) => {
      const paid = await desk.pay()
      await app.query(statement.replace('$id', String(paid.purchaseId)))
      return paid
    }
    const rows: [Paid, string][] = [
      [
        await lie('update purchases set amount_cents = 2519 where id = $id'),
        'another amount was taken there than here',
      ],
      [await lie(`update purchases set state = 'failed' where id = $id`), 'taken there, and not paid here'],
      [
        await lie(
          `update purchases set provider_payment_id = 'pi_gone', provider_capture_id = 'ch_gone' where id = $id`,
        ),
        'paid here, and not taken there',
      ],
      [
        await lie('update purchases set number_of_tokens = 29 where id = $id'),
        'paid, and not credited with its tokens',
      ],
    ]
    const { differences } = await compare()
    for (const [{ purchaseId }, what] of rows) {
      expect(differences).toContainEqual(
        expect.objectContaining({ what, ...(what.startsWith('taken') ? {} : { purchaseId }) }),
      )
    }
    const [, unpaid] = rows
    expect(differences).toContainEqual(
      expect.objectContaining({ what: `credited, and not paid: purchase:${unpaid?.[0].purchaseId}` }),
    )
  })

  test('agree of wallets too, whose payments, refunds and reversals come from a report', async () => {
    const wallets = walletProviderOf(app, {})
    const pay = async () => {
      const buyer = await makeWalletBuyer(app)
      const { body } = await buyer.order()
      await decideAt(body.approveUrl)
      const { purchaseId } = (await buyer.checkout(body.id)).body
      const [row] = await app.query<{ captureId: string }>(
        `select provider_capture_id as capture_id from purchases where id = ${purchaseId}`,
      )
      return { buyer, purchaseId, captureId: row?.captureId ?? '' }
    }
    const [whole, part, disputed] = [await pay(), await pay(), await pay()]
    const refund = ({ buyer, purchaseId }: typeof whole, amount: object) =>
      desk.admin.post('/v1/admin/payment-history/refund', {
        paymentHistoryId: purchaseId,
        consumerId: buyer.consumer.id,
        ...amount,
      })
    expect((await refund(whole, { isFullRefund: true })).status).toBe(201)
    expect((await refund(part, { isFullRefund: false, amount: 10 })).status).toBe(201)
    const opened = await app.sandbox.control('disputes', { capture: disputed.captureId, stage: 'CHARGEBACK' })
    const disputeId = (opened as { data: { id: string } }).data.id
    await app.sandbox.control(`disputes/${disputeId}/close`, { status: 'lost' })
    await expect
      .poll(async () => {
        await desk.processEvents()
        return compare(wallets)
      })
      .toEqual({
        payments: 3,
        refunds: 2,
        differences: [],
      })
    await app.query(`update purchases set amount_cents = amount_cents - 1 where id = ${part.purchaseId}`)
    await app.query(
      `update purchases set provider_capture_id = 'GONE', provider_payment_id = 'GONE' where id = ${whole.purchaseId}`,
    )
    expect((await compare(wallets)).differences).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          what: 'another amount was taken there than here',
          purchaseId: part.purchaseId,
        }),
        expect.objectContaining({ what: 'paid here, and not taken there', purchaseId: whole.purchaseId }),
        // Fully refunded, it is another status there.
        expect.objectContaining({ what: 'taken there, and not paid here', providerId: whole.captureId }),
      ]),
    )
  })

  test('are not concerned by what the account takes besides', async () => {
    const made = await callStripeSandbox(app, 'POST', '/v1/payment_intents', {
      amount: '500',
      currency: 'usd',
      payment_method: 'pm_card_visa',
      confirm: 'true',
      return_url: 'https://almanac.example/',
    })
    expect(made.body.status).toBe('succeeded')
    expect((await compare()).differences).toEqual([])
  })
})

describe('each day that is over', () => {
  const yesterday = `(now() at time zone 'UTC')::date - 2`
  const health = async () => (await desk.admin.get('/v1/admin/payment-health')).body
  const match = () => matchPayments(app.deps, cardProviderOf(app.deps))

  test('is compared once; while one does not agree nothing is bought automatically', async () => {
    await app.query(`update purchases set settled_at = now() where state = 'settled'`)
    expect(await match()).toBeGreaterThan(5)
    expect(await match()).toBe(0)
    expect(await health()).toMatchObject({ unbalanced: [], automaticPurchasesStopped: null })
    const paid = await desk.pay()
    const set = (ids: string) => app.query(`update purchases set ${ids} where id = ${paid.purchaseId}`)
    await set(`settled_at = ${yesterday}, provider_payment_id = 'pi_none', provider_capture_id = 'ch_none'`)
    await app.query(`delete from payment_matches where day = ${yesterday}`)
    expect(await match()).toBe(1)
    expect(await health()).toMatchObject({
      unbalanced: [
        { differences: [{ purchaseId: paid.purchaseId, what: 'paid here, and not taken there' }] },
      ],
      automaticPurchasesStopped: { reason: 'The books of payments do not agree.' },
    })
    expect(await match()).toBe(0)
    await set(`provider_payment_id = '${paid.intent}', provider_capture_id = '${paid.charge}'`)
    await app.query(`update payment_matches set matched_at = now() - interval '2 hours'`)
    expect(await match()).toBe(1)
    expect(await health()).toMatchObject({ unbalanced: [], automaticPurchasesStopped: null })
  })

  test('of a provider that answers is compared where another does not answer, and the job has failed', async () => {
    await app.query('delete from payment_matches')
    const silent = {
      ...cardProviderOf(app.deps),
      listMovements: () => {
        throw new Error('The provider does not answer')
      },
    }
    const providers = { stripe: silent, paypal: walletProviderOf(app, {}) }
    await expect(matchJob({ ...app.deps, providers }).run()).rejects.toThrow('The provider does not answer')
    const matched = await app.query<{ provider: string }>('select distinct provider from payment_matches')
    expect(matched).toEqual([{ provider: 'paypal' }])
  })
})

test('an event that waits is shown, and worked off again when an admin says so', async () => {
  const paid = await desk.pay()
  const eventId = `evt_${paid.purchaseId}`
  await app.query(`insert into payment_events (provider, event_id, type, body, attempts, parked_at, error)
    values ('stripe', '${eventId}', 'charge.refunded', '${JSON.stringify({
      data: { object: { id: paid.charge, payment_intent: paid.intent } },
    })}', 8, now(), 'there is no purchase for it')`)
  const shown = async () =>
    (await desk.admin.get('/v1/admin/payment-health')).body.events.find(
      (event: { eventId: string }) => event.eventId === eventId,
    )
  expect(await shown()).toMatchObject({ isParked: true, error: 'there is no purchase for it' })
  const replay = (id: string) => desk.admin.post(`/v1/admin/payment-events/stripe/${id}/replay`)
  expect((await replay('evt_of_nobody')).status).toBe(404)
  expect((await replay(eventId)).status).toBe(200)
  await desk.processEvents()
  expect(await shown()).toBeUndefined()
  expect(
    await app.query(`select action from audit_entries where subject = 'payment-event:stripe:${eventId}'`),
  ).toEqual([{ action: 'replay-payment-event' }])
})

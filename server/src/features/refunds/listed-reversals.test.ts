import { waysToPay } from '@almanac/contract/payments'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { makeWalletBuyer, walletsOf } from '../../../test/wallet.ts'
import type { Dispute, PaymentProvider, Refund } from '../payments/ports.ts'
import { requireProvider } from '../payments/providers.ts'
import { compareBooks } from './compare-books.ts'
import { lookUpRefunds } from './look-up-refunds.ts'
import { recordDispute } from './record-dispute.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
})
afterAll(() => app.close())

const at = () => requireProvider(app.deps, waysToPay.paypal.provider)

/** A purchase of 28 tokens for $25.20 by a wallet, whose events do not come by themselves. */
async function payByWallet() {
  await app.sandbox.control('webhooks', { provider: 'paypal', lose: -1 })
  const buyer = await makeWalletBuyer(app)
  await buyer.saveWallet()
  const { body } = await buyer.buyWithDefaultWallet()
  const [paid] = await app.query<{ id: number; payment: string; capture: string }>(
    `select id, provider_payment_id as payment, provider_capture_id as capture from purchases
     where id = ${body.purchaseId}`,
  )
  if (!paid) throw new Error('Nothing was bought')
  const { id, payment: providerPaymentId, capture: captureId } = paid
  return {
    id,
    captureId,
    async open(how: object = {}): Promise<string> {
      const opened = await app.sandbox.control('disputes', { capture: captureId, ...how })
      return (opened as { data: { id: string } }).data.id
    },
    close: (dispute: string, status: 'won' | 'lost', amountCents?: number) =>
      app.sandbox.control(`disputes/${dispute}/close`, { status, ...(amountCents && { amountCents }) }),
    hearOfRefund: (provider = at()) => lookUpRefunds(app.deps, provider, { providerPaymentId, captureId }),
    hearOfDispute: (dispute: string, provider = at()) => recordDispute(app.deps, provider, dispute),
  }
}
type Paid = Awaited<ReturnType<typeof payByWallet>>

/** What is counted of a payment: cents refunded and lost, and the tokens that are left. */
async function standing({ id }: Paid) {
  const [row] = await app.query<{ refunded: number; lost: number; tokens: number }>(
    `select p.refunded_cents as refunded, w.balance as tokens,
       (select coalesce(sum(amount_cents), 0)::int from disputes where purchase_id = p.id and state = 'lost') as lost
     from purchases p join wallets w on w.consumer_id = p.consumer_id where p.id = ${id}`,
  )
  return row
}

/** In what our books differ from a report that lists all that the provider gave back of a payment. */
async function differencesOf({ captureId }: Paid) {
  const { refunds } = (await walletsOf(app)) as unknown as {
    refunds: { id: string; captureId: string; amountCents: number; createdAt: string }[]
  }
  const provider: PaymentProvider = {
    ...at(),
    async *listMovements() {
      const what = { kind: 'refund' as const, providerPaymentId: null, currency: 'usd', reference: null }
      for (const { id, amountCents, createdAt, ...refund } of refunds)
        if (refund.captureId === captureId)
          yield { ...what, id, captureId, amountCents, createdAt: new Date(createdAt) }
    },
  }
  const [from, until] = [new Date(Date.now() + 60_000), new Date(Date.now() + 120_000)]
  return (await compareBooks(app.deps, provider, { from, until })).differences
}

describe('what a lost dispute took, and its provider lists as a refund too', () => {
  test.each([
    ['refund, dispute', 2_520, 2_520, 28],
    ['dispute, refund', 2_520, 2_520, 28],
    ['opened, refund, dispute', 1_260, 1_260, 14],
    ['refund, dispute, refund, dispute', 1_260, 1_260, 14],
    ['opened, refund, dispute', 2_520, 900, 10],
    ['refund, dispute, refund', 2_520, 900, 10],
    ['dispute, refund', 2_520, 900, 10],
  ])(
    'counts once, heard of as %s, of %i cents disputed and %i lost',
    async (order, disputed, lost, tokens) => {
      const paid = await payByWallet()
      const dispute = await paid.open({ amountCents: disputed })
      if (order.startsWith('opened')) await paid.hearOfDispute(dispute)
      await paid.close(dispute, 'lost', lost)
      for (const news of order.split(', ')) {
        if (news === 'refund') await paid.hearOfRefund()
        if (news === 'dispute') await paid.hearOfDispute(dispute)
      }
      expect(await standing(paid)).toEqual({ refunded: 0, lost, tokens: 28 - tokens })
      expect(await differencesOf(paid)).toEqual([])
    },
  )
})

test('what a lost dispute took comes back when it is won on appeal, though it stays listed as a refund', async () => {
  const paid = await payByWallet()
  const dispute = await paid.open()
  await paid.close(dispute, 'lost')
  await paid.hearOfDispute(dispute)
  const [told] = await at().lookUpDispute(dispute)
  await paid.hearOfDispute(dispute, saying({ dispute: told && { ...told, status: 'won' } }))
  await paid.hearOfRefund()
  expect(await standing(paid)).toEqual({ refunded: 0, lost: 0, tokens: 28 })
  expect(await differencesOf(paid)).toEqual([])
})

describe('a refund made at the provider while its payment is disputed', () => {
  test.each(['opened, refund', 'refund, opened'])(
    'counts as a refund while the dispute is open, heard of as %s',
    async (order) => {
      const paid = await payByWallet()
      const dispute = await paid.open({ stage: 'INQUIRY' })
      await app.sandbox.control('refunds', { capture: paid.captureId })
      for (const news of order.split(', ')) {
        if (news === 'refund') await paid.hearOfRefund()
        else await paid.hearOfDispute(dispute)
      }
      expect(await standing(paid)).toEqual({ refunded: 2_520, lost: 0, tokens: 0 })
      expect(await differencesOf(paid)).toEqual([])
    },
  )

  test.each([
    'refund, opened, won',
    'opened, refund, won',
    'refund, won',
    'opened, won, refund',
    'won, refund',
  ])('stays one when the dispute is won, heard of as %s', async (order) => {
    const paid = await payByWallet()
    const dispute = await paid.open({ stage: 'INQUIRY' })
    await app.sandbox.control('refunds', { capture: paid.captureId })
    for (const news of order.split(', ')) {
      if (news === 'refund') await paid.hearOfRefund()
      if (news === 'opened') await paid.hearOfDispute(dispute)
      if (news !== 'won') continue
      await paid.close(dispute, 'won')
      await paid.hearOfDispute(dispute)
    }
    expect(await standing(paid)).toEqual({ refunded: 2_520, lost: 0, tokens: 0 })
    expect(await differencesOf(paid)).toEqual([])
  })
})

/** The provider, answering what the sandbox never does. */
function saying({ dispute, refunds }: { dispute?: Dispute; refunds?: Refund[] }): PaymentProvider {
  return {
    ...at(),
    ...(dispute && { lookUpDispute: async () => [dispute] }),
    ...(refunds && { listRefunds: async () => refunds }),
  }
}

describe('money in another currency', () => {
  test('is no dispute here, and the event says why', async () => {
    const paid = await payByWallet()
    const dispute = await paid.open()
    const [told] = await at().lookUpDispute(dispute)
    const heard = paid.hearOfDispute(dispute, saying({ dispute: told && { ...told, currency: 'eur' } }))
    await expect(heard).rejects.toThrow(`Dispute ${dispute} is in EUR, its purchase in USD`)
    expect(await app.query(`select id from disputes where purchase_id = ${paid.id}`)).toEqual([])
    expect(await standing(paid)).toEqual({ refunded: 0, lost: 0, tokens: 28 })
  })

  test('is no refund here, and keeps no other from being recorded', async () => {
    const paid = await payByWallet()
    const refund: Refund = {
      refundId: `R${paid.id}A`,
      providerPaymentId: null,
      captureId: paid.captureId,
      status: 'succeeded',
      amountCents: 900,
      currency: 'eur',
      reference: null,
      failureCode: null,
      createdAt: new Date(),
    }
    const refunds = [refund, { ...refund, refundId: `R${paid.id}B`, amountCents: 90, currency: 'usd' }]
    const heard = paid.hearOfRefund(saying({ refunds }))
    await expect(heard).rejects.toThrow(`Refund R${paid.id}A is in EUR, its purchase in USD`)
    expect(await standing(paid)).toEqual({ refunded: 90, lost: 0, tokens: 27 })
  })
})

test('a dispute of two payments is one of each, with its share', async () => {
  const [one, other] = [await payByWallet(), await payByWallet()]
  const dispute = await one.open()
  const [told] = await at().lookUpDispute(dispute)
  if (!told) throw new Error('The dispute is unknown')
  const second = { ...told, disputeId: `${dispute}/${other.captureId}`, captureId: other.captureId }
  const provider: PaymentProvider = {
    ...at(),
    lookUpDispute: async () => [
      { ...told, status: 'lost', amountCents: 900 },
      { ...second, status: 'lost', amountCents: 1_800 },
    ],
  }
  for (const _ of [1, 2]) await one.hearOfDispute(dispute, provider)
  expect(await standing(one)).toEqual({ refunded: 0, lost: 900, tokens: 18 })
  expect(await standing(other)).toEqual({ refunded: 0, lost: 1_800, tokens: 8 })
})

import { postEntry } from '../src/features/ledger/index.ts'
import { processEvents } from '../src/features/payments/process-events.ts'
import { refundEvents } from '../src/features/refunds/index.ts'
import { settleRefunds } from '../src/features/refunds/settle-refunds.ts'
import { type Buyer, makeBuyer } from './buyer.ts'
import type { TestClient, TestResponse } from './client.ts'
import { unique } from './factories.ts'
import type { TestApp } from './harness.ts'
import { callStripeSandbox } from './provider.ts'

export interface Paid {
  buyer: Buyer
  purchaseId: number
  /** The provider's ids. */
  intent: string
  charge: string
  /** Of the whole payment, in cents. */
  amountCents: number
}

export interface RefundDesk {
  admin: TestClient
  adminId: number
  /** A consumer who has just bought a package; 28 tokens for $25.20 unless wished otherwise. */
  pay(wish?: { priceCents?: number; numberOfTokens?: number; card?: string; buyer?: Buyer }): Promise<Paid>
  /** Spends tokens as a reading would, oldest first. */
  spend(paid: Paid, tokens: number): Promise<void>
  refund(paid: Paid, body?: Record<string, unknown>, key?: string): Promise<TestResponse>
  preview(paid: Paid, amountCents?: number): Promise<TestResponse>
  /** Refunds at the provider's own dashboard. */
  refundThere(paid: Paid, amountCents: number): Promise<string>
  openDispute(paid: Paid, amountCents?: number, reason?: string): Promise<string>
  closeDispute(disputeId: string, status: 'won' | 'lost'): Promise<unknown>
  finishRefund(refundId: string, outcome: 'succeeded' | 'failed'): Promise<unknown>
  /** What the provider has given back of a payment, in cents. */
  givenBack(paid: Paid): Promise<number[]>
  balance(paid: Paid): Promise<number>
  refunds(paid: Paid): Promise<RefundRow[]>
  /** The ledger's entries of refunds and disputes: reference without the purchase, and tokens, below 0 where taken. */
  moved(paid: Paid): Promise<[string, number][]>
  /** Works off the inbox. */
  processEvents(): Promise<number>
  /** Has the lanes look at everything now. */
  settle(): Promise<number>
}

export interface RefundRow {
  id: number
  amountCents: number
  state: string
  tokensTakenBack: number
  tokensMissing: number
  providerRefundId: string | null
  adminUserId: number | null
  failureCode: string | null
}

/** An admin at the payments, with the provider behind. */
export async function openRefundDesk(app: TestApp): Promise<RefundDesk> {
  const { id: adminId, username } = await app.make.admin()
  const admin = await app.signIn(username, null)

  return {
    admin,
    adminId,
    async pay({ card = 'pm_card_visa', buyer: known, ...wish } = {}) {
      const buyer = known ?? (await makeBuyer(app, wish))
      const { body } = await buyer.buy({ paymentId: card })
      const [row] = await app.query<{ id: number; intent: string; charge: string; cents: number }>(
        `select id, provider_payment_id as intent, provider_capture_id as charge, amount_cents as cents
         from purchases where id = ${body.purchaseId}`,
      )
      if (!row) throw new Error(`Nothing was bought: ${JSON.stringify(body)}`)
      return { buyer, purchaseId: row.id, intent: row.intent, charge: row.charge, amountCents: row.cents }
    },
    async spend({ buyer }, tokens) {
      const { tenantId, id: consumerId } = buyer.consumer
      const reference = unique('test-spent:')
      const what = {
        kind: 'reading' as const,
        reference,
        description: 'Played',
        actor: `consumer:${consumerId}`,
      }
      await app.deps.db.transact((tx) =>
        postEntry(tx, { tenantId, consumerId, debitTokens: tokens, ...what }),
      )
    },
    refund: ({ buyer, purchaseId }, body = {}, key) =>
      admin.post(
        '/v1/admin/payment-history/refund',
        {
          paymentHistoryId: purchaseId,
          consumerId: buyer.consumer.id,
          isFullRefund: !('amount' in body),
          ...body,
        },
        key ? { headers: { 'idempotency-key': key } } : {},
      ),
    preview: ({ purchaseId }, amountCents) =>
      admin.get(`/v1/admin/payment-histories/${purchaseId}/refund-preview`, {
        ...(amountCents === undefined ? {} : { query: { amountCents: String(amountCents) } }),
      }),
    async refundThere({ intent }, amountCents) {
      const wish = { payment_intent: intent, amount: String(amountCents) }
      const { status, body } = await callStripeSandbox(app, 'POST', '/v1/refunds', wish)
      if (status !== 200) throw new Error(`The provider refused: ${JSON.stringify(body)}`)
      return String(body.id)
    },
    async openDispute({ charge }, amountCents, reason) {
      const about = { charge, ...(amountCents && { amountCents }), ...(reason && { reason }) }
      const opened = await app.sandbox.control('disputes', about)
      return (opened as { data: { id: string } }).data.id
    },
    closeDispute: (disputeId, status) => app.sandbox.control(`disputes/${disputeId}/close`, { status }),
    finishRefund: (refundId, outcome) => app.sandbox.control(`refunds/${refundId}/finish`, { outcome }),
    async givenBack({ intent }) {
      const { body } = await callStripeSandbox(app, 'GET', `/v1/refunds?payment_intent=${intent}&limit=100`)
      const rows = body.data as { status: string; amount: number }[]
      return rows.filter(({ status }) => status !== 'failed').map(({ amount }) => amount)
    },
    async balance({ buyer }) {
      const [row] = await app.query<{ balance: number }>(
        `select balance from wallets where consumer_id = ${buyer.consumer.id}`,
      )
      return row?.balance ?? Number.NaN
    },
    refunds: ({ purchaseId }) =>
      app.query<RefundRow>(
        `select id, amount_cents, state, tokens_taken_back, tokens_missing, provider_refund_id, admin_user_id,
           failure_code from refunds where purchase_id = ${purchaseId} order by id`,
      ),
    async moved({ buyer, purchaseId }) {
      const rows = await app.query<{ reference: string; tokens: number }>(
        `select reference, credit - debit as tokens from ledger_entries
         where consumer_id = ${buyer.consumer.id} and kind ~ '^(refund|dispute)' order by id`,
      )
      return rows.map(({ reference, tokens }) => [reference.replace(`:${purchaseId}:`, ' '), tokens])
    },
    processEvents: () => processEvents(app.deps, refundEvents(app.deps)),
    async settle() {
      await app.query(`update refunds set next_look_at = now() where next_look_at is not null`)
      await app.query(`update disputes set next_look_at = now() where next_look_at is not null`)
      return settleRefunds(app.deps)
    },
  }
}

import type { Refund as PayPalRefund, TransactionInformation } from '@paypal/paypal-server-sdk'
import { z } from 'zod'
import type {
  Dispute,
  Movement,
  PaidIds,
  PaymentProvider,
  Refund,
  RefundResult,
} from '../../features/payments/ports.ts'
import { callPayPal, issueOf, orNull, type Patiences } from './call.ts'
import { centsOf, moneyOf } from './money.ts'
import type { PayPalSessions } from './session.ts'

const prefer = 'return=representation'

/** Issues that say more than that the refund was refused, in the words of the other provider where it has one. */
const telling: Readonly<Record<string, string>> = {
  CAPTURE_FULLY_REFUNDED: 'charge_already_refunded',
  REFUND_AMOUNT_EXCEEDED: 'charge_already_refunded',
  REFUND_FAILED_INSUFFICIENT_FUNDS: 'balance_insufficient',
  REFUND_TIME_LIMIT_EXCEEDED: 'refund_too_late',
  PARTIAL_REFUND_NOT_ALLOWED: 'refund_whole_only',
  MAX_NUMBER_OF_REFUNDS_EXCEEDED: 'refunds_too_many',
  REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK: 'charge_disputed',
  TRANSACTION_DISPUTED: 'charge_disputed',
}

/** Refunds and disputes of captures, and the account's movements of money. */
export function paypalRefunds(
  sessions: PayPalSessions,
  patience: Patiences,
): Pick<PaymentProvider, 'refund' | 'lookUpRefund' | 'listRefunds' | 'lookUpDispute' | 'listMovements'> {
  async function listRefunds({ providerPaymentId: id, captureId }: PaidIds): Promise<Refund[]> {
    const order = await orNull(() =>
      callPayPal(sessions, 'get order', patience.lookUp, ({ orders }, options) =>
        orders.getOrder({ id }, options),
      ),
    )
    const refunds = order?.purchaseUnits?.[0]?.payments?.refunds ?? []
    return refunds.map((refund) => toRefund(refund, { providerPaymentId: id, captureId }))
  }

  return {
    async refund({ reference, idempotencyKey: paypalRequestId, captureId, amountCents, ...payment }) {
      if (captureId === null) throw new Error('A refund names the capture that it is of')
      try {
        const body = { amount: moneyOf(amountCents), customId: reference, invoiceId: reference }
        const refund = await callPayPal(sessions, 'refund', patience.charge, ({ payments }, options) =>
          payments.refundCapturedPayment({ captureId, paypalRequestId, prefer, body }, options),
        )
        return { kind: 'refund', refund: toRefund(refund, { ...payment, captureId }) }
      } catch (error) {
        return refusalOf(error)
      }
    },
    listRefunds,
    async lookUpRefund({ refundId, reference, ...payment }) {
      if (refundId === null) {
        return (await listRefunds(payment)).find((refund) => refund.reference === reference) ?? null
      }
      const refund = await orNull(() =>
        callPayPal(sessions, 'get refund', patience.lookUp, ({ payments }, options) =>
          payments.getRefund({ refundId }, options),
        ),
      )
      return refund && toRefund(refund, payment)
    },
    async lookUpDispute(disputeId) {
      const said = await orNull(() =>
        callPayPal(sessions, 'get dispute', patience.lookUp, ({ request }, options) =>
          request('GET', `/v1/customer/disputes/${encodeURIComponent(disputeId)}`).callAsText(options),
        ),
      )
      return said === null ? null : toDispute(JSON.parse(said))
    },
    listMovements: (span) => listMovements(sessions, patience, span),
  }
}

function refusalOf(error: unknown): RefundResult {
  const issue = issueOf(error)
  if (issue === null) throw error
  return { kind: 'refused', code: telling[issue] ?? 'refused' }
}

function toRefund(refund: PayPalRefund, payment: PaidIds): Refund {
  if (!refund.id || !refund.amount) throw new Error('PayPal answers a refund without id or amount')
  return {
    refundId: refund.id,
    ...payment,
    status: refundStatusOf(refund),
    amountCents: centsOf(refund.amount),
    currency: refund.amount.currencyCode.toLowerCase(),
    reference: refund.customId ?? null,
    failureCode:
      refund.status === 'FAILED' || refund.status === 'CANCELLED' ? refund.status.toLowerCase() : null,
    createdAt: new Date(refund.createTime ?? Date.now()),
  }
}

function refundStatusOf({ status }: PayPalRefund): Refund['status'] {
  if (status === 'COMPLETED') return 'succeeded'
  return status === 'FAILED' || status === 'CANCELLED' ? 'failed' : 'pending'
}

const disputeBody = z.object({
  dispute_id: z.string(),
  create_time: z.string(),
  reason: z.string().nullish(),
  status: z.string(),
  dispute_amount: z.object({ currency_code: z.string(), value: z.string() }),
  disputed_transactions: z.array(z.object({ seller_transaction_id: z.string().nullish() })).nullish(),
  dispute_outcome: z.object({ outcome_code: z.string().nullish() }).nullish(),
})

/** Outcomes after which the money is gone; any other leaves or gives it to us. */
const lost = new Set(['RESOLVED_BUYER_FAVOUR', 'ACCEPTED'])

/** Not in the SDK. A disputed transaction of the seller is our capture. */
function toDispute(body: unknown): Dispute {
  const told = disputeBody.parse(body)
  const isOver = told.status === 'RESOLVED'
  return {
    disputeId: told.dispute_id,
    providerPaymentId: null,
    captureId: told.disputed_transactions?.[0]?.seller_transaction_id ?? null,
    status: !isOver ? 'open' : lost.has(told.dispute_outcome?.outcome_code ?? '') ? 'lost' : 'won',
    amountCents: centsOf(told.dispute_amount),
    currency: told.dispute_amount.currency_code.toLowerCase(),
    reason: told.reason ?? null,
    createdAt: new Date(told.create_time),
  }
}

/** A search covers 31 days at the most. */
const searchDaysMax = 30
const dayMs = 86_400_000
const pageSize = 500

/** What was taken and given back, as PayPal's reports have it, some hours after it happened. */
async function* listMovements(
  sessions: PayPalSessions,
  patience: Patiences,
  { from, until }: { from: Date; until: Date },
): AsyncIterable<Movement> {
  for (let start = from.getTime(); start < until.getTime(); start += searchDaysMax * dayMs) {
    const end = Math.min(start + searchDaysMax * dayMs, until.getTime())
    for (let page = 1, pages = 1; page <= pages; page++) {
      const found = await callPayPal(sessions, 'list movements', patience.lookUp, ({ search }, options) =>
        search.searchTransactions(
          {
            startDate: new Date(start).toISOString(),
            endDate: new Date(end - 1).toISOString(),
            fields: 'transaction_info',
            balanceAffectingRecordsOnly: 'Y',
            pageSize,
            page,
          },
          options,
        ),
      )
      pages = found.totalPages ?? 1
      yield* (found.transactionDetails ?? []).flatMap(({ transactionInfo }) => movementOf(transactionInfo))
    }
  }
}

/**
 * Payments received are of group T00, refunds and reversals of T11; the rest is not of purchases. What was taken is `S`,
 * or `V` once all of it was given back.
 */
function movementOf(info: TransactionInformation | undefined): Movement[] {
  const { transactionId: id, transactionEventCode: code = '', transactionAmount: amount } = info ?? {}
  if (!info || !id || !amount) return []
  const { transactionStatus: status } = info
  const isTaken =
    code.startsWith('T00') && !amount.value.startsWith('-') && (status === 'S' || status === 'V')
  const isGivenBack = code.startsWith('T11') && amount.value.startsWith('-') && status === 'S'
  if (!isTaken && !isGivenBack) return []
  return [
    {
      kind: isTaken ? 'payment' : 'refund',
      id,
      captureId: isTaken
        ? id
        : info.paypalReferenceIdType === 'TXN'
          ? (info.paypalReferenceId ?? null)
          : null,
      providerPaymentId: null,
      amountCents: centsOf(amount),
      currency: amount.currencyCode.toLowerCase(),
      reference: info.customField ?? null,
      createdAt: new Date(info.transactionInitiationDate ?? 0),
    },
  ]
}

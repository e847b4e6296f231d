import type { Refund as PayPalRefund, TransactionInformation } from '@paypal/paypal-server-sdk'
import type {
  Movement,
  PaidIds,
  PaymentProvider,
  Refund,
  RefundResult,
} from '../../features/payments/ports.ts'
import { callPayPal, issueOf, orNull, type Patiences } from './call.ts'
import { paypalIdOf, toDisputes } from './disputes.ts'
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
          request('GET', `/v1/customer/disputes/${encodeURIComponent(paypalIdOf(disputeId))}`).callAsText(
            options,
          ),
        ),
      )
      return said === null ? [] : toDisputes(JSON.parse(said))
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

/** Reversals by PayPal and refunds by the seller. The rest of group T11 are fees, and holds that are released again. */
const givingBack = new Set(['T1106', 'T1107'])

/**
 * Payments received are of group T00; what is neither that nor gives back is not of purchases. What was taken is `S`, or
 * `V` once all of it was given back.
 */
function movementOf(info: TransactionInformation | undefined): Movement[] {
  const { transactionId: id, transactionEventCode: code = '', transactionAmount: amount } = info ?? {}
  if (!info || !id || !amount) return []
  const { transactionStatus: status } = info
  const isTaken =
    code.startsWith('T00') && !amount.value.startsWith('-') && (status === 'S' || status === 'V')
  const isGivenBack = givingBack.has(code) && amount.value.startsWith('-') && status === 'S'
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

import { compact, link, type PaypalCall, type PaypalWorld } from './context.ts'
import { badRequest } from './errors.ts'
import { feeCents, money } from './money.ts'
import type { CaptureRow, RefundRow } from './rows.ts'

/** No search reaches further. */
const spanMaxMs = 31 * 86_400_000
const pageSize = { usual: 100, most: 500 } as const

/**
 * `GET /v1/reporting/transactions`: what happened to the account's money in a span, both ends in it, oldest first. The real
 * one hears of it some hours later.
 * @throws 400 for instants, a page or a size that it does not take
 */
export function searchTransactions({ world, query }: PaypalCall) {
  const { start, end } = readSpan(query)
  const size = readCount(query, 'page_size', pageSize.usual, pageSize.most)
  const page = readCount(query, 'page', 1, Number.MAX_SAFE_INTEGER)
  const isMovedOnly = query.balance_affecting_records_only !== 'N'
  const found = listTransactions(world)
    .filter(({ at, hasMoved }) => at >= start && at <= end && (hasMoved || !isMovedOnly))
    .sort((one, other) => one.at - other.at)
  const totalPages = Math.ceil(found.length / size)
  return {
    status: 200,
    body: {
      transaction_details: found
        .slice((page - 1) * size, page * size)
        .map(({ info }) => ({ transaction_info: info })),
      account_number: world.options.paypal.merchantId,
      start_date: offsetDate(new Date(start).toISOString()),
      end_date: offsetDate(new Date(end).toISOString()),
      last_refreshed_datetime: offsetDate(new Date().toISOString()),
      page,
      total_items: found.length,
      total_pages: totalPages,
      links: [link(world, 'self', '/v1/reporting/transactions')],
    },
  }
}

type Transaction = { at: number; hasMoved: boolean; info: object }

function listTransactions(world: PaypalWorld): Transaction[] {
  const captures = world.books.paypalCaptures.all()
  const refunds = world.books.paypalRefunds.all()
  return [...captures.map(paymentOf), ...refunds.map(refundOf)]
}

/** `V` once all of it was given back. */
const paymentStatus = {
  COMPLETED: 'S',
  PARTIALLY_REFUNDED: 'S',
  REFUNDED: 'V',
  PENDING: 'P',
  DECLINED: 'D',
} as const

function paymentOf(capture: CaptureRow): Transaction {
  const status = paymentStatus[capture.status]
  return {
    at: Date.parse(capture.createdAt),
    hasMoved: status === 'S' || status === 'V',
    info: compact({
      paypal_account_id: capture.payer.accountId,
      transaction_id: capture.id,
      transaction_event_code: 'T0006',
      transaction_initiation_date: offsetDate(capture.createdAt),
      transaction_updated_date: offsetDate(capture.updatedAt),
      transaction_amount: money(capture.amountCents),
      fee_amount: money(-feeCents(capture.amountCents)),
      transaction_status: status,
      invoice_id: capture.invoiceId,
      custom_field: capture.customId,
      protection_eligibility: '02',
    }),
  }
}

const refundStatus = { COMPLETED: 'S', PENDING: 'P', FAILED: 'D' } as const

function refundOf(refund: RefundRow): Transaction {
  const status = refundStatus[refund.status]
  return {
    at: Date.parse(refund.createdAt),
    hasMoved: status === 'S',
    info: compact({
      transaction_id: refund.id,
      paypal_reference_id: refund.captureId,
      paypal_reference_id_type: 'TXN',
      // A refund, or a payment that was reversed.
      transaction_event_code: refund.by === 'reversal' ? 'T1106' : 'T1107',
      transaction_initiation_date: offsetDate(refund.createdAt),
      transaction_updated_date: offsetDate(refund.updatedAt),
      transaction_amount: money(-refund.amountCents),
      transaction_status: status,
      invoice_id: refund.invoiceId,
      custom_field: refund.customId,
      protection_eligibility: '02',
    }),
  }
}

/** As this API writes instants: `2026-11-22T10:00:00+0000`. */
function offsetDate(instant: string): string {
  return `${instant.slice(0, 19)}+0000`
}

function readSpan(query: PaypalCall['query']): { start: number; end: number } {
  const [start, end] = (['start_date', 'end_date'] as const).map((field) => {
    const value = query[field]
    if (value === undefined) throw badRequest([{ issue: 'MISSING_REQUIRED_PARAMETER', field }])
    const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value) ? Date.parse(value) : Number.NaN
    if (Number.isNaN(at)) throw badRequest([{ issue: 'INVALID_PARAMETER_SYNTAX', field, value }])
    return at
  }) as [number, number]
  if (end < start || end - start > spanMaxMs) {
    const description = 'Date range is greater than 31 days, or ends before it begins'
    throw badRequest([{ issue: 'INVALID_PARAMETER_VALUE', field: 'end_date', description }])
  }
  return { start, end }
}

function readCount(query: PaypalCall['query'], field: string, usual: number, most: number): number {
  const count = Number(query[field] ?? usual)
  if (Number.isInteger(count) && count >= 1 && count <= most) return count
  throw badRequest([{ issue: 'INVALID_PARAMETER_VALUE', field, value: query[field] ?? '' }])
}

import { newPaypalId } from '../state/ids.ts'
import { findCapture } from './captures.ts'
import { compact, link, now, type PaypalCall, type PaypalWorld } from './context.ts'
import { notFound, refused } from './errors.ts'
import { emit } from './events.ts'
import { amountIssue, centsOf, money } from './money.ts'
import { payee } from './payers.ts'
import type { CaptureRow, Money, RefundRow } from './rows.ts'

const refundableMs = 180 * 86_400_000

/** A refund as the API shows it; without `whole` only its state. */
export function showRefund(world: PaypalWorld, refund: RefundRow, whole = true) {
  const links = [
    link(world, 'self', `/v2/payments/refunds/${refund.id}`),
    link(world, 'up', `/v2/payments/captures/${refund.captureId}`),
  ]
  if (!whole) return { id: refund.id, status: refund.status, links }
  const capture = world.books.paypalCaptures.get(refund.captureId)
  return compact({
    id: refund.id,
    status: refund.status,
    status_details: refund.status === 'PENDING' ? { reason: 'ECHECK' } : null,
    amount: money(refund.amountCents),
    invoice_id: refund.invoiceId,
    custom_id: refund.customId,
    note_to_payer: refund.note,
    seller_payable_breakdown: {
      gross_amount: money(refund.amountCents),
      paypal_fee: money(0),
      net_amount: money(refund.amountCents),
      total_refunded_amount: money(capture?.refundedCents ?? refund.amountCents),
    },
    payer: payee(world),
    links,
    create_time: refund.createdAt,
    update_time: refund.updatedAt,
  })
}

type RefundRequest = { amount?: Money; custom_id?: string; invoice_id?: string; note_to_payer?: string }

/** What a refund says in other words than a payment. */
const ofRefund: Readonly<Record<string, { description: string }>> = {
  DUPLICATE_INVOICE_ID: { description: 'Invoice ID was previously used to refund a capture.' },
  PAYEE_ACCOUNT_LOCKED_OR_CLOSED: {
    description: 'Transaction could not complete because payee account is locked or closed.',
  },
  PAYEE_ACCOUNT_RESTRICTED: { description: 'Payee account is restricted.' },
}

/** `POST /v2/payments/captures/{id}/refund`: without an amount, all that is left. @throws 404, 422 */
export function createRefund(call: PaypalCall<RefundRequest>) {
  const { world, body } = call
  const capture = findCapture(world, call.path.id ?? '')
  const amountCents = amountOf(capture, body.amount)
  checkRefundable(world, capture, amountCents)
  const sameInvoice = world.books.paypalRefunds.all().some((one) => one.invoiceId === body.invoice_id)
  if (body.invoice_id !== undefined && sameInvoice) {
    throw refused('DUPLICATE_INVOICE_ID', ofRefund.DUPLICATE_INVOICE_ID)
  }
  const path = `/v2/payments/captures/${capture.id}/refund`
  const decline = world.faults.strikeDecision('paypal', 'decline', path)
  if (decline) {
    const issue = decline.code || 'REFUND_FAILED_INSUFFICIENT_FUNDS'
    throw refused(issue, ofRefund[issue])
  }
  const pending = world.faults.strikeDecision('paypal', 'pending', path)
  const refund = addRefund(world, capture, {
    status: pending ? 'PENDING' : 'COMPLETED',
    amountCents,
    customId: body.custom_id ?? capture.customId,
    invoiceId: body.invoice_id ?? null,
    note: body.note_to_payer ?? null,
    by: 'api',
  })
  return { status: 201, made: refund.id, body: showRefund(world, refund, call.whole) }
}

function amountOf(capture: CaptureRow, amount: Money | undefined): number {
  const rest = capture.amountCents - capture.refundedCents
  if (!amount) return rest
  const problem = amountIssue(amount)
  if (problem) throw refused(problem.issue, { field: `/amount/${problem.field}`, value: amount.value })
  return centsOf(amount)
}

function checkRefundable(world: PaypalWorld, capture: CaptureRow, amountCents: number): void {
  if (capture.status === 'PENDING') throw refused('PENDING_CAPTURE')
  if (capture.status === 'DECLINED') throw refused('REFUND_NOT_ALLOWED')
  const dispute = world.books.paypalDisputes
    .all()
    .find((one) => one.captureId === capture.id && one.outcome !== 'RESOLVED_SELLER_FAVOUR')
  if (dispute?.stage === 'CHARGEBACK') throw refused('REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK')
  const rest = capture.amountCents - capture.refundedCents
  if (rest === 0) throw refused('CAPTURE_FULLY_REFUNDED')
  if (amountCents > rest) throw refused('REFUND_AMOUNT_EXCEEDED')
  if (dispute && amountCents < capture.amountCents) throw refused('PARTIAL_REFUND_NOT_ALLOWED')
  if (Date.now() - Date.parse(capture.createdAt) > refundableMs) throw refused('REFUND_TIME_LIMIT_EXCEEDED')
}

/** Somebody refunds by hand at PayPal: the product learns of it by the event alone. */
export function refundAtDashboard(
  world: PaypalWorld,
  captureId: string,
  amountCents: number | undefined,
): RefundRow {
  const capture = findCapture(world, captureId)
  const amount = amountCents ?? capture.amountCents - capture.refundedCents
  checkRefundable(world, capture, amount)
  const { customId } = capture
  return addRefund(world, capture, {
    status: 'COMPLETED',
    amountCents: amount,
    customId,
    invoiceId: null,
    note: null,
    by: 'dashboard',
  })
}

type NewRefund = Omit<RefundRow, 'id' | 'captureId' | 'createdAt' | 'updatedAt'>

/** Books money back to the payer, and tells of it. */
export function addRefund(world: PaypalWorld, capture: CaptureRow, input: NewRefund): RefundRow {
  const refund = world.books.paypalRefunds.put({
    ...input,
    id: newPaypalId(17),
    captureId: capture.id,
    createdAt: now(),
    updatedAt: now(),
  })
  bookRefunded(world, capture, refund.amountCents)
  tellOfRefund(world, refund)
  return refund
}

function bookRefunded(world: PaypalWorld, capture: CaptureRow, changeCents: number): void {
  const refundedCents = capture.refundedCents + changeCents
  const status =
    refundedCents === 0
      ? 'COMPLETED'
      : refundedCents < capture.amountCents
        ? 'PARTIALLY_REFUNDED'
        : 'REFUNDED'
  world.books.paypalCaptures.put({ ...capture, refundedCents, status, updatedAt: now() })
}

function tellOfRefund(world: PaypalWorld, refund: RefundRow): void {
  const amount = `$ ${money(refund.amountCents).value} USD`
  const type =
    refund.by === 'reversal'
      ? 'PAYMENT.CAPTURE.REVERSED'
      : {
          COMPLETED: 'PAYMENT.CAPTURE.REFUNDED',
          PENDING: 'PAYMENT.REFUND.PENDING',
          FAILED: 'PAYMENT.REFUND.FAILED',
        }[refund.status]
  const summary = `A ${amount} ${refund.by === 'reversal' ? 'capture payment was reversed' : `refund is ${refund.status.toLowerCase()}`}`
  emit(world, { type, resourceType: 'refund', summary }, showRefund(world, refund))
}

/** A refund ends, or fails after all: then the money is the merchant's again. @throws 404 */
export function finishRefund(world: PaypalWorld, id: string, outcome: 'completed' | 'failed'): RefundRow {
  const refund = world.books.paypalRefunds.get(id)
  if (!refund) throw notFound()
  const status = outcome === 'completed' ? 'COMPLETED' : 'FAILED'
  if (refund.status === 'FAILED' || refund.status === status) return refund
  const ended = world.books.paypalRefunds.put({ ...refund, status, updatedAt: now() })
  if (status === 'FAILED') bookRefunded(world, findCapture(world, refund.captureId), -refund.amountCents)
  tellOfRefund(world, ended)
  return ended
}

export function getRefund({ world, path }: PaypalCall) {
  const refund = world.books.paypalRefunds.get(path.id ?? '')
  if (!refund) throw notFound()
  return { status: 200, body: showRefund(world, refund) }
}

import { newPaypalId } from '../state/ids.ts'
import { tellOfCapture } from './captures.ts'
import { now, type PaypalWorld } from './context.ts'
import { openPaypalDispute } from './disputes.ts'
import { refused } from './errors.ts'
import { keepWallet } from './payment-tokens.ts'
import type { CaptureRow, Funding, OrderRow, Payer } from './rows.ts'

/** Which refusal the payer's bank, or a fault, has ready for this payment; null lets it pass. */
export function refusalOf(world: PaypalWorld, path: string, funding: Funding): string | null {
  const fault = world.faults.strikeDecision('paypal', 'decline', path)
  if (fault) return fault.code || 'INSTRUMENT_DECLINED'
  return funding === 'declined' ? 'INSTRUMENT_DECLINED' : null
}

/** An invoice id pays once. @throws 422 DUPLICATE_INVOICE_ID */
export function checkInvoice(world: PaypalWorld, invoiceId: string | null): void {
  if (invoiceId === null) return
  const paid = world.books.paypalCaptures
    .all()
    .some((one) => one.invoiceId === invoiceId && one.status !== 'DECLINED')
  if (paid) throw refused('DUPLICATE_INVOICE_ID', { field: '/purchase_units/0/invoice_id', value: invoiceId })
}

/** The money moves, or is on its way: capture, wallet kept if that was asked for, order done, events. */
export function takePayment(world: PaypalWorld, path: string, order: OrderRow & { payer: Payer }): OrderRow {
  const reason =
    world.faults.strikeDecision('paypal', 'pending', path)?.code ??
    (order.funding === 'echeck' ? 'ECHECK' : null)
  const capture: CaptureRow = {
    id: newPaypalId(17),
    orderId: order.id,
    wallet: order.wallet ?? 'paypal',
    status: reason === null ? 'COMPLETED' : 'PENDING',
    reason: reason === '' ? 'PENDING_REVIEW' : reason,
    amountCents: order.amountCents,
    refundedCents: 0,
    customId: order.customId,
    invoiceId: order.invoiceId,
    payer: order.payer,
    vault: null,
    createdAt: now(),
    updatedAt: now(),
  }
  const done = world.books.paypalOrders.put({
    ...order,
    status: 'COMPLETED',
    captureId: capture.id,
    updatedAt: now(),
  })
  world.books.paypalCaptures.put(capture)
  const late = order.vault !== null && world.faults.strikeDecision('paypal', 'late_vault_id', path)
  if (order.vault) keepWallet(world, done, capture, { late: Boolean(late) })
  tellOfCapture(world, world.books.paypalCaptures.get(capture.id) ?? capture)
  if (order.funding === 'disputed') setImmediate(() => openPaypalDispute(world, capture.id))
  return done
}

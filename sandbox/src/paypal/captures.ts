import { compact, link, now, type PaypalCall, type PaypalWorld } from './context.ts'
import { notFound, refused } from './errors.ts'
import { emit } from './events.ts'
import { feeCents, money } from './money.ts'
import { payee } from './payers.ts'
import type { CaptureRow } from './rows.ts'

/** A capture as it stands in an order. */
export function showCapture(world: PaypalWorld, capture: CaptureRow) {
  const fee = feeCents(capture.amountCents)
  const settled = capture.status !== 'PENDING' && capture.status !== 'DECLINED'
  return compact({
    id: capture.id,
    status: capture.status,
    status_details: capture.reason && { reason: capture.reason },
    amount: money(capture.amountCents),
    final_capture: true,
    seller_protection: { status: 'NOT_ELIGIBLE' },
    seller_receivable_breakdown: settled
      ? {
          gross_amount: money(capture.amountCents),
          paypal_fee: money(fee),
          net_amount: money(capture.amountCents - fee),
        }
      : null,
    invoice_id: capture.invoiceId,
    custom_id: capture.customId,
    links: [
      link(world, 'self', `/v2/payments/captures/${capture.id}`),
      link(world, 'refund', `/v2/payments/captures/${capture.id}/refund`, 'POST'),
      link(world, 'up', `/v2/checkout/orders/${capture.orderId}`),
    ],
    create_time: capture.createdAt,
    update_time: capture.updatedAt,
  })
}

/** A capture by itself, as its own address and its events show it. */
export function showWholeCapture(world: PaypalWorld, capture: CaptureRow) {
  return {
    ...showCapture(world, capture),
    payee: payee(world),
    supplementary_data: { related_ids: { order_id: capture.orderId } },
  }
}

export function findCapture(world: PaypalWorld, id: string): CaptureRow {
  const capture = world.books.paypalCaptures.get(id)
  if (!capture) throw notFound()
  return capture
}

export function getCapture({ world, path }: PaypalCall) {
  return { status: 200, body: showWholeCapture(world, findCapture(world, path.id ?? '')) }
}

/** Tells what a capture has become. */
export function tellOfCapture(world: PaypalWorld, capture: CaptureRow): void {
  const became = {
    COMPLETED: ['COMPLETED', 'Payment completed for'],
    PENDING: ['PENDING', 'Payment pending for'],
    DECLINED: ['DENIED', 'A payment was denied for'],
  }[capture.status as 'COMPLETED' | 'PENDING' | 'DECLINED'] as [string, string]
  const amount = `$ ${money(capture.amountCents).value} USD`
  emit(
    world,
    {
      type: `PAYMENT.CAPTURE.${became[0]}`,
      resourceType: 'capture',
      summary: `${became[1]} ${amount}`,
    },
    showWholeCapture(world, capture),
  )
}

/** A pending capture ends: the money came, or it never will. @throws when it is not pending */
export function finishCapture(world: PaypalWorld, id: string, outcome: 'completed' | 'denied'): CaptureRow {
  const capture = findCapture(world, id)
  if (capture.status !== 'PENDING') throw refused('INCOMPATIBLE_PARAMETER_VALUE')
  const ended = world.books.paypalCaptures.put({
    ...capture,
    status: outcome === 'completed' ? 'COMPLETED' : 'DECLINED',
    reason: null,
    updatedAt: now(),
  })
  tellOfCapture(world, ended)
  return ended
}

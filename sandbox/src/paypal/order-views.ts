import { showCapture } from './captures.ts'
import { compact, link, type PaypalWorld } from './context.ts'
import { money } from './money.ts'
import { payee, showPayer, showWallet } from './payers.ts'
import { showRefund } from './refunds.ts'
import type { CaptureRow, OrderRow } from './rows.ts'

/** An order as the API shows it; without `whole` only what a caller needs to go on. */
export function showOrder(world: PaypalWorld, order: OrderRow, whole: boolean) {
  const capture = world.books.paypalCaptures.get(order.captureId ?? '')
  const state = {
    id: order.id,
    ...(whole && { intent: 'CAPTURE' }),
    status: order.status,
    payment_source: order.wallet && {
      [order.wallet]: showWallet(order.wallet, order.payer, capture ? showVault(world, capture) : null),
    },
    purchase_units: whole || capture ? [showUnit(world, order, capture, whole)] : null,
    payer: order.payer && showPayer(order.payer),
    create_time: whole ? order.createdAt : null,
    update_time: whole && order.updatedAt !== order.createdAt ? order.updatedAt : null,
    links: linksOf(world, order),
  }
  return compact(state)
}

function showUnit(world: PaypalWorld, order: OrderRow, capture: CaptureRow | undefined, whole: boolean) {
  const refunds = world.books.paypalRefunds.all().filter((one) => one.captureId === capture?.id)
  const payments = capture && {
    captures: [showCapture(world, capture)],
    ...(refunds.length > 0 && { refunds: refunds.map((refund) => showRefund(world, refund)) }),
  }
  if (!whole) return compact({ reference_id: order.referenceId, payments })
  return compact({
    reference_id: order.referenceId,
    amount: money(order.amountCents),
    payee: payee(world),
    description: order.description,
    custom_id: order.customId,
    invoice_id: order.invoiceId,
    soft_descriptor: order.softDescriptor,
    payments,
  })
}

/** What became of the wish to keep the wallet: vaulted, or approved with its id to follow. */
function showVault(world: PaypalWorld, { vault, orderId }: CaptureRow) {
  if (!vault) return null
  const customer = { id: vault.customerId }
  if (vault.tokenId === null) return { status: 'APPROVED', customer }
  return {
    id: vault.tokenId,
    status: 'VAULTED',
    customer,
    links: [
      link(world, 'self', `/v3/vault/payment-tokens/${vault.tokenId}`),
      link(world, 'delete', `/v3/vault/payment-tokens/${vault.tokenId}`, 'DELETE'),
      link(world, 'up', `/v2/checkout/orders/${orderId}`),
    ],
  }
}

function linksOf(world: PaypalWorld, order: OrderRow) {
  const self = link(world, 'self', `/v2/checkout/orders/${order.id}`)
  if (order.status === 'COMPLETED') return [self]
  const capture = link(world, 'capture', `/v2/checkout/orders/${order.id}/capture`, 'POST')
  if (order.status === 'APPROVED') return [self, capture]
  const approval = link(world, order.wallet ? 'payer-action' : 'approve', approvalPath(order))
  return order.wallet ? [self, approval] : [self, approval, capture]
}

/** Where the payer approves an order. */
export function approvalPath(order: OrderRow): string {
  return `/checkoutnow?token=${order.id}`
}

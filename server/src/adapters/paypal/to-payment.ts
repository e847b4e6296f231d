import type { Order, OrdersCapture } from '@paypal/paypal-server-sdk'
import type { Payment, Wallet } from '../../features/payments/ports.ts'
import { approveUrlOf } from './approval.ts'
import { centsOf } from './money.ts'

/** An order as a payment; `origin` is where its approval has to be. */
export function toPayment(order: Order, origin: string): Payment {
  const [unit] = order.purchaseUnits ?? []
  const capture = unit?.payments?.captures?.at(-1) ?? null
  const amount = capture?.amount ?? unit?.amount
  if (!order.id || !amount) throw new Error('PayPal answers an order without id or amount')
  const status = statusOf(order, capture)
  const isApprovable = status === 'requires_action' || status === 'approved'
  const approveUrl = isApprovable ? approveUrlOf(order.links, origin) : null
  return {
    providerPaymentId: order.id,
    captureId: status === 'succeeded' ? (capture?.id ?? null) : null,
    status,
    amountCents: centsOf(amount),
    currency: amount.currencyCode.toLowerCase(),
    reference: capture?.customId ?? unit?.customId ?? null,
    madeAt: new Date(order.createTime ?? capture?.createTime ?? Date.now()),
    nextStep: approveUrl === null ? null : { kind: 'approval', approveUrl },
    instrument: walletOf(order),
    failureCode: status === 'failed' ? (capture ? 'wallet_declined' : 'canceled') : null,
    // Money is taken by our capture alone: whether that is ever sent is the purchase's matter.
    isPayable: status === 'open',
  }
}

/** Of an order that was captured the capture tells: one out of a bank account may be pending for days. */
function statusOf({ status }: Order, capture: OrdersCapture | null): Payment['status'] {
  switch (capture?.status) {
    case 'COMPLETED':
    case 'PARTIALLY_REFUNDED':
    case 'REFUNDED':
      return 'succeeded'
    case 'DECLINED':
    case 'FAILED':
      return 'failed'
    case 'PENDING':
      return 'open'
  }
  if (status === 'APPROVED') return 'approved'
  if (status === 'VOIDED') return 'failed'
  return status === 'COMPLETED' ? 'open' : 'requires_action'
}

/** What was paid with. A wallet that is kept has its id at once, or by a later event. */
function walletOf({ paymentSource }: Order): Wallet | null {
  const source = paymentSource?.paypal ?? paymentSource?.venmo
  if (!source) return null
  return {
    kind: 'wallet',
    methodId: paymentSource?.paypal?.attributes?.vault?.id ?? null,
    fullName: fullNameOf(source.name),
    email: source.emailAddress ?? null,
  }
}

/** Given name and surname in one. */
export function fullNameOf(name: { givenName?: string; surname?: string } | undefined): string | null {
  return [name?.givenName, name?.surname].filter(Boolean).join(' ') || null
}

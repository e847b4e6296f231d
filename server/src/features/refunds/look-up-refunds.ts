import {
  currency,
  findPaidBy,
  lockPaidPurchase,
  type PaymentIds,
  type PaymentProvider,
} from '../payments/index.ts'
import { applyRefund } from './apply-refund.ts'
import { bookRefund } from './book-refund.ts'
import type { RefundDeps } from './deps.ts'
import { findReversals } from './find-reversals.ts'
import { refuseCurrency } from './refuse-currency.ts'

/**
 * Brings all refunds of a payment to what the provider says of them, those included that were made at the provider itself.
 * @returns whether there is a paid purchase of ours for it
 * @throws OutcomeUnknownError or DomainError `provider_unavailable` where it does not answer; Error where one is in
 * another currency, once all others are recorded.
 */
export async function lookUpRefunds(
  deps: RefundDeps,
  provider: PaymentProvider,
  payment: PaymentIds,
): Promise<boolean> {
  const purchase = await findPaidBy(deps.db.reader, provider, payment)
  const providerPaymentId = purchase?.providerPaymentId
  if (!purchase || !providerPaymentId) return false
  const captureId = purchase.providerCaptureId
  const told = await provider.listRefunds({ providerPaymentId, captureId })
  const ours = told.filter((refund) => refund.currency === currency)
  const inOrder = ours.toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
  for (const refund of inOrder) {
    const own = await deps.db.transact(async (tx) => {
      const held = await lockPaidPurchase(tx, purchase.id)
      const reversals = held && (await findReversals(tx, provider, held, ours))
      return (
        reversals && bookRefund(tx, deps, held, { ...refund, isReversal: reversals.has(refund.refundId) })
      )
    })
    if (own) await applyRefund(deps, own.id, refund)
  }
  for (const refund of told) refuseCurrency(`Refund ${refund.refundId}`, refund)
  return true
}

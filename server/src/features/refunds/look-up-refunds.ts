import type { Tx } from '../../platform/database.ts'
import { turnOffAutoPurchase } from '../auto-purchase/index.ts'
import type { PaymentIds, PaymentProvider, Refund } from '../payments/index.ts'
import { changeRefunded, findPaidBy, lockPaidPurchase, type Purchase } from '../payments/index.ts'
import { applyRefund } from './apply-refund.ts'
import type { RefundDeps } from './deps.ts'
import { findReversals } from './find-reversals.ts'
import { findByProvider, insertRefund, type StoredRefund } from './refund-store.ts'
import { refundOf, takeTokens } from './start-refund.ts'

/**
 * Brings all refunds of a payment to what the provider says of them, those included that were made at the provider itself.
 * @returns whether there is a paid purchase of ours for it
 * @throws OutcomeUnknownError or DomainError `provider_unavailable` where it does not answer; DomainError `conflict` where
 * one does not fit beside those that are under way: it does once these have ended.
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
  const inOrder = told.toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
  for (const refund of inOrder) {
    const own =
      (await findByProvider(deps.db.reader, purchase.id, refund)) ??
      (await adopt(deps, provider, purchase, refund, told))
    if (own) await applyRefund(deps, own.id, refund)
  }
  return true
}

/**
 * Records a refund that was made at the provider itself; undefined where another look did so first, and for what a dispute
 * took, which counts with that.
 */
async function adopt(
  deps: RefundDeps,
  provider: PaymentProvider,
  { id: purchaseId }: Purchase,
  told: Refund,
  listed: readonly Refund[],
): Promise<StoredRefund | undefined> {
  return deps.db.transact(async (tx) => {
    const purchase = await lockPaidPurchase(tx, purchaseId)
    if (!purchase) return undefined
    if ((await findReversals(tx, provider, purchase, listed)).has(told.refundId)) return undefined
    const hasFailed = told.status === 'failed'
    const refund = await insertRefund(tx, {
      ...refundOf(purchase),
      ...(await freeReference(tx, told)),
      amountCents: told.amountCents,
      providerRefundId: told.refundId,
      createdAt: told.createdAt,
      ...(hasFailed
        ? { state: 'failed' as const, failureCode: told.failureCode ?? 'failed', nextLookAt: null }
        : {}),
    })
    if (!refund || hasFailed) return refund
    const reserved = await changeRefunded(tx, purchaseId, told.amountCents)
    if (purchase.isAutoPurchase) await turnOffAutoPurchase(tx, deps, purchase, 'refund')
    return takeTokens(tx, reserved, refund, 'system')
  })
}

/** Its name at the provider, where it was made by a database that this one does not know of; a new one else. */
async function freeReference(tx: Tx, { reference }: Refund): Promise<{ reference?: string }> {
  if (reference === null) return {}
  const taken = await tx
    .selectFrom('refunds')
    .select('id')
    .where('reference', '=', reference)
    .executeTakeFirst()
  return taken ? {} : { reference }
}

import type { PurchaseAnswer } from '@almanac/contract/payments'
import { keptWays } from '@almanac/contract/payments'
import { DomainError } from '../../platform/errors.ts'
import { adoptLate } from './adopt-payment.ts'
import { findOwnByPayment } from './approved-purchase-store.ts'
import { resumePurchase } from './buy-package.ts'
import type { PaymentDeps } from './deps.ts'
import { requireProvider } from './providers.ts'
import type { Purchase } from './purchase-store.ts'

/**
 * Takes the money of an order that its consumer has approved. Amount, package and what is saved are the purchase's own;
 * a call that names another package is refused.
 * @throws DomainError `not_found` for an order that is not the consumer's, `approval_missing` with the address where it is
 * approved, `idempotency_mismatch`, and those of `resumePurchase`.
 */
export async function checkoutWallet(
  deps: PaymentDeps,
  own: { tenantId: number; consumerId: number; orderId: string; packageId: number },
): Promise<PurchaseAnswer> {
  const { provider } = keptWays.wallet
  const known = await findOwnByPayment(deps.db.reader, {
    ...own,
    provider,
    providerPaymentId: own.orderId,
  })
  const purchase = known ?? (await findOwnLate(deps, own))
  if (!purchase) throw new DomainError('not_found')
  return resumePurchase(deps, { ...own, purchaseId: purchase.id })
}

/** Taken before the database was restored from a backup that does not have it. */
async function findOwnLate(
  deps: PaymentDeps,
  own: { tenantId: number; consumerId: number; orderId: string },
): Promise<Purchase | undefined> {
  const provider = requireProvider(deps, keptWays.wallet.provider)
  const found = await adoptLate(deps, provider, own.orderId)
  return found?.tenantId === own.tenantId && found.consumerId === own.consumerId ? found : undefined
}

import { mismatchOf } from './apply-payment.ts'
import { findByPayment } from './approved-purchase-store.ts'
import { keptOf, putDefaultMethod } from './default-method-store.ts'
import type { PaymentDeps } from './deps.ts'
import { findPayment } from './look-up-purchase.ts'
import type { PaymentProvider } from './ports.ts'

/**
 * Makes an instrument the default payment that its provider kept only after it had answered the payment it came with. One
 * that is not paid yet comes by itself with that.
 * @throws OutcomeUnknownError or DomainError `provider_unavailable` where the provider does not answer.
 */
export async function keepLateMethod(
  deps: PaymentDeps,
  provider: PaymentProvider,
  providerPaymentId: string,
): Promise<void> {
  const purchase = await findByPayment(deps.db.reader, provider.name, providerPaymentId)
  if (purchase?.state !== 'settled' || !purchase.isSavedAsDefault) return
  const payment = await findPayment(deps, purchase)
  if (!payment || mismatchOf(purchase, payment)) return
  const kept = keptOf(payment.instrument)
  if (!kept) return
  await deps.db.transact((tx) =>
    putDefaultMethod(tx, purchase, { instrument: kept, at: provider, chosenAt: purchase.createdAt }),
  )
}

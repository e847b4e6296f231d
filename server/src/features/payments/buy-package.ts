import { PAYMENT_SUCCESS, type PurchaseAnswer } from '@almanac/contract/payments'
import { DomainError, OutcomeUnknownError } from '../../platform/errors.ts'
import { readEntryBalance } from '../ledger/index.ts'
import { type Charged, chargePurchase, isRepeatable } from './charge-purchase.ts'
import { errorCodeOf } from './declines.ts'
import type { PaymentDeps } from './deps.ts'
import { advancePurchase } from './look-up-purchase.ts'
import { approvalMissing } from './open-purchases.ts'
import { findOwnPurchase, type Purchase } from './purchase-store.ts'
import { ledgerReference } from './settle-purchase.ts'
import { type PurchaseOrder, startPurchase } from './start-purchase.ts'

/**
 * Buys a package. A repeated idempotency key goes on where the first request stopped and answers the same.
 * @throws DomainError `card_declined`, `payment_failed`, `payment_pending`, `provider_unavailable` and those of
 * `startPurchase` (`price_changed`, `purchase_open` and `earlier_purchase_paid` among them).
 */
export async function buyPackage(deps: PaymentDeps, order: PurchaseOrder): Promise<PurchaseAnswer> {
  const purchase = await startPurchase(deps, order)
  const { id, reference, state, tenantId: tenant, consumerId: consumer } = purchase
  deps.log.info({ purchase: id, reference, state, tenant, consumer }, 'a purchase was asked for')
  if (purchase.state === 'started' && isRepeatable(deps, purchase)) {
    return answer(deps, await chargePurchase(deps, purchase))
  }
  return goOn(deps, purchase)
}

/**
 * Goes on with a purchase once the consumer has answered the bank's challenge, or approved.
 * @throws DomainError `not_found` for a purchase that is not the consumer's, `idempotency_mismatch` for one of another
 * package, `approval_missing` for one that waits for the consumer's approval (again), and those of `buyPackage`.
 */
export async function resumePurchase(
  deps: PaymentDeps,
  own: { tenantId: number; consumerId: number; purchaseId: number; packageId: number },
): Promise<PurchaseAnswer> {
  const purchase = await findOwnPurchase(deps.db.reader, own)
  if (!purchase) throw new DomainError('not_found')
  if (purchase.packageId !== own.packageId) throw new DomainError('idempotency_mismatch')
  return goOn(deps, purchase)
}

async function goOn(deps: PaymentDeps, purchase: Purchase): Promise<PurchaseAnswer> {
  if (purchase.state === 'settled' || purchase.state === 'failed') {
    return answer(deps, { purchase, payment: null })
  }
  const found = await advancePurchase(deps, purchase).catch((error: unknown) => {
    throw error instanceof OutcomeUnknownError ? new DomainError('payment_pending') : error
  })
  // An event may have had it taken before: what was declined then is still why it is asked for again.
  const failureCode = found.purchase.failureCode ?? purchase.failureCode
  return answer(deps, { ...found, purchase: { ...found.purchase, failureCode } })
}

async function answer({ db }: PaymentDeps, { purchase, payment }: Charged): Promise<PurchaseAnswer> {
  if (purchase.state === 'failed') {
    throw new DomainError(errorCodeOf(purchase.failureCode), {
      message: purchase.failureMessage ?? undefined,
    })
  }
  const nextStep = payment?.nextStep
  if (purchase.state === 'requires_action' && nextStep?.kind === 'challenge') {
    return { requiresAction: true, clientSecret: nextStep.clientSecret, purchaseId: purchase.id }
  }
  if (purchase.state === 'requires_action' && nextStep?.kind === 'approval') throw approvalMissing(purchase)
  if (purchase.state !== 'settled') throw new DomainError('payment_pending')
  return {
    purchaseId: purchase.id,
    tokenBalance: await readEntryBalance(db.reader, ledgerReference(purchase.id)),
    message: PAYMENT_SUCCESS,
  }
}

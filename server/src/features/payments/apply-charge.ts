import { failureOf } from './declines.ts'
import type { PaymentDeps } from './deps.ts'
import type { CardCharge } from './ports.ts'
import { findPurchase, markFailed, markOpen, type Purchase } from './purchase-store.ts'
import { currency } from './rules.ts'
import { settlePurchase } from './settle-purchase.ts'

type ApplyDeps = Pick<PaymentDeps, 'db' | 'log' | 'cards' | 'statementPrefix'>

/**
 * Brings a purchase to the state of its charge at the provider, whatever was known before, and answers it as it is
 * then. A charge that is not exactly the purchase's is never credited.
 */
export async function applyCharge(
  deps: ApplyDeps,
  purchase: Purchase,
  charge: CardCharge,
): Promise<Purchase> {
  const { db, log } = deps
  const mismatch = mismatchOf(purchase, charge)
  const { providerPaymentId } = charge
  const fail = (code: string | null) =>
    markFailed(db.reader, purchase.id, failureOf(code), providerPaymentId, !charge.isPayable)
  if (mismatch) {
    log.error({ purchase: purchase.id, providerPaymentId, mismatch }, 'a charge is not what was ordered')
    if (mismatch === 'amount') await fail('amount_mismatch')
  } else if (charge.status === 'succeeded') {
    await settlePurchase(deps, purchase.id, charge)
  } else if (charge.status === 'failed') {
    await fail(charge.failureCode)
  } else {
    const state = charge.status === 'requires_action' ? 'requires_action' : 'started'
    await markOpen(db.reader, purchase.id, providerPaymentId, state)
  }
  const applied = await findPurchase(db.reader, purchase.id)
  if (!applied) throw new Error(`Purchase ${purchase.id} is gone`)
  return applied
}

/** In what a charge is not that of a purchase; null where it is. */
export function mismatchOf(purchase: Purchase, charge: CardCharge): 'identity' | 'amount' | null {
  const known = purchase.providerPaymentId
  if (charge.reference !== purchase.reference) return 'identity'
  if (known !== null && known !== charge.providerPaymentId) return 'identity'
  if (charge.currency !== currency || charge.amountCents !== purchase.amountCents) return 'amount'
  return null
}

import { type CancelAnswer, PAYMENT_SUCCESS } from '@almanac/contract/payments'
import { DomainError, OutcomeUnknownError } from '../../platform/errors.ts'
import { readEntryBalance } from '../ledger/index.ts'
import { applyPayment } from './apply-payment.ts'
import { failureOf } from './declines.ts'
import type { PaymentDeps } from './deps.ts'
import { lookUpPurchase } from './look-up-purchase.ts'
import { providerOf } from './providers.ts'
import { findOwnPurchase, findPurchase, markFailed, type Purchase } from './purchase-store.ts'
import { ledgerReference } from './settle-purchase.ts'

const canceled = 'The payment was canceled. Nothing was charged.'

/**
 * Cancels a purchase that waits for the bank's confirmation or for approval. One that was paid after all is settled and answered so, one
 * that has ended is answered as it ended.
 * @throws DomainError `not_found` for a purchase that is not the consumer's, `payment_pending` for one whose fate is not
 * known, `provider_unavailable`.
 */
export async function cancelPurchase(
  deps: PaymentDeps,
  own: { tenantId: number; consumerId: number; purchaseId: number },
): Promise<CancelAnswer> {
  const purchase = await findOwnPurchase(deps.db.reader, own)
  if (!purchase) throw new DomainError('not_found')
  const ended = isOpen(purchase) ? await giveUpPurchase(deps, purchase) : purchase
  const { id: purchaseId, failureCode, failureMessage } = ended
  if (ended.state === 'settled') {
    const tokenBalance = await readEntryBalance(deps.db.reader, ledgerReference(purchaseId))
    return { isPaid: true, purchaseId, tokenBalance, message: PAYMENT_SUCCESS }
  }
  if (ended.state !== 'failed') throw new DomainError('payment_pending')
  const message = failureCode === 'canceled' ? canceled : (failureMessage ?? canceled)
  return { isPaid: false, purchaseId, message }
}

/**
 * Has the provider give up an open purchase and records how that ended: failed, or settled if it was paid after all. It
 * stays as it is where the provider has no payment of it (yet), or one that can't be stopped any more.
 * @throws DomainError `provider_unavailable` where the provider does not answer; it may be tried again.
 */
export async function giveUpPurchase(deps: PaymentDeps, purchase: Purchase): Promise<Purchase> {
  try {
    const known = purchase.providerPaymentId ? purchase : (await lookUpPurchase(deps, purchase)).purchase
    if (!isOpen(known) || !known.providerPaymentId) return known
    const provider = providerOf(deps, known)
    if (provider?.isTakenByAdvance) return giveUpUntaken(deps, known, 'canceled')
    const ended = await provider?.cancel(known.providerPaymentId)
    return ended ? await applyPayment(deps, known, ended) : known
  } catch (error) {
    throw error instanceof OutcomeUnknownError ? new DomainError('provider_unavailable') : error
  }
}

/**
 * Gives up what only we can take: from then on it never is, whatever the consumer approves. What is being taken stays as
 * it is, since that can't be stopped.
 */
export async function giveUpUntaken(
  { db }: Pick<PaymentDeps, 'db'>,
  { id, providerPaymentId }: Purchase,
  code: 'canceled' | 'expired',
): Promise<Purchase> {
  await markFailed(db.reader, id, failureOf(code), providerPaymentId, { from: ['requires_action'] })
  const ended = await findPurchase(db.reader, id)
  if (!ended) throw new Error(`Purchase ${id} is gone`)
  return ended
}

function isOpen({ state }: Purchase): boolean {
  return state === 'started' || state === 'requires_action'
}

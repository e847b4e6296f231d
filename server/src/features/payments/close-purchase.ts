import { applyCharge } from './apply-charge.ts'
import type { PaymentDeps } from './deps.ts'
import { findCharge } from './look-up-purchase.ts'
import { markClosed, type Purchase } from './purchase-store.ts'

/**
 * Takes back at the provider a purchase that has failed: its charge is canceled there, since whoever holds the client
 * secret could still pay it. One that was paid after all is settled at the price agreed on. Of a purchase that was
 * given up the charge is looked for first; as long as there is none, it is looked for again.
 * @throws OutcomeUnknownError or DomainError `provider_unavailable` where the provider does not answer.
 */
export async function closePurchase(deps: PaymentDeps, purchase: Purchase): Promise<void> {
  const charge = purchase.providerPaymentId ?? (await findCharge(deps, purchase))?.providerPaymentId
  if (!charge) return
  const ended = await deps.cards.cancelCharge(charge)
  if (ended) await applyCharge(deps, purchase, ended)
  if (!ended?.isPayable) await markClosed(deps.db.reader, purchase.id)
}

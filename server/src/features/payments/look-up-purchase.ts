import { applyCharge } from './apply-charge.ts'
import type { Charged } from './charge-purchase.ts'
import type { PaymentDeps } from './deps.ts'
import type { CardCharge } from './ports.ts'
import type { Purchase } from './purchase-store.ts'

const clockDifferenceMs = 5 * 60_000

/**
 * Asks the provider how a purchase stands and records it.
 * @throws OutcomeUnknownError or DomainError `provider_unavailable` where it does not answer.
 */
export async function lookUpPurchase(deps: PaymentDeps, purchase: Purchase): Promise<Charged> {
  const charge = await findCharge(deps, purchase)
  return charge ? { purchase: await applyCharge(deps, purchase, charge), charge } : { purchase, charge: null }
}

/** Null where there is none, and for one that was sent to an account other than ours: it can't be asked for here. */
export async function findCharge(
  { cards }: Pick<PaymentDeps, 'cards'>,
  purchase: Purchase,
): Promise<CardCharge | null> {
  if (purchase.providerAccount !== null && purchase.providerAccount !== cards.account) return null
  if (purchase.providerPaymentId) return cards.getCharge(purchase.providerPaymentId)
  if (!purchase.providerCustomerId) return null
  return cards.findCharge({
    customerId: purchase.providerCustomerId,
    reference: purchase.reference,
    since: new Date(purchase.createdAt.getTime() - clockDifferenceMs),
  })
}

import { applyCharge } from './apply-charge.ts'
import type { Charged } from './charge-purchase.ts'
import type { PaymentDeps } from './deps.ts'
import type { CardCharge } from './ports.ts'
import { type Purchase, readPayingConsumer } from './store.ts'

const clockDifferenceMs = 5 * 60_000

/**
 * Asks the provider how a purchase stands and records it.
 * @throws OutcomeUnknownError or DomainError `provider_unavailable` where it does not answer.
 */
export async function lookUpPurchase(deps: PaymentDeps, purchase: Purchase): Promise<Charged> {
  const charge = await findCharge(deps, purchase)
  return charge ? { purchase: await applyCharge(deps, purchase, charge), charge } : { purchase, charge: null }
}

async function findCharge({ db, cards }: PaymentDeps, purchase: Purchase): Promise<CardCharge | null> {
  if (purchase.providerPaymentId) return cards.getCharge(purchase.providerPaymentId)
  const { customerId } = await readPayingConsumer(db.reader, purchase.consumerId)
  if (!customerId) return null
  return cards.findCharge({
    customerId,
    reference: purchase.reference,
    since: new Date(purchase.createdAt.getTime() - clockDifferenceMs),
  })
}

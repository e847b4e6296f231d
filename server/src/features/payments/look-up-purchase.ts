import { applyPayment } from './apply-payment.ts'
import type { Charged } from './charge-purchase.ts'
import type { PaymentDeps } from './deps.ts'
import type { Payment } from './ports.ts'
import { providerOf } from './providers.ts'
import type { Purchase } from './purchase-store.ts'

const clockDifferenceMs = 5 * 60_000

/**
 * Asks the provider how a purchase stands and records it.
 * @throws OutcomeUnknownError or DomainError `provider_unavailable` where it does not answer.
 */
export async function lookUpPurchase(deps: PaymentDeps, purchase: Purchase): Promise<Charged> {
  return applied(deps, purchase, await findPayment(deps, purchase))
}

/**
 * Has the provider go on with a purchase whose consumer says to have agreed, and records how it stands then.
 * @throws OutcomeUnknownError or DomainError `provider_unavailable` where it does not answer.
 */
export async function advancePurchase(deps: PaymentDeps, purchase: Purchase): Promise<Charged> {
  const { providerPaymentId } = purchase
  if (providerPaymentId === null) return lookUpPurchase(deps, purchase)
  const payment = await providerOf(deps, purchase)?.advance(providerPaymentId)
  return applied(deps, purchase, payment ?? null)
}

async function applied(deps: PaymentDeps, purchase: Purchase, payment: Payment | null): Promise<Charged> {
  return { purchase: payment ? await applyPayment(deps, purchase, payment) : purchase, payment }
}

/** Null where there is none, and for one that was sent to an account other than ours: it can't be asked for here. */
export async function findPayment(
  deps: Pick<PaymentDeps, 'providers'>,
  purchase: Purchase,
): Promise<Payment | null> {
  const provider = providerOf(deps, purchase)
  if (!provider) return null
  return provider.lookUp({
    providerPaymentId: purchase.providerPaymentId,
    reference: purchase.reference,
    customerId: purchase.providerCustomerId,
    since: new Date(purchase.createdAt.getTime() - clockDifferenceMs),
  })
}

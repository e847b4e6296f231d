import { crashPoint } from '../../platform/crash-points.ts'
import { applyPayment, mismatchOf } from './apply-payment.ts'
import { markTaking } from './approved-purchase-store.ts'
import type { Charged } from './charge-purchase.ts'
import type { PaymentDeps } from './deps.ts'
import type { Payment, PaymentProvider } from './ports.ts'
import { providerOf } from './providers.ts'
import { findPurchase, type Purchase } from './purchase-store.ts'

/** By how much a provider's clock may differ from ours. */
export const clockDifferenceMs = 5 * 60_000

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
  const provider = providerOf(deps, purchase)
  if (providerPaymentId === null || !provider) return lookUpPurchase(deps, purchase)
  if (provider.isTakenByAdvance) return takePurchase(deps, provider, purchase, providerPaymentId)
  return applied(
    deps,
    purchase,
    await provider.advance({ providerPaymentId, idempotencyKey: purchase.reference }),
  )
}

/** Committed as being taken first: one that was given up meanwhile never is, and one that is can't be given up. */
async function takePurchase(
  deps: PaymentDeps,
  provider: PaymentProvider,
  purchase: Purchase,
  providerPaymentId: string,
): Promise<Charged> {
  const taking = await markTaking(deps, purchase.id)
  if (!taking)
    return { purchase: (await findPurchase(deps.db.reader, purchase.id)) ?? purchase, payment: null }
  crashPoint('purchase.before-taking')
  const idempotencyKey = `${taking.reference}-take-${taking.takeAttempt}`
  const payment = await provider.advance({ providerPaymentId, idempotencyKey })
  crashPoint('purchase.taken')
  if (payment?.providerCode !== undefined) {
    const { failureCode: refusal, providerCode } = payment
    deps.log.info({ purchase: purchase.id, refusal, providerCode }, 'an approved payment was not taken')
  }
  return applied(deps, taking, payment)
}

/**
 * Looks a purchase up, and has the provider take it where its consumer has approved: they may have closed the page since.
 * @throws OutcomeUnknownError or DomainError `provider_unavailable` where it does not answer.
 */
export async function followPurchase(deps: PaymentDeps, purchase: Purchase): Promise<Charged> {
  const found = await lookUpPurchase(deps, purchase)
  if (found.payment?.status !== 'approved' || mismatchOf(purchase, found.payment)) return found
  const { providerPaymentId } = found.payment
  return advancePurchase(deps, { ...found.purchase, providerPaymentId })
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

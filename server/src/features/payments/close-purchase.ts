import { applyPayment } from './apply-payment.ts'
import type { PaymentDeps } from './deps.ts'
import { findPayment } from './look-up-purchase.ts'
import { providerOf } from './providers.ts'
import { markClosed, type Purchase } from './purchase-store.ts'

/**
 * Takes back at the provider a purchase that has failed: its payment is canceled there, since whoever holds the client
 * secret could still pay it. One that was paid after all is settled at the price agreed on. Of a purchase that was
 * given up the payment is looked for first; as long as there is none, it is looked for again.
 * @throws OutcomeUnknownError or DomainError `provider_unavailable` where the provider does not answer.
 */
export async function closePurchase(deps: PaymentDeps, purchase: Purchase): Promise<void> {
  const payment = purchase.providerPaymentId ?? (await findPayment(deps, purchase))?.providerPaymentId
  const provider = providerOf(deps, purchase)
  if (!payment || !provider) return
  const ended = await provider.cancel(payment)
  if (ended) await applyPayment(deps, purchase, ended)
  if (!ended?.isPayable) await markClosed(deps.db.reader, purchase.id)
}

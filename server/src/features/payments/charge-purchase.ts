import { crashPoint } from '../../platform/crash-points.ts'
import { DomainError, OutcomeUnknownError } from '../../platform/errors.ts'
import { applyCharge } from './apply-charge.ts'
import { noteDecline } from './decline-limit.ts'
import { failureOf } from './declines.ts'
import type { PaymentDeps } from './deps.ts'
import type { CardCharge, ChargeResult } from './ports.ts'
import { requireCustomer } from './require-customer.ts'
import { descriptorSuffix } from './rules.ts'
import { findPurchase, markFailed, markSent, type Purchase, readPayingConsumer } from './store.ts'

/** A purchase as it stands after the provider was asked, with its charge where there is one. */
export interface Charged {
  purchase: Purchase
  charge: CardCharge | null
}

/**
 * Has the provider charge a purchase, outside of any transaction, and records the outcome. Repeating it charges
 * nothing more: the reference is the provider's idempotency key. One that has ended meanwhile is not sent.
 * @throws DomainError `payment_pending` where the outcome is not known yet; the reconciler finds it out.
 */
export async function chargePurchase(deps: PaymentDeps, purchase: Purchase): Promise<Charged> {
  if (!(await markSent(deps.db.reader, purchase.id)))
    return { purchase: await readAgain(deps, purchase), charge: null }
  crashPoint('purchase.before-call')
  const result = await askProvider(deps, purchase).catch((error: unknown) => {
    if (!(error instanceof OutcomeUnknownError)) throw error
    deps.log.warn({ purchase: purchase.id, error: error.message }, 'the outcome of a charge is not known yet')
    throw new DomainError('payment_pending')
  })
  crashPoint('purchase.provider-answered')
  const charged = await recordResult(deps, purchase, result)
  if (charged.purchase.state === 'failed') await noteDecline(deps.db.reader, purchase.consumerId)
  crashPoint('purchase.committed')
  return charged
}

async function askProvider(deps: PaymentDeps, purchase: Purchase): Promise<ChargeResult> {
  const consumer = await readPayingConsumer(deps.db.reader, purchase.consumerId)
  return deps.cards.charge({
    reference: purchase.reference,
    tenantId: purchase.tenantId,
    consumerId: purchase.consumerId,
    purchaseId: purchase.id,
    customerId: await requireCustomer(deps, consumer),
    methodId: purchase.paymentMethodId ?? '',
    amountCents: purchase.amountCents,
    description: `${consumer.companyName}: ${purchase.packageName}`,
    descriptorSuffix: descriptorSuffix(consumer.companyName, deps.statementPrefix),
    isSaved: purchase.isSavedAsDefault,
  })
}

async function recordResult(deps: PaymentDeps, purchase: Purchase, result: ChargeResult): Promise<Charged> {
  if (result.kind === 'charge') {
    return { purchase: await applyCharge(deps, purchase, result.charge), charge: result.charge }
  }
  await markFailed(deps.db.reader, purchase.id, failureOf(result.code), null)
  return { purchase: await readAgain(deps, purchase), charge: null }
}

async function readAgain({ db }: PaymentDeps, purchase: Purchase): Promise<Purchase> {
  return (await findPurchase(db.reader, purchase.id)) ?? purchase
}

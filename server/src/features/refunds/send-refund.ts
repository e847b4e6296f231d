import { crashPoint } from '../../platform/crash-points.ts'
import { DomainError, OutcomeUnknownError } from '../../platform/errors.ts'
import { findPaidPurchase, type Purchase, providerOf, type RefundResult } from '../payments/index.ts'
import { applyRefund, failRefund } from './apply-refund.ts'
import type { RefundDeps } from './deps.ts'
import { lookUpRefunds } from './look-up-refunds.ts'
import { findRefund, markSent, type StoredRefund } from './refund-store.ts'

/**
 * Has the provider give a refund's money back, outside of any transaction, and records the outcome; answers the refund as it
 * is then. Its reference is the provider's idempotency key, so that repeating it gives nothing twice. Where the outcome is
 * not known yet, or the provider does not act now, it stays `started`, and the lane goes on with it.
 */
export async function sendRefund(deps: RefundDeps, refund: StoredRefund): Promise<StoredRefund> {
  const { reader } = deps.db
  const purchase = await findPaidPurchase(reader, refund.purchaseId)
  if (!purchase) throw new Error(`Refund ${refund.id} is of no paid purchase`)
  const sent = await markSent(reader, refund.id)
  const result = sent && (await ask(deps, purchase, sent))
  crashPoint('refund.provider-answered')
  if (result?.kind === 'refund') await applyRefund(deps, refund.id, result.refund)
  if (result?.kind === 'refused') await endRefused(deps, purchase, refund, result.code)
  crashPoint('refund.committed')
  return (await findRefund(reader, refund.id)) ?? refund
}

/** A refusal may mean that the money went back by another way, which is found out then. */
async function endRefused(
  deps: RefundDeps,
  purchase: Purchase,
  { id }: StoredRefund,
  code: string,
): Promise<void> {
  await failRefund(deps, id, code)
  const { providerPaymentId, providerCaptureId: captureId } = purchase
  const provider = providerOf(deps, purchase)
  try {
    if (provider) await lookUpRefunds(deps, provider, { providerPaymentId, captureId })
  } catch (error) {
    deps.log.warn({ refund: id, err: error }, 'why a refund was refused could not be looked up')
  }
}

/** Null where nothing is known of what it did. */
async function ask(
  deps: RefundDeps,
  purchase: Purchase,
  { id, reference, amountCents }: StoredRefund,
): Promise<RefundResult | null> {
  const provider = providerOf(deps, purchase)
  const { providerPaymentId, providerCaptureId: captureId } = purchase
  if (!provider || providerPaymentId === null) return null
  crashPoint('refund.before-call')
  try {
    const order = { reference, idempotencyKey: reference, providerPaymentId, captureId, amountCents }
    return await provider.refund(order)
  } catch (error) {
    if (!(error instanceof OutcomeUnknownError || error instanceof DomainError)) throw error
    deps.log.warn({ refund: id, error: error.message }, 'the outcome of a refund is not known yet')
    return null
  }
}

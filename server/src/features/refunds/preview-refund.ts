import type { RefundPreview } from '@almanac/contract/refunds'
import { toDollars } from '../../platform/dollars.ts'
import { readAutoPurchase } from '../auto-purchase/index.ts'
import { findPaidPurchase } from '../payments/index.ts'
import type { RefundDeps } from './deps.ts'
import { planMove } from './move-tokens.ts'
import { readDisputed } from './refund-store.ts'
import { availableCents } from './rules.ts'
import { noPayment, refundableOf } from './start-refund.ts'

/**
 * What a refund would do, of all that is left where no amount in cents is named.
 * @throws DomainError `not_found`, `not_refundable`, `refund_too_large`, `dispute_open`.
 */
export async function previewRefund(
  { db }: Pick<RefundDeps, 'db'>,
  purchaseId: number,
  wishedCents: number | undefined,
): Promise<RefundPreview> {
  const { reader } = db
  const purchase = await findPaidPurchase(reader, purchaseId)
  if (!purchase) throw await noPayment(reader, purchaseId)
  const cents = await refundableOf(reader, purchase, wishedCents ?? null)
  const { lostCents } = await readDisputed(reader, purchaseId)
  const refundedCents = purchase.refundedCents + cents
  const { take, missing } = await planMove(reader, { ...purchase, refundedCents }, cents)
  return {
    availableAmount: toDollars(availableCents(purchase, { ...purchase, lostCents })),
    amount: toDollars(cents),
    tokensTakenBack: Math.max(0, take),
    tokensMissing: missing,
    endsAutoPurchase: purchase.isAutoPurchase && (await readAutoPurchase(reader, purchase)).rule !== null,
  }
}

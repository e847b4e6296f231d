import { sql } from 'kysely'
import type { Reader } from '../../platform/database.ts'
import {
  currency,
  findPaidBy,
  findPaidPurchase,
  findPayment,
  type Movement,
  type PaymentProvider,
  type Purchase,
} from '../payments/index.ts'
import type { RefundDeps } from './deps.ts'
import { findReversals } from './find-reversals.ts'
import { lookUpRefunds } from './look-up-refunds.ts'
import { planMove } from './move-tokens.ts'
import { findByProviderId, isOfDispute, type StoredRefund } from './refund-store.ts'
import type { BookDifference } from './tables.ts'

/** Instants, the second one left out. */
export interface Span {
  from: Date
  until: Date
}

export interface Compared {
  /** How many of each were compared. */
  payments: number
  refunds: number
  differences: BookDifference[]
}

/**
 * Compares three books over a span: what the provider took and gave back, our purchases and refunds, and the ledger. What
 * lies on another day there than here is asked for by itself; refunds that nobody told us of are recorded first. What the
 * account has besides, without a reference of ours, is none of it.
 * @throws OutcomeUnknownError or DomainError `provider_unavailable` where the provider does not answer.
 */
export async function compareBooks(
  deps: RefundDeps,
  provider: PaymentProvider,
  span: Span,
): Promise<Compared> {
  const movements: Movement[] = []
  for await (const movement of provider.listMovements(span)) movements.push(movement)
  const there = new Set(movements.map(({ id }) => id))
  const differences: (BookDifference | null)[] = []
  for (const movement of movements) {
    const compare = movement.kind === 'payment' ? comparePayment : compareRefund
    differences.push(await compare(deps, provider, movement))
  }
  const purchases = await readSettled(deps.db.reader, provider, span)
  for (const purchase of purchases) {
    if (!there.has(purchase.providerCaptureId ?? '')) differences.push(await findPaymentThere(deps, purchase))
    differences.push(await compareLedger(deps.db.reader, purchase))
  }
  const refunds = await readGivenBack(deps.db.reader, provider, span)
  for (const refund of refunds) {
    if (!there.has(refund.providerRefundId ?? ''))
      differences.push(await findRefundThere(deps, provider, refund))
    differences.push(await compareTaken(deps.db.reader, refund))
  }
  differences.push(...(await findStrayCredits(deps.db.reader, span)))
  const found = differences.filter((one) => one !== null)
  return { payments: purchases.length, refunds: refunds.length, differences: found }
}

async function comparePayment(
  { db }: RefundDeps,
  provider: PaymentProvider,
  movement: Movement,
): Promise<BookDifference | null> {
  if (movement.reference === null) return null
  const purchase = await findPaidBy(db.reader, provider, movement)
  if (purchase?.amountCents === movement.amountCents && movement.currency === currency) return null
  const what = purchase ? 'another amount was taken there than here' : 'taken there, and not paid here'
  return { what, purchaseId: purchase?.id ?? null, refundId: null, providerId: movement.id }
}

async function compareRefund(
  deps: RefundDeps,
  provider: PaymentProvider,
  movement: Movement,
): Promise<BookDifference | null> {
  const purchase = await findPaidBy(deps.db.reader, provider, movement)
  if (!purchase) return null
  const own = () => findByProviderId(deps.db.reader, provider.name, movement.id)
  const isSame = (refund: StoredRefund | undefined) =>
    refund?.amountCents === movement.amountCents && movement.currency === currency && isDone(refund)
  if (isSame(await own())) return null
  await lookUpRefunds(deps, provider, movement)
  const refund = await own()
  if (isSame(refund)) return null
  const listed = [{ ...movement, refundId: movement.id }]
  if ((await findReversals(deps.db.reader, provider, purchase, listed)).has(movement.id)) return null
  const what = refund ? 'given back there, and otherwise here' : 'given back there, and not here'
  return { what, purchaseId: purchase.id, refundId: refund?.id ?? null, providerId: movement.id }
}

/** Given back, or a part of what a dispute took. */
function isDone(refund: StoredRefund): boolean {
  return refund.state === 'pending' || refund.state === 'refunded' || isOfDispute(refund)
}

async function findPaymentThere(deps: RefundDeps, purchase: Purchase): Promise<BookDifference | null> {
  const payment = await findPayment(deps, purchase)
  if (payment?.status === 'succeeded' && payment.amountCents === purchase.amountCents) return null
  const { id: purchaseId, providerPaymentId: providerId } = purchase
  return { what: 'paid here, and not taken there', purchaseId, refundId: null, providerId }
}

async function findRefundThere(
  { db }: RefundDeps,
  provider: PaymentProvider,
  refund: StoredRefund,
): Promise<BookDifference | null> {
  const purchase = await findPaidPurchase(db.reader, refund.purchaseId)
  const { providerRefundId: refundId, reference } = refund
  const found =
    purchase?.providerPaymentId &&
    (await provider.lookUpRefund({
      providerPaymentId: purchase.providerPaymentId,
      captureId: purchase.providerCaptureId,
      refundId,
      reference,
    }))
  if (found && found.status !== 'failed' && found.amountCents === refund.amountCents) return null
  return {
    what: 'given back here, and not there',
    purchaseId: refund.purchaseId,
    refundId: refund.id,
    providerId: refundId,
  }
}

async function readSettled(reader: Reader, provider: PaymentProvider, span: Span): Promise<Purchase[]> {
  const { rows } = await sql<Purchase>`
    select * from purchases where state = 'settled' and provider = ${provider.name}
      and (provider_account is null or provider_account = ${provider.account})
      and settled_at >= ${span.from} and settled_at < ${span.until} order by id
  `.execute(reader)
  return rows
}

async function readGivenBack(reader: Reader, provider: PaymentProvider, span: Span): Promise<StoredRefund[]> {
  const { rows } = await sql<StoredRefund>`
    select r.* from refunds r join purchases p on p.id = r.purchase_id
    where r.state in ('pending', 'refunded') and r.provider = ${provider.name}
      and (p.provider_account is null or p.provider_account = ${provider.account})
      and r.created_at >= ${span.from} and r.created_at < ${span.until} order by r.id
  `.execute(reader)
  return rows
}

async function compareLedger(reader: Reader, purchase: Purchase): Promise<BookDifference | null> {
  const entry = await reader
    .selectFrom('ledgerEntries')
    .select(['credit', 'consumerId'])
    .where('reference', '=', `purchase:${purchase.id}`)
    .executeTakeFirst()
  if (entry?.credit === purchase.numberOfTokens && entry.consumerId === purchase.consumerId) return null
  const { id: purchaseId, providerPaymentId: providerId } = purchase
  return { what: 'paid, and not credited with its tokens', purchaseId, refundId: null, providerId }
}

/** That fewer are taken than belong to the money is in order: they were spent. */
async function compareTaken(reader: Reader, refund: StoredRefund): Promise<BookDifference | null> {
  const purchase = await findPaidPurchase(reader, refund.purchaseId)
  if (purchase && (await planMove(reader, purchase)).take >= 0) return null
  const { purchaseId, id: refundId, providerRefundId: providerId } = refund
  return { what: 'more tokens were taken than belong to the money', purchaseId, refundId, providerId }
}

/** Credits of purchases that are not paid. */
async function findStrayCredits(reader: Reader, { from, until }: Span): Promise<BookDifference[]> {
  const { rows } = await sql<{ reference: string; purchaseId: number | null }>`
    select e.reference, p.id as purchase_id from ledger_entries e
      left join purchases p on e.reference = 'purchase:' || p.id
    where e.kind = 'purchase' and e.created_at >= ${from} and e.created_at < ${until} and p.state is distinct from 'settled'
  `.execute(reader)
  return rows.map(({ reference, purchaseId }) => ({
    what: `credited, and not paid: ${reference}`,
    purchaseId,
    refundId: null,
    providerId: null,
  }))
}

import { createHash } from 'node:crypto'
import { writeAudit } from '../../platform/audit.ts'
import { crashPoint } from '../../platform/crash-points.ts'
import type { Reader, Tx } from '../../platform/database.ts'
import { toDollars } from '../../platform/dollars.ts'
import { DomainError } from '../../platform/errors.ts'
import { hashRequest } from '../../platform/request-hash.ts'
import { announceChange } from '../../platform/wakeups.ts'
import { turnOffAutoPurchase } from '../auto-purchase/index.ts'
import { lockWallet } from '../ledger/index.ts'
import { changeRefunded, lockPaidPurchase, type Purchase, providerOf } from '../payments/index.ts'
import type { RefundDeps } from './deps.ts'
import { moveTokens, planMove } from './move-tokens.ts'
import {
  findByIdempotencyKey,
  findByReference,
  findRefund,
  insertRefund,
  readDisputed,
  type StoredRefund,
} from './refund-store.ts'
import { availableCents } from './rules.ts'

export interface RefundWish {
  admin: { userId: number; role: string }
  purchaseId: number
  consumerId: number
  /** Null for all that is left. */
  amountCents: number | null
  reason: string | undefined
  /** Cents that the preview said it is of; undefined where the client does not say. */
  expectedCents: number | undefined
  /** Tokens that the preview said it takes back; undefined where the client does not say. */
  expectedTokens: number | undefined
  idempotencyKey: string | undefined
}

/**
 * Commits a refund before the provider is told of it, reserves its money of the purchase, takes its tokens, and turns the
 * automatic purchase off that it is of (decision P6); a repeated idempotency key answers the refund that it made.
 * @throws DomainError `not_found`, `not_refundable`, `refund_too_large`, `dispute_open`, `conflict`,
 * `idempotency_mismatch`, `provider_unavailable`; nothing was stored then.
 */
export async function startRefund(deps: RefundDeps, wish: RefundWish): Promise<StoredRefund> {
  const { admin, idempotencyKey, ...request } = wish
  const requestHash = hashRequest(request)
  return deps.db.transact(async (tx) => {
    const purchase = await lockPaidPurchase(tx, wish.purchaseId)
    if (!purchase || purchase.consumerId !== wish.consumerId) throw await noPayment(tx, wish.purchaseId)
    const known = idempotencyKey && (await findByIdempotencyKey(tx, admin.userId, idempotencyKey))
    if (known) {
      if (known.requestHash !== requestHash) throw new DomainError('idempotency_mismatch')
      return known
    }
    const reference = idempotencyKey && referenceOf(admin.userId, idempotencyKey)
    // What this very click gave back before the database was restored, and was found again at the provider.
    const adopted = reference && (await findByReference(tx, purchase.id, reference))
    if (adopted && wish.amountCents !== null && wish.amountCents !== adopted.amountCents)
      throw new DomainError('idempotency_mismatch')
    if (adopted) return adopted
    if (!providerOf(deps, purchase)) throw new DomainError('provider_unavailable')
    const amountCents = await refundableOf(tx, purchase, wish.amountCents)
    if (amountCents !== (wish.expectedCents ?? amountCents)) throw new DomainError('conflict')
    const reserved = await changeRefunded(tx, purchase.id, amountCents)
    await refuseOtherTokens(tx, reserved, wish.expectedTokens)
    const refund = await insertRefund(tx, {
      ...refundOf(purchase),
      ...(reference ? { reference } : {}),
      amountCents,
      adminUserId: admin.userId,
      reason: wish.reason ?? null,
      idempotencyKey: idempotencyKey ?? null,
      requestHash,
    })
    // The same key for two payments at the same moment.
    if (!refund) throw new DomainError('idempotency_mismatch')
    const begun = await takeTokens(tx, reserved, refund, `admin:${admin.userId}`)
    if (purchase.isAutoPurchase) await turnOffAutoPurchase(tx, deps, purchase, 'refund')
    await audit(tx, wish, purchase, begun)
    crashPoint('refund.in-transaction')
    return begun
  })
}

/** A click's name at the provider: repeated under its key it is the same, also where the database has forgotten the first. */
function referenceOf(adminUserId: number, idempotencyKey: string): string {
  return `refund-${createHash('sha256').update(`${adminUserId}:${idempotencyKey}`).digest('hex').slice(0, 32)}`
}

/** The columns of a refund that are its purchase's. */
export function refundOf({ id, tenantId, consumerId, provider }: Purchase) {
  return { purchaseId: id, tenantId, consumerId, provider }
}

/** Takes the tokens of a refund whose money is reserved, and tells the consumer's screens. */
export async function takeTokens(
  tx: Tx,
  purchase: Purchase,
  { id, amountCents: refundCents }: StoredRefund,
  actor: string,
): Promise<StoredRefund> {
  const moved = await moveTokens(tx, purchase, { kind: 'refund', id, actor, refundCents })
  const { tenantId, consumerId } = purchase
  await announceChange(tx, { topic: 'balance', tenantId, userId: consumerId })
  return tx
    .updateTable('refunds')
    .set({ tokensTakenBack: Math.max(0, moved.takenTokens), tokensMissing: moved.missingTokens })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Cents that a refund is of; null asks for all that is left.
 * @throws DomainError `dispute_open`, `not_refundable`, `refund_too_large`.
 */
export async function refundableOf(
  reader: Reader | Tx,
  purchase: Purchase,
  wished: number | null,
): Promise<number> {
  const { lostCents, isDisputed } = await readDisputed(reader, purchase.id)
  if (isDisputed) throw new DomainError('dispute_open')
  const available = availableCents(purchase, { ...purchase, lostCents })
  if (available === 0) throw new DomainError('not_refundable')
  if (wished !== null && wished > available) throw new DomainError('refund_too_large')
  return wished ?? available
}

/** What an id is that is no paid purchase's: of a refund, or of nothing. */
export async function noPayment(reader: Reader | Tx, id: number): Promise<DomainError> {
  const refund = await findRefund(reader, id)
  if (refund) return new DomainError('not_refundable', { message: 'This is a refunded payment.' })
  return new DomainError('not_found')
}

async function refuseOtherTokens(tx: Tx, reserved: Purchase, expected: number | undefined): Promise<void> {
  await lockWallet(tx, reserved.consumerId)
  if (expected === undefined) return
  const { take } = await planMove(tx, reserved)
  if (Math.max(0, take) !== expected) throw new DomainError('conflict')
}

async function audit(tx: Tx, wish: RefundWish, purchase: Purchase, refund: StoredRefund): Promise<void> {
  const { amountCents, tokensTakenBack, tokensMissing, reason } = refund
  await writeAudit(tx, {
    tenantId: purchase.tenantId,
    actor: wish.admin,
    action: 'refund-payment',
    subject: `purchase:${purchase.id}`,
    before: { refundedAmount: toDollars(purchase.refundedCents) },
    after: {
      refundId: refund.id,
      amount: toDollars(amountCents),
      refundedAmount: toDollars(purchase.refundedCents + amountCents),
      tokensTakenBack,
      tokensMissing,
      reason,
    },
  })
}

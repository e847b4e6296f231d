import { sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'
import { turnOffAutoPurchase } from '../auto-purchase/index.ts'
import { changeRefunded, type Purchase, type Refund } from '../payments/index.ts'
import type { RefundDeps } from './deps.ts'
import { moveTokens } from './move-tokens.ts'
import { findByProvider, insertRefund, type StoredRefund, withdrawnCode } from './refund-store.ts'
import { refundOf, takeTokens } from './start-refund.ts'

type BookDeps = Pick<RefundDeps, 'providers' | 'publicUrl'>

/**
 * Books a refund that the provider lists: as money given back, or, where it is what a dispute took, as part of that
 * dispute, so that it counts once. Which of the two it is may change with the dispute. The caller holds the purchase.
 * It fails where it doesn't fit beside refunds that are under way, and fits once these have ended.
 * @returns its row; undefined where another look has it already.
 */
export async function bookRefund(
  tx: Tx,
  deps: BookDeps,
  purchase: Purchase,
  told: Refund & { isReversal: boolean },
): Promise<StoredRefund | undefined> {
  const own = await findByProvider(tx, purchase.id, told)
  if (!own) return adopt(tx, deps, purchase, told)
  const isWithdrawn = own.failureCode === withdrawnCode
  if (told.isReversal && own.state !== 'failed') {
    const { purchase: left } = await withdrawRefunds(tx, purchase, [own])
    await moveTokens(tx, left, { kind: 'refund', id: own.id, actor: 'system' })
  } else if (!told.isReversal && isWithdrawn && told.status !== 'failed') {
    return reinstate(tx, deps, purchase, own, told)
  }
  return own
}

/** A refund that was made at the provider itself. */
async function adopt(
  tx: Tx,
  deps: BookDeps,
  purchase: Purchase,
  told: Refund & { isReversal: boolean },
): Promise<StoredRefund | undefined> {
  const hasFailed = told.status === 'failed'
  const failureCode = told.isReversal ? withdrawnCode : (told.failureCode ?? 'failed')
  const isCounted = !hasFailed && !told.isReversal
  const refund = await insertRefund(tx, {
    ...refundOf(purchase),
    ...(await freeReference(tx, told)),
    amountCents: told.amountCents,
    providerRefundId: told.refundId,
    createdAt: told.createdAt,
    ...(isCounted ? {} : { state: 'failed' as const, failureCode, nextLookAt: null }),
  })
  return refund && isCounted ? count(tx, deps, purchase, refund) : refund
}

/** Reserves its money and takes its tokens. */
async function count(
  tx: Tx,
  deps: BookDeps,
  purchase: Purchase,
  refund: StoredRefund,
): Promise<StoredRefund> {
  const reserved = await changeRefunded(tx, purchase.id, refund.amountCents)
  if (purchase.isAutoPurchase) await turnOffAutoPurchase(tx, deps, purchase, 'refund')
  return takeTokens(tx, reserved, refund, 'system')
}

/** It was taken for what a dispute took, and is a refund after all. */
async function reinstate(
  tx: Tx,
  deps: BookDeps,
  purchase: Purchase,
  { id }: StoredRefund,
  { status }: Refund,
): Promise<StoredRefund> {
  const isPending = status === 'pending'
  const refund = await tx
    .updateTable('refunds')
    .set({
      state: isPending ? 'pending' : 'refunded',
      failureCode: null,
      nextLookAt: isPending ? sql<Date>`now()` : null,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return count(tx, deps, purchase, refund)
}

/**
 * Stops counting refunds that a dispute counts. The tokens that they took stay taken, for the dispute.
 * @returns the purchase as it is then, and how many tokens those are.
 */
export async function withdrawRefunds(
  tx: Tx,
  purchase: Purchase,
  refunds: readonly StoredRefund[],
): Promise<{ purchase: Purchase; tokens: number }> {
  const cents = refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)
  if (cents === 0) return { purchase, tokens: 0 }
  const withdrawn = { state: 'failed', failureCode: withdrawnCode, nextLookAt: null } as const
  await tx
    .updateTable('refunds')
    .set({ ...withdrawn, tokensTakenBack: 0, tokensMissing: 0 })
    .where(
      'id',
      'in',
      refunds.map(({ id }) => id),
    )
    .execute()
  return {
    purchase: await changeRefunded(tx, purchase.id, -cents),
    tokens: refunds.reduce((sum, { tokensTakenBack }) => sum + tokensTakenBack, 0),
  }
}

/** Its name at the provider, where it was made by a database that this one does not know of; a new one else. */
async function freeReference(tx: Tx, { reference }: Refund): Promise<{ reference?: string }> {
  if (reference === null) return {}
  const taken = await tx
    .selectFrom('refunds')
    .select('id')
    .where('reference', '=', reference)
    .executeTakeFirst()
  return taken ? {} : { reference }
}

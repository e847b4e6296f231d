import { type Selectable, sql } from 'kysely'
import type { Tables, Tx } from '../../platform/database.ts'
import { announceChanges, reportsChanged } from '../../platform/wakeups.ts'
import { holdAutoPurchase, releaseAutoPurchase } from '../auto-purchase/index.ts'
import {
  changeRefunded,
  type Dispute,
  findPaidBy,
  lockPaidPurchase,
  type PaymentProvider,
  type Purchase,
  type Refund,
} from '../payments/index.ts'
import type { RefundDeps } from './deps.ts'
import { findReversals } from './find-reversals.ts'
import { lookUpRefunds } from './look-up-refunds.ts'
import { moveTokens } from './move-tokens.ts'
import { hasOpenDispute } from './queries.ts'

type StoredDispute = Selectable<Tables['disputes']>

/**
 * Asks the provider how a dispute stands and records it: open, it holds what is unspent of its purchase's tokens; won, it
 * gives them back; lost, it keeps those that belong to the money that is gone, and counts like a refund.
 * @returns whether there is a paid purchase of ours for it
 * @throws OutcomeUnknownError or DomainError `provider_unavailable` where it does not answer.
 */
export async function recordDispute(
  deps: RefundDeps,
  provider: PaymentProvider,
  disputeId: string,
): Promise<boolean> {
  const { db, log } = deps
  const { rows } = await sql<{ askedAt: Date }>`select clock_timestamp() as asked_at`.execute(db.reader)
  const dispute = await provider.lookUpDispute(disputeId)
  const purchase = dispute && (await findPaidBy(db.reader, provider, dispute))
  const askedAt = rows[0]?.askedAt
  if (!dispute || !purchase || !askedAt) return false
  const listed = await listReversible(provider, purchase)
  await db.transact(async (tx) => {
    const held = await lockPaidPurchase(tx, purchase.id)
    const stored = held && (await putDispute(tx, provider, held, { ...dispute, askedAt }))
    if (!stored) return
    const reversals = await findReversals(tx, provider, held, listed)
    await moveHeld(tx, await withdrawReversals(tx, reversals, held), stored)
    await holdBuying(tx, held)
    log.warn({ purchase: held.id, dispute: disputeId, state: stored.state }, 'a payment is disputed')
    const { tenantId, consumerId } = held
    await announceChanges(tx, [{ topic: 'balance', tenantId, userId: consumerId }, reportsChanged(tenantId)])
  })
  // A refund that could have been what it took is a refund after all.
  if (dispute.status === 'won' && provider.isReversalListed) await lookUpRefunds(deps, provider, dispute)
  return true
}

/** Asked for before the transaction: what is in this list and was taken for a refund may be what the dispute took. */
async function listReversible(provider: PaymentProvider, purchase: Purchase): Promise<Refund[]> {
  const { providerPaymentId, providerCaptureId: captureId } = purchase
  if (!provider.isReversalListed || providerPaymentId === null) return []
  return provider.listRefunds({ providerPaymentId, captureId })
}

/** Its news may have come before the dispute's: the money is free again for the dispute to count, its tokens stay taken. */
async function withdrawReversals(
  tx: Tx,
  reversals: ReadonlySet<string>,
  purchase: Purchase,
): Promise<Purchase> {
  if (reversals.size === 0) return purchase
  const withdrawn = await tx
    .updateTable('refunds')
    .set({
      state: 'failed',
      failureCode: 'disputed',
      nextLookAt: null,
      tokensTakenBack: 0,
      tokensMissing: 0,
    })
    .where('purchaseId', '=', purchase.id)
    .where('providerRefundId', 'in', [...reversals])
    .where('state', '<>', 'failed')
    .returning('amountCents')
    .execute()
  const cents = withdrawn.reduce((sum, { amountCents }) => sum + amountCents, 0)
  return cents > 0 ? changeRefunded(tx, purchase.id, -cents) : purchase
}

const secondsBetweenLooks = 6 * 3_600

/** Undefined where it stands as it did, or where a later question has been answered already. */
async function putDispute(
  tx: Tx,
  { name, account }: PaymentProvider,
  purchase: Purchase,
  told: Dispute & { askedAt: Date },
): Promise<StoredDispute | undefined> {
  const isOpen = told.status === 'open'
  const values = {
    state: told.status,
    amountCents: told.amountCents,
    reason: told.reason,
    askedAt: told.askedAt,
    nextLookAt: isOpen ? sql<Date>`now() + make_interval(secs => ${secondsBetweenLooks})` : null,
    decidedAt: isOpen ? null : sql<Date>`now()`,
  }
  return tx
    .insertInto('disputes')
    .values({
      ...values,
      provider: name,
      account,
      disputeId: told.disputeId,
      tenantId: purchase.tenantId,
      consumerId: purchase.consumerId,
      purchaseId: purchase.id,
      openedAt: told.createdAt,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['provider', 'disputeId'])
        .doUpdateSet(values)
        .whereRef('disputes.askedAt', '<', 'excluded.askedAt')
        .where((e) =>
          e.or([
            e('disputes.state', '<>', e.ref('excluded.state')),
            e('disputes.amountCents', '<>', e.ref('excluded.amountCents')),
          ]),
        ),
    )
    .returningAll()
    .executeTakeFirst()
}

/** The wallet is held by now, so that two disputes of one consumer don't pass each other. */
async function holdBuying(tx: Tx, { tenantId, consumerId }: Purchase): Promise<void> {
  const owner = { tenantId, consumerId }
  if (await hasOpenDispute(tx, owner)) await holdAutoPurchase(tx, owner)
  else await releaseAutoPurchase(tx, owner)
}

async function moveHeld(tx: Tx, purchase: Purchase, { id, state, tokensHeld }: StoredDispute): Promise<void> {
  const { takenTokens, missingTokens } = await moveTokens(tx, purchase, {
    kind: 'dispute',
    id,
    actor: 'system',
  })
  await tx
    .updateTable('disputes')
    .set({
      tokensHeld: Math.max(0, tokensHeld + takenTokens),
      tokensMissing: state === 'lost' ? missingTokens : 0,
    })
    .where('id', '=', id)
    .execute()
}

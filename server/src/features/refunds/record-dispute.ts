import { type Selectable, sql } from 'kysely'
import type { Tables, Tx } from '../../platform/database.ts'
import { announceChanges, reportsChanged } from '../../platform/wakeups.ts'
import { endAfterFraud, holdAutoPurchase, releaseAutoPurchase } from '../auto-purchase/index.ts'
import { queueMessage } from '../messages/index.ts'
import {
  currency,
  type Dispute,
  findPaidBy,
  lockPaidPurchase,
  type PaymentProvider,
  type Purchase,
  readPayingConsumer,
} from '../payments/index.ts'
import { bookRefund, withdrawRefunds } from './book-refund.ts'
import type { RefundDeps } from './deps.ts'
import { findReversals } from './find-reversals.ts'
import { lookUpRefunds } from './look-up-refunds.ts'
import { moveTokens } from './move-tokens.ts'
import { hasOpenDispute } from './queries.ts'
import { disputeLetter } from './refund-letters.ts'
import { returnedCode, withdrawnCode } from './refund-store.ts'
import { refuseCurrency } from './refuse-currency.ts'

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
  const { rows } = await sql<{ askedAt: Date }>`select clock_timestamp() as asked_at`.execute(deps.db.reader)
  const askedAt = rows[0]?.askedAt
  if (!askedAt) throw new Error('The database did not say what time it is')
  let isKnown = false
  for (const dispute of await provider.lookUpDispute(disputeId)) {
    const purchase = await findPaidBy(deps.db.reader, provider, dispute)
    if (!purchase) continue
    isKnown = true
    refuseCurrency(`Dispute ${dispute.disputeId}`, dispute)
    await recordOne(deps, provider, purchase, { ...dispute, askedAt })
  }
  return isKnown
}

/** The providers' words for a payment that its owner did not authorize. */
const fraudReasons: ReadonlySet<string> = new Set(['fraudulent', 'unauthorised'])

/**
 * What the provider lists of a payment's refunds is asked for before the transaction, so that in one step the dispute is
 * recorded and each refund counts as what it is: a part of the dispute, or a refund.
 */
async function recordOne(
  deps: RefundDeps,
  provider: PaymentProvider,
  { id: purchaseId, providerPaymentId, providerCaptureId: captureId }: Purchase,
  dispute: Dispute & { askedAt: Date },
): Promise<void> {
  const isListed = provider.isReversalListed && providerPaymentId !== null
  const all = isListed ? await provider.listRefunds({ providerPaymentId, captureId }) : []
  const listed = all.filter((refund) => refund.currency === currency)
  await deps.db.transact(async (tx) => {
    const purchase = await lockPaidPurchase(tx, purchaseId)
    if (!purchase) return
    const before = await findReversals(tx, provider, purchase, listed)
    const wasLost = await isLost(tx, provider, dispute)
    const stored = await putDispute(tx, provider, purchase, dispute)
    if (!stored) return
    const reversals = await findReversals(tx, provider, purchase, listed)
    if (wasLost)
      await keepReturned(
        tx,
        purchaseId,
        [...before].filter((refundId) => !reversals.has(refundId)),
      )
    const withdrawn = await withdrawRefunds(tx, purchase, await findCounted(tx, purchaseId, reversals))
    const held = { ...stored, tokensHeld: stored.tokensHeld + withdrawn.tokens }
    await tell(tx, purchase, await moveHeld(tx, withdrawn.purchase, held))
    for (const refund of listed)
      await bookRefund(tx, deps, withdrawn.purchase, {
        ...refund,
        isReversal: reversals.has(refund.refundId),
      })
    if (stored.state === 'lost' && fraudReasons.has(stored.reason?.toLowerCase() ?? ''))
      await endAfterFraud(tx, deps, purchase)
    await holdBuying(tx, purchase)
    const { disputeId } = dispute
    deps.log.warn({ purchase: purchaseId, dispute: disputeId, state: stored.state }, 'a payment is disputed')
    const { tenantId, consumerId } = purchase
    await announceChanges(tx, [{ topic: 'balance', tenantId, userId: consumerId }, reportsChanged(tenantId)])
  })
  if (isListed) await lookUpRefunds(deps, provider, { providerPaymentId, captureId })
}

async function isLost(tx: Tx, { name }: PaymentProvider, { disputeId }: Dispute): Promise<boolean> {
  const stored = await tx
    .selectFrom('disputes')
    .select('state')
    .where('provider', '=', name)
    .where('disputeId', '=', disputeId)
    .executeTakeFirst()
  return stored?.state === 'lost'
}

/** What a lost dispute took comes back when it is won on appeal, though the provider goes on listing it as a refund. */
async function keepReturned(tx: Tx, purchaseId: number, providerRefundIds: readonly string[]): Promise<void> {
  if (providerRefundIds.length === 0) return
  await tx
    .updateTable('refunds')
    .set({ failureCode: returnedCode })
    .where('purchaseId', '=', purchaseId)
    .where('providerRefundId', 'in', providerRefundIds)
    .where('failureCode', '=', withdrawnCode)
    .execute()
}

async function findCounted(tx: Tx, purchaseId: number, providerRefundIds: ReadonlySet<string>) {
  if (providerRefundIds.size === 0) return []
  return tx
    .selectFrom('refunds')
    .selectAll()
    .where('purchaseId', '=', purchaseId)
    .where('providerRefundId', 'in', [...providerRefundIds])
    .where('state', '<>', 'failed')
    .execute()
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
    decidedAt: isOpen ? null : (told.decidedAt ?? sql<Date>`now()`),
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

async function moveHeld(
  tx: Tx,
  purchase: Purchase,
  dispute: StoredDispute,
): Promise<StoredDispute & { takenTokens: number }> {
  const { id, state, tokensHeld } = dispute
  const { takenTokens, missingTokens } = await moveTokens(tx, purchase, {
    kind: 'dispute',
    id,
    actor: 'system',
  })
  const tokens = {
    tokensHeld: Math.max(0, tokensHeld + takenTokens),
    tokensMissing: state === 'lost' ? missingTokens : 0,
  }
  await tx.updateTable('disputes').set(tokens).where('id', '=', id).execute()
  return { ...dispute, ...tokens, takenTokens }
}

/** The consumer reads of what changed for them: tokens that moved, money that went back (decision X10). */
async function tell(
  tx: Tx,
  purchase: Purchase,
  dispute: StoredDispute & { takenTokens: number },
): Promise<void> {
  if (dispute.takenTokens === 0 && dispute.state !== 'lost') return
  const consumer = await readPayingConsumer(tx, purchase.consumerId)
  const since = dispute.decidedAt ?? dispute.openedAt
  await queueMessage(tx, { ...disputeLetter(dispute, purchase, consumer), since })
}

import type { RefundState } from '@almanac/contract/refunds'
import { type RawBuilder, sql } from 'kysely'
import { crashPoint } from '../../platform/crash-points.ts'
import type { Tx } from '../../platform/database.ts'
import { announceChanges, reportsChanged } from '../../platform/wakeups.ts'
import { queueMessage } from '../messages/index.ts'
import {
  changeRefunded,
  currency,
  lockPaidPurchase,
  type Purchase,
  type Refund,
  readPayingConsumer,
} from '../payments/index.ts'
import type { RefundDeps } from './deps.ts'
import { moveTokens } from './move-tokens.ts'
import { refundFailedLetter, refundLetter } from './refund-letters.ts'
import { findRefund, type StoredRefund } from './refund-store.ts'

type ApplyDeps = Pick<RefundDeps, 'db' | 'log'>

const inAMinute = sql<Date>`now() + interval '1 minute'`

/**
 * Brings a refund to the state that the provider says it has, whoever asked it and however often. It only goes forward:
 * started, pending, refunded, failed.
 */
export async function applyRefund({ db, log }: ApplyDeps, refundId: number, told: Refund): Promise<void> {
  await db.transact(async (tx) => {
    const held = await lockRefund(tx, refundId)
    const { refundId: providerRefundId } = told
    const isAnother =
      held.refund.providerRefundId !== null && held.refund.providerRefundId !== providerRefundId
    if (isAnother) return
    const isAsAsked = told.amountCents === held.refund.amountCents && told.currency === currency
    if (!isAsAsked) log.error({ refund: refundId, providerRefundId }, 'a refund is not what was asked for')
    if (told.currency !== currency) return
    const { purchase, refund } = isAsAsked ? held : await takeAmount(tx, held, told.amountCents)
    if (told.status === 'failed') return fail(tx, purchase, refund, { ...told, providerRefundId })
    const state = told.status === 'pending' ? 'pending' : 'refunded'
    const isForward = refund.state === 'started' || (refund.state === 'pending' && state === 'refunded')
    if (!isForward) return
    await change(tx, purchase, refund, {
      state,
      providerRefundId,
      looks: 0,
      nextLookAt: state === 'pending' ? inAMinute : null,
    })
    if (refund.state === 'started')
      await tell(tx, purchase, { ...refund, createdAt: earlierOf(refund, told) }, refundLetter)
    crashPoint('refund.applied-in-transaction')
  })
}

/** Ends a refund that the provider did not make and never will under its key; its tokens come back. */
export async function failRefund({ db }: ApplyDeps, refundId: number, failureCode: string): Promise<void> {
  await db.transact(async (tx) => {
    const { purchase, refund } = await lockRefund(tx, refundId)
    // One that the provider has taken on meanwhile, under another look, is not for us to end.
    if (refund.state === 'started' && refund.providerRefundId === null)
      await fail(tx, purchase, refund, { failureCode, providerRefundId: null })
  })
}

/** The provider's amount is what the consumer gets: money and tokens follow it. */
async function takeAmount(tx: Tx, { purchase, refund }: Held, amountCents: number): Promise<Held> {
  const { id, tokensTakenBack } = refund
  const isCounted = refund.state !== 'failed'
  const difference = isCounted ? amountCents - refund.amountCents : 0
  const counted = await changeRefunded(tx, purchase.id, difference)
  await tx.updateTable('refunds').set({ amountCents }).where('id', '=', id).execute()
  if (!isCounted) return { purchase, refund: { ...refund, amountCents } }
  const cause = { kind: 'refund', id, actor: 'system', refundCents: amountCents } as const
  const { takenTokens, missingTokens: tokensMissing } = await moveTokens(tx, counted, cause)
  const tokens = { tokensTakenBack: Math.max(0, tokensTakenBack + takenTokens), tokensMissing }
  await tx.updateTable('refunds').set(tokens).where('id', '=', id).execute()
  return { purchase: counted, refund: { ...refund, amountCents, ...tokens } }
}

interface Held {
  purchase: Purchase
  refund: StoredRefund
}

async function lockRefund(tx: Tx, refundId: number): Promise<Held> {
  const purchaseId = (await findRefund(tx, refundId))?.purchaseId
  const purchase = purchaseId && (await lockPaidPurchase(tx, purchaseId))
  // Read again: every change of it is made under the purchase's lock.
  const refund = await findRefund(tx, refundId)
  if (!purchase || !refund) throw new Error(`Refund ${refundId} is gone`)
  return { purchase, refund }
}

/** What was reserved is free again, and the tokens are the consumer's, as far as other refunds do not claim them. */
async function fail(
  tx: Tx,
  purchase: Purchase,
  refund: StoredRefund,
  failure: { failureCode: string | null; providerRefundId: string | null },
): Promise<void> {
  if (refund.state === 'failed') return
  const freed = await changeRefunded(tx, purchase.id, -refund.amountCents)
  const { failureCode, providerRefundId } = failure
  await change(tx, purchase, refund, {
    state: 'failed',
    failureCode: failureCode ?? 'failed',
    providerRefundId,
    nextLookAt: null,
  })
  const { takenTokens } = await moveTokens(tx, freed, { kind: 'refund', id: refund.id, actor: 'system' })
  await tx
    .updateTable('refunds')
    .set({ tokensTakenBack: Math.max(0, refund.tokensTakenBack + takenTokens), tokensMissing: 0 })
    .where('id', '=', refund.id)
    .execute()
  const returnedTokens = Math.max(0, -takenTokens)
  const letterOf: typeof refundLetter = (...of) => refundFailedLetter(...of, returnedTokens)
  if (refund.state !== 'started') await tell(tx, purchase, refund, letterOf)
}

async function change(
  tx: Tx,
  { tenantId, consumerId }: Purchase,
  { id }: StoredRefund,
  values: {
    state: RefundState
    providerRefundId: string | null
    failureCode?: string
    looks?: number
    nextLookAt: RawBuilder<Date> | null
  },
): Promise<void> {
  await tx.updateTable('refunds').set(values).where('id', '=', id).execute()
  await announceChanges(tx, [{ topic: 'balance', tenantId, userId: consumerId }, reportsChanged(tenantId)])
}

/** A click repeated after a restore is a new refund here, and an old one there. */
function earlierOf(refund: StoredRefund, told: Refund): Date {
  return told.createdAt < refund.createdAt ? told.createdAt : refund.createdAt
}

async function tell(
  tx: Tx,
  purchase: Purchase,
  refund: StoredRefund,
  letterOf: typeof refundLetter,
): Promise<void> {
  const consumer = await readPayingConsumer(tx, purchase.consumerId)
  await queueMessage(tx, { ...letterOf(refund, purchase, consumer), since: refund.createdAt })
}

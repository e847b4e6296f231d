import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import { type Database, violatedUnique } from '../../platform/database.ts'
import { recordSmsOptOut } from '../identity/index.ts'
import type { SendOutcome, SmsStatus } from '../messages/index.ts'
import type { ClaimedDelivery } from './claim-deliveries.ts'
import { endDeliveries } from './end-deliveries.ts'
import { heldUntil } from './quiet-hours.ts'

export interface RecordDeps {
  db: Database
  clock: Clock
}

/** Attempts over some five hours; a text is late only after six. */
const attemptsMax = 24
const firstPauseSeconds = 10
const pauseMaxSeconds = 900

/** The provider's own quiet hours, which hold even where ours are off. */
const providerQuietHours = { startHour: 21, endHour: 8 }
const quietRetrySeconds = 3_600

/** Records what the provider said of a delivery that this worker handed over. */
export async function recordOutcome(
  deps: RecordDeps,
  delivery: ClaimedDelivery,
  outcome: SendOutcome,
): Promise<void> {
  if (outcome.kind === 'accepted') {
    await recordStatus(deps, delivery.id, {
      providerId: outcome.providerId,
      state: 'accepted',
      reason: null,
    })
    return
  }
  const isOver = outcome.kind === 'refused' || delivery.attempts >= attemptsMax
  if (isOver) await endUndelivered(deps, delivery, outcome.reason)
  else await planAgain(deps, delivery, outcome)
}

async function endUndelivered(
  { db, clock }: RecordDeps,
  delivery: ClaimedDelivery,
  reason: string,
): Promise<void> {
  await db.transact(async (tx) => {
    await endDeliveries(tx, { to: 'undeliverable', from: ['sending', 'unknown'] }, [
      { id: delivery.id, reason },
    ])
    if (reason === 'opted-out') await recordSmsOptOut(tx, delivery.recipient, clock.now())
  })
}

/** Only what is certain not to have been taken goes back, and only while no other worker has given it up. */
async function planAgain(
  { db, clock }: RecordDeps,
  { id, attempts, timeZone }: ClaimedDelivery,
  outcome: SendOutcome & { kind: 'retry' },
): Promise<void> {
  const now = clock.now()
  const pauseSeconds =
    outcome.afterSeconds ?? Math.min(pauseMaxSeconds, firstPauseSeconds * 2 ** (attempts - 1))
  const morning = heldUntil(now, timeZone, providerQuietHours)
  const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000)
  const isQuiet = outcome.reason === 'quiet-hours'
  const sendAfter = !isQuiet ? later(pauseSeconds) : morning > now ? morning : later(quietRetrySeconds)
  await db.reader
    .updateTable('deliveries')
    .set({ state: 'planned', sendAfter, error: outcome.reason })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .where('attempts', '=', attempts)
    .execute()
}

/**
 * Records how far the provider says a message has come. States only move forward, and undeliverable stands above
 * delivered, so that repeated and shuffled reports end the same.
 * @returns false where the report names a message that belongs to another delivery.
 */
export async function recordStatus(
  { db, clock }: RecordDeps,
  deliveryId: number,
  status: SmsStatus,
): Promise<boolean> {
  try {
    return await db.transact(async (tx) => {
      const delivery = await tx
        .selectFrom('deliveries')
        .select(['state', 'providerId', 'recipient'])
        .where('id', '=', deliveryId)
        .forUpdate()
        .executeTakeFirst()
      if (!delivery || (delivery.providerId ?? status.providerId) !== status.providerId) return false
      if (status.state === 'undeliverable') {
        const reason = status.reason ?? 'undeliverable'
        await endDeliveries(
          tx,
          {
            to: 'undeliverable',
            from: ['sending', 'unknown', 'sent', 'delivered'],
            providerId: status.providerId,
          },
          [{ id: deliveryId, reason }],
        )
        if (reason === 'opted-out') await recordSmsOptOut(tx, delivery.recipient, clock.now())
        return true
      }
      const isForward =
        status.state === 'delivered'
          ? ['sending', 'unknown', 'sent'].includes(delivery.state)
          : ['sending', 'unknown'].includes(delivery.state)
      if (!isForward) return true
      await tx
        .updateTable('deliveries')
        .set({
          state: status.state === 'delivered' ? 'delivered' : 'sent',
          providerId: status.providerId,
          sentAt: sql<Date>`coalesce(sent_at, now())`,
          error: null,
        })
        .where('id', '=', deliveryId)
        .execute()
      return true
    })
  } catch (error) {
    if (violatedUnique(error) === 'deliveries_provider') return false
    throw error
  }
}

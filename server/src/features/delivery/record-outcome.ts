import { sql } from 'kysely'
import { type Database, type Tx, violatedUnique } from '../../platform/database.ts'
import { readPresent } from '../../platform/present.ts'
import { findLostTime } from '../../platform/restores.ts'
import { noteEmailBounce } from '../identity/index.ts'
import type { SendOutcome, SmsStatus } from '../messages/index.ts'
import { reopenText } from '../texts/index.ts'
import type { ClaimedDelivery } from './claim-deliveries.ts'
import { endDeliveries } from './end-deliveries.ts'
import { endSms, type NumberWord } from './end-sms.ts'
import { holdOf } from './quiet-hours.ts'
import { heldOnce } from './sendable.ts'

export interface RecordDeps {
  db: Database
}

/** That the provider did not take it, or gave it back. */
type Refusal = Pick<SendOutcome & { kind: 'retry' }, 'reason' | 'afterSeconds'>

/** Attempts over some five hours; a text is late only after six. */
const attemptsMax = 24
const firstPauseSeconds = 10
const pauseMaxSeconds = 900

/** The provider's own quiet hours, which hold even where ours are off. */
const providerQuietHours = { startHour: 21, endHour: 8 }
const quietRetrySeconds = 3_600

/** A report that has not come by then may be lost. */
const reportWithinMinutes = 15

/**
 * Records what the provider said of a delivery that this worker handed over. What it took is recorded by `accept`, which
 * may do so together with others.
 */
export async function recordOutcome(
  deps: RecordDeps,
  delivery: ClaimedDelivery,
  outcome: SendOutcome,
  accept: (accepted: AcceptedDelivery) => Promise<void> = (accepted) => recordAccepted(deps, [accepted]),
): Promise<void> {
  if (outcome.kind === 'accepted') return accept({ id: delivery.id, providerId: outcome.providerId })
  const isOver = outcome.kind === 'refused' || delivery.attempts >= attemptsMax
  await deps.db.transact((tx) =>
    isOver ? endUndelivered(tx, delivery, outcome) : planAgain(tx, delivery, outcome),
  )
}

/** A delivery that the provider took, and as what. */
export interface AcceptedDelivery {
  id: number
  providerId: string
}

/**
 * Records deliveries that the provider took, in one statement, as `recordStatus` does one. A report may have come before
 * its answer: then the row has come further already. Where the provider names one id twice, each is recorded by itself.
 * Rows are locked in the order of their ids, as by whoever else changes several, so that none waits for another in a ring.
 */
export async function recordAccepted(deps: RecordDeps, accepted: readonly AcceptedDelivery[]): Promise<void> {
  const ids = accepted.map(({ id }) => id)
  try {
    await sql`
      with locked as (
        select id from deliveries where id = any(${ids}::bigint[]) order by id for update
      )
      update deliveries d set state = 'sent', provider_id = v.provider_id, sent_at = coalesce(d.sent_at, present()),
        next_look_at = case d.medium when 'sms' then present() + make_interval(mins => ${reportWithinMinutes}) end,
        error = null
      from unnest(
        ${ids}::bigint[], ${accepted.map(({ providerId }) => providerId)}::text[]
      ) as v (id, provider_id) join locked using (id)
      where d.id = v.id and d.state in ('sending', 'unknown') and coalesce(d.provider_id, v.provider_id) = v.provider_id
        and not (v.provider_id = any(d.past_provider_ids))
    `.execute(deps.db.reader)
  } catch (error) {
    if (violatedUnique(error) !== 'deliveries_provider') throw error
    for (const { id, providerId } of accepted) {
      await recordStatus(deps, id, { providerId, state: 'accepted', reason: null })
    }
  }
}

/** That it will not be delivered. */
type Ended = Pick<SendOutcome & { kind: 'refused' }, 'reason' | 'isAddressDead'>

async function endUndelivered(
  tx: Tx,
  { id, attempts, recipient, medium, tenantId, consumerId: userId }: ClaimedDelivery,
  outcome: Ended,
): Promise<void> {
  const { reason } = outcome
  const from = ['sending', 'unknown'] as const
  const ended = await endDeliveries(tx, { to: 'undeliverable', from, attempts }, [{ id, reason }])
  if (ended > 0 && medium === 'email' && outcome.isAddressDead)
    await noteEmailBounce(tx, { tenantId, userId, email: recipient })
  if (reason === 'opted-out') await endSms(tx, refusedNumber(recipient))
}

/** A number that the provider no longer sends to, by its own list: what we were not told of. */
function refusedNumber(number: string): NumberWord {
  return { number, wording: 'The provider reports that the number has opted out.', source: 'provider-report' }
}

/**
 * What was certainly not taken goes back to be sent later. Where another worker has given it up as unknown meanwhile,
 * its fate is known now: it is not sent again, and its tokens are returned. News of an earlier attempt changes nothing.
 */
async function planAgain(tx: Tx, delivery: ClaimedDelivery, outcome: Refusal): Promise<void> {
  const { id, attempts } = delivery
  const { reason } = outcome
  const { numUpdatedRows } = await tx
    .updateTable('deliveries')
    .set({
      state: 'planned',
      isWaiting: true,
      error: reason,
      ...nextTry(delivery, outcome, await readPresent(tx)),
    })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .where('attempts', '=', attempts)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) {
    await endDeliveries(tx, { to: 'undeliverable', from: ['unknown'], attempts }, [{ id, reason }])
  }
}

type Trying = Pick<ClaimedDelivery, 'attempts' | 'timeZone' | 'disburseAt' | 'heldSeconds'>

/** When a delivery is tried again: after a pause that grows, or once the provider's quiet hours are over. */
function nextTry(
  { attempts, timeZone, disburseAt, heldSeconds }: Trying,
  { reason, afterSeconds }: Refusal,
  present: Date,
): { sendAfter: Date; heldSeconds: number } {
  const later = (seconds: number) => new Date(present.getTime() + seconds * 1_000)
  if (reason === 'quiet-hours') {
    const hold = holdOf({ present, disburseAt }, timeZone, providerQuietHours)
    if (hold) return { sendAfter: hold.until, heldSeconds: heldOnce(heldSeconds, hold) }
    return { sendAfter: later(quietRetrySeconds), heldSeconds }
  }
  const pauseSeconds = afterSeconds ?? Math.min(pauseMaxSeconds, firstPauseSeconds * 2 ** (attempts - 1))
  return { sendAfter: later(pauseSeconds), heldSeconds }
}

/**
 * Records how far the provider says a message has come. States only move forward, and undeliverable stands above
 * delivered, so that repeated and shuffled reports end the same.
 * @returns false where the report names a message that belongs to another delivery, or one that was given back before.
 */
export async function recordStatus(
  { db }: RecordDeps,
  deliveryId: number,
  status: SmsStatus,
): Promise<boolean> {
  try {
    return await db.transact(async (tx) => {
      const delivery = await lockReported(tx, deliveryId)
      if (!delivery || (delivery.providerId ?? status.providerId) !== status.providerId) return false
      if (delivery.pastProviderIds.includes(status.providerId)) return false
      await moveOn(tx, delivery, status)
      return true
    })
  } catch (error) {
    if (violatedUnique(error) === 'deliveries_provider') return false
    throw error
  }
}

type Reported = NonNullable<Awaited<ReturnType<typeof lockReported>>>

function lockReported(tx: Tx, deliveryId: number) {
  return tx
    .selectFrom('deliveries')
    .select(['id', 'tenantId', 'textId', 'consumerId', 'state', 'medium', 'providerId', 'pastProviderIds'])
    .select(['recipient', 'attempts', 'heldSeconds', sql<Date>`coalesce(sent_at, claimed_at)`.as('leftAt')])
    .where('id', '=', deliveryId)
    .forUpdate()
    .executeTakeFirst()
}

async function moveOn(tx: Tx, delivery: Reported, status: SmsStatus): Promise<void> {
  switch (status.state) {
    case 'undeliverable':
      return endReported(tx, delivery, status)
    case 'returned': {
      const mayTryAgain =
        ['sending', 'sent'].includes(delivery.state) &&
        delivery.attempts < attemptsMax &&
        delivery.medium === 'sms'
      return mayTryAgain ? tryReturned(tx, delivery, status) : endReported(tx, delivery, status)
    }
    default: {
      const from = status.state === 'delivered' ? ['sending', 'unknown', 'sent'] : ['sending', 'unknown']
      if (from.includes(delivery.state)) await advance(tx, delivery, status)
    }
  }
}

async function endReported(
  tx: Tx,
  { id, recipient }: Reported,
  { providerId, reason: told }: SmsStatus,
): Promise<void> {
  const reason = told ?? 'undeliverable'
  const from = ['sending', 'unknown', 'sent', 'delivered'] as const
  await endDeliveries(tx, { to: 'undeliverable', from, providerId }, [{ id, reason }])
  if (reason === 'opted-out') await endSms(tx, refusedNumber(recipient))
}

async function advance(tx: Tx, { id, medium }: Reported, { state, providerId }: SmsStatus): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set({
      state: state === 'delivered' ? 'delivered' : 'sent',
      providerId,
      sentAt: sql<Date>`coalesce(sent_at, present())`,
      nextLookAt: nextLook(medium, state),
      error: null,
    })
    .where('id', '=', id)
    .execute()
}

/**
 * A message that was taken and then given back, at the recipient's quiet hours more often than not, leaves again: its token
 * stays taken, its text is being sent once more, and its old id is remembered, since reports are repeated. One that had left
 * before the database was restored may have done so already: it is looked up first.
 */
async function tryReturned(
  tx: Tx,
  delivery: Reported,
  { providerId, reason: told }: SmsStatus,
): Promise<void> {
  const reason = told ?? 'returned'
  const { timeZone, disburseAt } = await tx
    .selectFrom('shortTexts')
    .innerJoin('users', 'users.tenantId', 'shortTexts.tenantId')
    .innerJoin('tenants', 'tenants.id', 'shortTexts.tenantId')
    .where('shortTexts.tenantId', '=', delivery.tenantId)
    .where('shortTexts.id', '=', delivery.textId)
    .where('users.id', '=', delivery.consumerId)
    .select([
      'shortTexts.disburseAt',
      sql<string>`coalesce(users.time_zone, tenants.time_zone)`.as('timeZone'),
    ])
    .executeTakeFirstOrThrow()
  const lost = await findLostTime(tx, delivery.leftAt)
  await tx
    .updateTable('deliveries')
    .set({
      state: 'planned',
      isWaiting: true,
      ...(lost && { restoreId: lost.id, heldFor: 'look-up', looks: 0 }),
      error: reason,
      providerId: null,
      pastProviderIds: sql<string[]>`past_provider_ids || ${providerId}::text`,
      sentAt: null,
      nextLookAt: null,
      ...nextTry({ ...delivery, timeZone, disburseAt }, { reason }, await readPresent(tx)),
    })
    .where('id', '=', delivery.id)
    .execute()
  await reopenText(tx, { tenantId: delivery.tenantId, id: delivery.textId })
}

/** An SMS whose report does not come is asked about; a letter that was taken has come to its end. */
function nextLook(medium: 'sms' | 'email', state: SmsStatus['state']) {
  if (medium === 'email' || state !== 'accepted') return null
  return sql<Date>`present() + make_interval(mins => ${reportWithinMinutes})`
}

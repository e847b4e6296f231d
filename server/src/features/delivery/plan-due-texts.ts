import { sql } from 'kysely'
import type { Config } from '../../platform/config.ts'
import { crashPoint } from '../../platform/crash-points.ts'
import type { Database, Tx } from '../../platform/database.ts'
import { findLostTime } from '../../platform/restores.ts'
import { announceChanges, reportsChanged, wakeJob } from '../../platform/wakeups.ts'
import { requireCategory } from '../categories/index.ts'
import { afterDebitsJob } from '../ledger/index.ts'
import { recipientSql } from '../subscriptions/index.ts'
import { advanceText, claimDueText, type DueText, isMissed } from '../texts/index.ts'
import { chargeDeliveries } from './charge-deliveries.ts'
import { endTexts } from './end-texts.ts'
import { lookUpHeldJob } from './look-up-held.ts'
import { noteSkips } from './notices.ts'
import { type PlanRules, planDeliveries, type Subscriber } from './plan-deliveries.ts'
import { type Hold, holdOf, readQuietHours } from './quiet-hours.ts'
import { laneNames } from './send-deliveries.ts'

export interface PlanDeps {
  db: Database
  config: Pick<Config, 'SMS_COUNTRIES' | 'SMS_QUIET_HOURS'>
  publicUrl: string
}

/** Consumers of the first transaction, and the bounds of those that follow. */
const consumersPerBatch = { first: 200, least: 50, most: 2_000 }
/** How long a transaction should take: nobody waits longer for their wallet, nor a kill for its batch. */
const batchMs = 250

/**
 * Plans batch after batch, each of as many subscribers as the last one lets expect in a quarter of a second. What it
 * returns answers as `planDueTexts` does.
 */
export function makePlanning(deps: PlanDeps): () => Promise<number> {
  let size = consumersPerBatch.first
  return async () => {
    const startedAt = performance.now()
    const planned = await planOnce(deps, size)
    if (planned?.consumers === size) size = sizeAfter(size, performance.now() - startedAt)
    return planned ? 1 : 0
  }
}

/** The size of the batch after one of `size` consumers that took so many milliseconds; at most twice as large. */
export function sizeAfter(size: number, milliseconds: number): number {
  const fitting = Math.floor(size * Math.min(2, batchMs / milliseconds))
  return Math.min(consumersPerBatch.most, Math.max(consumersPerBatch.least, fitting))
}

/**
 * Plans one batch of subscribers of the text that has been due longest: deliveries and debits are written together.
 * The batches follow the consumers' ids, and the last delivery written is the place to go on from, so that a kill leaves
 * nobody out and names nobody twice. A text more than 6 hours late is missed and costs nothing (decision S4); one of the
 * time that a restored database lacks may have been sent, so that its deliveries are held.
 * @returns 1 while there may be more to plan, else 0.
 */
export async function planDueTexts(deps: PlanDeps): Promise<number> {
  return (await planOnce(deps, consumersPerBatch.first)) ? 1 : 0
}

interface Planned {
  textId: number
  consumers: number
  isWhole: boolean
}

async function planOnce(deps: PlanDeps, size: number): Promise<Planned | null> {
  const planned = await deps.db.transact((tx) => planNextBatch(tx, deps, size))
  if (!planned) return null
  crashPoint('plan.committed')
  // The last one may have been sent already, or there is none.
  if (planned.isWhole) await endTexts(deps.db, [planned.textId])
  return planned
}

async function planNextBatch(tx: Tx, deps: PlanDeps, size: number): Promise<Planned | null> {
  const text = await claimDueText(tx)
  if (!text) return null
  crashPoint('plan.claimed')
  const plannedUpTo = await lastPlannedConsumer(tx, text)
  if (isMissed({ disburseAt: text.disburseAt, heldSeconds: 0 }, text.present)) {
    await advanceText(tx, text, { state: plannedUpTo === 0 ? 'missed' : 'sending', isPlanned: true })
    return { textId: text.id, consumers: 0, isWhole: true }
  }
  const subscribers = await readSubscribers(tx, text, { after: plannedUpTo, atMost: size })
  if (subscribers.length > 0) await planBatch(tx, deps, text, subscribers)
  const isWhole = subscribers.length < size
  await advanceText(tx, text, { state: 'sending', isPlanned: isWhole })
  for (const job of [...laneNames, lookUpHeldJob, afterDebitsJob]) await wakeJob(tx, job)
  crashPoint('plan.in-transaction')
  return { textId: text.id, consumers: subscribers.length, isWhole }
}

async function planBatch(
  tx: Tx,
  { config, publicUrl }: PlanDeps,
  text: DueText,
  subscribers: readonly Subscriber[],
): Promise<void> {
  const category = await requireCategory(tx, text.tenantId, text.categoryId)
  const rules = { present: text.present, holdIn: holdsOf(text, config), smsCountries: config.SMS_COUNTRIES }
  const planned = subscribers.flatMap((subscriber) => planDeliveries(subscriber, category, rules))
  const lost = await findLostTime(tx, text.disburseAt)
  const charged = await chargeDeliveries(tx, text, planned, lost?.id)
  crashPoint('plan.charged')
  await noteSkips(tx, text, charged, publicUrl)
  const paying = new Set(
    charged.filter(({ outcome }) => outcome === 'charged').map(({ consumerId }) => consumerId),
  )
  const { tenantId } = text
  await announceChanges(tx, [
    ...[...paying].map((userId) => ({ topic: 'balance' as const, tenantId, userId })),
    reportsChanged(tenantId),
  ])
}

/** The quiet hours of a text, each zone worked out once for all who live there. */
function holdsOf({ present, disburseAt }: DueText, config: PlanDeps['config']): PlanRules['holdIn'] {
  const quietHours = readQuietHours(config.SMS_QUIET_HOURS)
  const holds = new Map<string, Hold | null>()
  return (timeZone) => {
    const known = holds.get(timeZone)
    if (known !== undefined) return known
    const hold = holdOf({ present, disburseAt }, timeZone, quietHours)
    holds.set(timeZone, hold)
    return hold
  }
}

async function lastPlannedConsumer(tx: Tx, text: DueText): Promise<number> {
  const { rows } = await sql<{ consumerId: number | null }>`
    select max(consumer_id) as consumer_id from deliveries where text_id = ${text.id}
  `.execute(tx)
  return rows[0]?.consumerId ?? 0
}

/** Those who had subscribed by the text's time: whoever came later waits for the next one (decision S1). */
async function readSubscribers(
  tx: Tx,
  text: DueText,
  { after, atMost }: { after: number; atMost: number },
): Promise<Subscriber[]> {
  const { rows } = await sql<Subscriber>`
    with subscribed as (
      select s.consumer_id, array_agg(s.medium) as mediums
      from subscriptions s join users u on u.id = s.consumer_id and u.deleted_at is null
      where s.tenant_id = ${text.tenantId} and s.category_id = ${text.categoryId} and s.consumer_id > ${after}
        and s.created_at <= (select disburse_at from short_texts where id = ${text.id})
      group by s.consumer_id
      order by s.consumer_id
      limit ${atMost}
    )
    select s.consumer_id, s.mediums, ${recipientSql},
      coalesce(u.time_zone, t.time_zone) as time_zone
    from subscribed s join users u on u.id = s.consumer_id join tenants t on t.id = u.tenant_id
    order by s.consumer_id
  `.execute(tx)
  return rows
}

import { sql } from 'kysely'
import type { Config } from '../../platform/config.ts'
import type { Database, Tx } from '../../platform/database.ts'
import { findLostTime } from '../../platform/restores.ts'
import { announceChanges, reportsChanged, wakeJob } from '../../platform/wakeups.ts'
import { requireCategory } from '../categories/index.ts'
import { advanceText, claimDueText, type DueText, isMissed } from '../texts/index.ts'
import { chargeDeliveries } from './charge-deliveries.ts'
import { endTexts } from './end-texts.ts'
import { lookUpHeldJob } from './look-up-held.ts'
import { noteSkips } from './notices.ts'
import { planDeliveries, type Subscriber } from './plan-deliveries.ts'
import { readQuietHours } from './quiet-hours.ts'
import { laneNames } from './send-deliveries.ts'

export interface PlanDeps {
  db: Database
  config: Pick<Config, 'SMS_COUNTRIES' | 'SMS_QUIET_HOURS'>
  publicUrl: string
}

/** Consumers of one transaction: few enough that nobody waits for their wallet. */
const consumersPerBatch = 200

/**
 * Plans one batch of subscribers of the text that has been due longest: deliveries and debits are written together.
 * The batches follow the consumers' ids, and the last delivery written is the place to go on from, so that a kill leaves
 * nobody out and names nobody twice. A text more than 6 hours late is missed and costs nothing (decision S4); one of the
 * time that a restored database lacks may have been sent, so that its deliveries are held.
 * @returns 1 while there may be more to plan, else 0.
 */
export async function planDueTexts(deps: PlanDeps): Promise<number> {
  const planned = await deps.db.transact((tx) => planNextBatch(tx, deps))
  if (!planned) return 0
  // The last one may have been sent already, or there is none.
  if (planned.isWhole) await endTexts(deps.db, [planned.textId])
  return 1
}

async function planNextBatch(tx: Tx, deps: PlanDeps): Promise<{ textId: number; isWhole: boolean } | null> {
  const text = await claimDueText(tx)
  if (!text) return null
  const plannedUpTo = await lastPlannedConsumer(tx, text)
  if (isMissed({ disburseAt: text.disburseAt, heldSeconds: 0 }, text.present)) {
    await advanceText(tx, text, { state: plannedUpTo === 0 ? 'missed' : 'sending', isPlanned: true })
    return { textId: text.id, isWhole: true }
  }
  const subscribers = await readSubscribers(tx, text, plannedUpTo)
  if (subscribers.length > 0) await planBatch(tx, deps, text, subscribers)
  const isWhole = subscribers.length < consumersPerBatch
  await advanceText(tx, text, { state: 'sending', isPlanned: isWhole })
  for (const job of [...laneNames, lookUpHeldJob]) await wakeJob(tx, job)
  return { textId: text.id, isWhole }
}

async function planBatch(
  tx: Tx,
  { config, publicUrl }: PlanDeps,
  text: DueText,
  subscribers: readonly Subscriber[],
): Promise<void> {
  const category = await requireCategory(tx, text.tenantId, text.categoryId)
  const rules = {
    present: text.present,
    disburseAt: text.disburseAt,
    quietHours: readQuietHours(config.SMS_QUIET_HOURS),
    smsCountries: config.SMS_COUNTRIES,
  }
  const planned = subscribers.flatMap((subscriber) => planDeliveries(subscriber, category, rules))
  const lost = await findLostTime(tx, text.disburseAt)
  const charged = await chargeDeliveries(tx, text, planned, lost?.id)
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

async function lastPlannedConsumer(tx: Tx, text: DueText): Promise<number> {
  const { rows } = await sql<{ consumerId: number | null }>`
    select max(consumer_id) as consumer_id from deliveries where text_id = ${text.id}
  `.execute(tx)
  return rows[0]?.consumerId ?? 0
}

/** Those who had subscribed by the text's time: whoever came later waits for the next one (decision S1). */
async function readSubscribers(tx: Tx, text: DueText, after: number): Promise<Subscriber[]> {
  const { rows } = await sql<Subscriber>`
    with subscribed as (
      select s.consumer_id, array_agg(s.medium) as mediums
      from subscriptions s join users u on u.id = s.consumer_id and u.deleted_at is null
      where s.tenant_id = ${text.tenantId} and s.category_id = ${text.categoryId} and s.consumer_id > ${after}
        and s.created_at <= (select disburse_at from short_texts where id = ${text.id})
      group by s.consumer_id
      order by s.consumer_id
      limit ${consumersPerBatch}
    )
    select s.consumer_id, s.mediums, u.email, u.is_email_verified, u.sms_phone_number, u.sms_opted_out_at,
      coalesce(u.time_zone, t.time_zone) as time_zone
    from subscribed s join users u on u.id = s.consumer_id join tenants t on t.id = u.tenant_id
    order by s.consumer_id
  `.execute(tx)
  return rows
}

import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Database, Tx } from '../../platform/database.ts'
import { announceChanges, reportsChanged, wakeJob } from '../../platform/wakeups.ts'
import { requireCategory } from '../categories/index.ts'
import { advanceText, claimDueText, type DueText, isMissed } from '../texts/index.ts'
import { chargeDeliveries } from './charge-deliveries.ts'
import { noteSkips } from './notices.ts'
import { planDeliveries, type Subscriber } from './plan-deliveries.ts'

export interface PlanDeps {
  db: Database
  clock: Clock
  config: Pick<Config, 'SMS_COUNTRIES'>
  publicUrl: string
}

export const sendDeliveriesJob = 'send-deliveries'

/** Consumers of one transaction: few enough that nobody waits for their wallet. */
const consumersPerBatch = 200

/**
 * Plans one batch of subscribers of the text that has been due longest: deliveries and debits are written together.
 * The batches follow the consumers' ids, and the last delivery written is the place to go on from, so that a kill leaves
 * nobody out and names nobody twice. A text more than 6 hours late is missed and costs nothing (decision S4).
 * @returns 1 while there may be more to plan, else 0.
 */
export async function planDueTexts(deps: PlanDeps): Promise<number> {
  const now = deps.clock.now()
  return deps.db.transact(async (tx) => {
    const text = await claimDueText(tx, now)
    if (!text) return 0
    const plannedUpTo = await lastPlannedConsumer(tx, text)
    if (isMissed(text.disburseAt, now)) {
      await advanceText(tx, text, { state: plannedUpTo === 0 ? 'missed' : 'sending', isPlanned: true })
      return 1
    }
    const subscribers = await readSubscribers(tx, text, plannedUpTo)
    if (subscribers.length > 0) await planBatch(tx, deps, { text, subscribers, now })
    const isPlanned = subscribers.length < consumersPerBatch
    await advanceText(tx, text, { state: 'sending', isPlanned })
    await wakeJob(tx, sendDeliveriesJob)
    return 1
  })
}

interface Batch {
  text: DueText
  subscribers: readonly Subscriber[]
  now: Date
}

async function planBatch(tx: Tx, deps: PlanDeps, { text, subscribers, now }: Batch): Promise<void> {
  const category = await requireCategory(tx, text.tenantId, text.categoryId)
  const planned = subscribers.flatMap((subscriber) =>
    planDeliveries(subscriber, category, deps.config.SMS_COUNTRIES),
  )
  const charged = await chargeDeliveries(tx, text, planned, now)
  await noteSkips(tx, text, charged, deps.publicUrl)
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

async function readSubscribers(tx: Tx, text: DueText, after: number): Promise<Subscriber[]> {
  const { rows } = await sql<Subscriber>`
    select u.id as consumer_id, array_agg(s.medium) as mediums, u.email, u.is_email_verified,
      u.sms_phone_number, u.sms_opted_out_at
    from subscriptions s join users u on u.id = s.consumer_id and u.deleted_at is null
    where s.tenant_id = ${text.tenantId} and s.category_id = ${text.categoryId} and s.consumer_id > ${after}
    group by u.id
    order by u.id
    limit ${consumersPerBatch}
  `.execute(tx)
  return rows
}

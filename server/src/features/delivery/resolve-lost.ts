import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import type { SmsSender } from '../messages/index.ts'
import { endTexts } from './end-texts.ts'
import { recordStatus } from './record-outcome.ts'

export interface ResolveDeps {
  db: Database
  clock: Clock
  sms: SmsSender
  log: Log
}

/** No hand-over takes as long, so that whoever claimed a delivery before is dead or got no answer. */
const lostAfterSeconds = 120
const batchSize = 20

interface LostDelivery {
  id: number
  medium: 'sms' | 'email'
  recipient: string
  textContent: string
  /** When it was last claimed to be sent. */
  claimedAt: Date
}

/**
 * Finds out what became of deliveries whose worker died or got no answer. An SMS is looked up at the provider; a
 * letter can't be. What is not found is `unknown`: listed, never sent again (decision S1). A report that comes later
 * still settles it.
 * @returns how many were looked into.
 */
export async function resolveLost(deps: ResolveDeps): Promise<number> {
  const lost = await findLost(deps.db)
  for (const delivery of lost) await tryToResolve(deps, delivery)
  if (lost.length > 0) await endTexts(deps.db)
  return lost.length
}

/** One that can't be looked up for now must not keep the others waiting; it comes again with the next run. */
async function tryToResolve(deps: ResolveDeps, delivery: LostDelivery): Promise<void> {
  if (delivery.medium === 'email') {
    await giveUpLost(deps.db, delivery.id, 'The worker ended while sending.')
    return
  }
  try {
    await lookUp(deps, delivery)
  } catch (error) {
    deps.log.warn({ err: error, delivery: delivery.id }, 'a lost message could not be looked up yet')
  }
}

async function findLost(db: Database): Promise<LostDelivery[]> {
  const { rows } = await sql<LostDelivery>`
    select d.id, d.medium, d.recipient, t.text_content, d.claimed_at
    from deliveries d join short_texts t on t.id = d.text_id
    where d.state = 'sending' and d.claimed_at < now() - make_interval(secs => ${lostAfterSeconds})
    order by d.claimed_at, d.id
    limit ${batchSize}
  `.execute(db.reader)
  return rows
}

async function lookUp(deps: ResolveDeps, delivery: LostDelivery): Promise<void> {
  const found = await deps.sms.findSent({
    to: delivery.recipient,
    text: delivery.textContent,
    since: delivery.claimedAt,
  })
  for (const status of found) {
    if (await recordStatus(deps, delivery.id, status)) return
  }
  await giveUpLost(deps.db, delivery.id, 'The provider knows of no such message.')
}

/** Lists a delivery as of unknown fate, unless its fate became known meanwhile. */
export async function giveUpLost(db: Database, deliveryId: number, reason: string): Promise<void> {
  await db.reader
    .updateTable('deliveries')
    .set({ state: 'unknown', error: reason })
    .where('id', '=', deliveryId)
    .where('state', '=', 'sending')
    .execute()
}

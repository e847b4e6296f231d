import { sql } from 'kysely'
import { crashPoint } from '../../platform/crash-points.ts'
import type { Database } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import type { SmsSender } from '../messages/index.ts'
import { endTexts } from './end-texts.ts'
import { recordStatus } from './record-outcome.ts'

export interface ResolveDeps {
  db: Database
  sms: SmsSender
  log: Log
}

/** Claims in hand are renewed, so that whoever claimed a delivery before is dead or got no answer. */
const lostAfterSeconds = 120
/** All of a batch are asked about at once. */
const batchSize = 10
/** A provider that could not be asked for so long leaves the fate unknown. */
const askForHours = 24

interface LostDelivery {
  id: number
  textId: number
  medium: 'sms' | 'email'
  recipient: string
  textContent: string
  /** When it was planned, for the first time; nothing that is like it and came before can be it. */
  createdAt: Date
  /** Whether the provider could not be asked for too long. */
  isHopeless: boolean
}

/**
 * Finds out what became of deliveries whose worker died or got no answer. An SMS is looked up at the provider; a
 * letter can't be. What is not found is `unknown`: listed, never sent again (decision S1). A report that comes later
 * still settles it. One that can't be looked up for now is looked up again after a pause, which grows.
 * @returns how many fates were settled.
 */
export async function resolveLost(deps: ResolveDeps): Promise<number> {
  const lost = await claimLost(deps.db)
  if (lost.length > 0) crashPoint('lost.claimed')
  const letters = lost.filter(({ medium }) => medium === 'email')
  await giveUpLost(deps.db, idsOf(letters), 'The worker ended while sending.')
  const failures: unknown[] = []
  const texts = lost.filter(({ medium }) => medium === 'sms')
  await Promise.all(texts.map((one) => lookUp(deps, one).catch((error: unknown) => failures.push(error))))
  if (failures.length > 0) {
    deps.log.warn({ err: failures[0], count: failures.length }, 'lost messages could not be looked up yet')
  }
  await endTexts(deps.db, [...new Set(lost.map(({ textId }) => textId))])
  return lost.length - failures.length
}

const idsOf = (lost: readonly LostDelivery[]) => lost.map(({ id }) => id)

/**
 * Claims lost deliveries for one look each. The next one follows 10 s later, then every 20 s for some five minutes,
 * then ever later up to a quarter of an hour; the longest waiting come first, so that none keeps another waiting.
 */
async function claimLost(db: Database): Promise<LostDelivery[]> {
  const { rows } = await sql<LostDelivery>`
    update deliveries d
    set looks = d.looks + 1, next_look_at = present() + make_interval(secs => case
      when d.looks < 15 then least(10 * 2 ^ d.looks, 20)
      else least(20 * 2 ^ least(d.looks - 14, 10), 900)
    end)
    from short_texts t
    where t.id = d.text_id and d.id in (
      select id from deliveries
      where state = 'sending' and coalesce(next_look_at, claimed_at) <= present()
        and claimed_at < present() - make_interval(secs => ${lostAfterSeconds})
      order by coalesce(next_look_at, claimed_at) limit ${batchSize} for update skip locked
    )
    returning d.id, d.text_id, d.medium, d.recipient, t.text_content,
      case when d.restore_id is null then d.created_at else least(d.created_at, t.disburse_at) end as created_at,
      d.claimed_at < present() - make_interval(hours => ${askForHours}) as is_hopeless
  `.execute(db.reader)
  return rows
}

async function lookUp(deps: ResolveDeps, lost: LostDelivery): Promise<void> {
  const { id, recipient: to, textContent: text, createdAt: since } = lost
  const found = await deps.sms.findSent({ to, text, since }).catch((error: unknown) => {
    if (lost.isHopeless) return null
    throw error
  })
  crashPoint('lost.looked-up')
  for (const status of found ?? []) {
    if (await recordStatus(deps, id, status)) return
  }
  await giveUpLost(
    deps.db,
    [id],
    found ? 'The provider knows of no such message.' : 'The provider could not be asked for a day.',
  )
}

/** Lists deliveries as of unknown fate, but for those whose fate became known meanwhile. */
export async function giveUpLost(db: Database, ids: readonly number[], reason: string): Promise<void> {
  if (ids.length === 0) return
  await db.reader
    .updateTable('deliveries')
    .set({ state: 'unknown', error: reason, nextLookAt: null })
    .where('id', 'in', [...ids])
    .where('state', '=', 'sending')
    .execute()
}

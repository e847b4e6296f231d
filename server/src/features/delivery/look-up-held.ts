import { sql } from 'kysely'
import { type Database, violatedUnique } from '../../platform/database.ts'
import type { SmsStatus } from '../messages/index.ts'
import { recordStatus } from './record-outcome.ts'
import type { ResolveDeps } from './resolve-lost.ts'

export const lookUpHeldJob = 'look-up-held-deliveries'

/** All of a batch are asked about at once. */
const batchSize = 20
const pauseMaxSeconds = 900

interface HeldSms {
  id: number
  recipient: string
  textContent: string
  /** Messages that the provider gave back: not what is looked for. */
  pastProviderIds: string[]
  /** Nothing that was sent before can be it. */
  since: Date
}

/**
 * Asks the SMS provider about deliveries that a restore holds. One that it has is what it has become there, and is not sent
 * again. One that it has not is released, to be sent if it is not too late, unless it has others for that number since: its
 * text may have been changed in the lost time, so that a person decides. What can't be asked about stays held.
 * @returns how many are held for it no longer.
 */
export async function lookUpHeld(deps: ResolveDeps): Promise<number> {
  const held = await claimHeld(deps.db)
  const failures: unknown[] = []
  await Promise.all(held.map((one) => lookUp(deps, one).catch((error: unknown) => failures.push(error))))
  if (failures.length > 0) {
    deps.log.warn({ err: failures[0], count: failures.length }, 'held messages could not be looked up yet')
  }
  return held.length - failures.length
}

/** Each is due again later from the moment it is claimed. */
async function claimHeld(db: Database): Promise<HeldSms[]> {
  const { rows } = await sql<HeldSms>`
    update deliveries d
    set looks = d.looks + 1,
      next_look_at = present() + make_interval(secs => least(${pauseMaxSeconds}, 10 * 2 ^ least(d.looks, 10)))
    from short_texts t
    where t.id = d.text_id and d.id in (
      select id from deliveries
      where restore_id is not null and held_for = 'look-up' and state = 'planned'
        and coalesce(next_look_at, '-infinity') <= present()
      order by id limit ${batchSize} for update skip locked
    )
    returning d.id, d.recipient, t.text_content, d.past_provider_ids, least(d.created_at, t.disburse_at) as since
  `.execute(db.reader)
  return rows
}

async function lookUp(deps: ResolveDeps, { id, recipient: to, ...held }: HeldSms): Promise<void> {
  const find = async (text: string | null) =>
    (await deps.sms.findSent({ to, text, since: held.since })).filter(
      ({ providerId }) => !held.pastProviderIds.includes(providerId),
    )
  for (const status of await find(held.textContent)) {
    if (await recordSent(deps, id, status)) return
  }
  const others = await find(null)
  await (others.length > 0 ? leaveToPerson(deps.db, id) : release(deps.db, id))
}

/** It was in the provider's hands before: it passes on as if its answer had just come. */
async function recordSent(deps: ResolveDeps, id: number, status: SmsStatus): Promise<boolean> {
  try {
    const { numUpdatedRows } = await deps.db.reader
      .updateTable('deliveries')
      .set({
        state: 'sending',
        heldFor: null,
        isWaiting: false,
        claimedAt: sql<Date>`present()`,
        providerId: status.providerId,
      })
      .where('id', '=', id)
      .where('state', '=', 'planned')
      .where('heldFor', '=', 'look-up')
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return true
  } catch (error) {
    // Another delivery is that message: the same words to the same number.
    if (violatedUnique(error) === 'deliveries_provider') return false
    throw error
  }
  return recordStatus(deps, id, status)
}

async function leaveToPerson(db: Database, id: number): Promise<void> {
  await heldSms(db, id).set({ heldFor: 'decision' }).execute()
}

async function release(db: Database, id: number): Promise<void> {
  await heldSms(db, id).set({ heldFor: null, nextLookAt: null, looks: 0 }).execute()
}

function heldSms({ reader }: Database, id: number) {
  return reader
    .updateTable('deliveries')
    .where('id', '=', id)
    .where('state', '=', 'planned')
    .where('heldFor', '=', 'look-up')
}

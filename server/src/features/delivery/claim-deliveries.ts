import { sql } from 'kysely'
import type { Config } from '../../platform/config.ts'
import { crashPoint } from '../../platform/crash-points.ts'
import type { Database, Tx } from '../../platform/database.ts'
import { type DueDelivery, lockDue, type Turn } from './due-deliveries.ts'
import { endDeliveries } from './end-deliveries.ts'
import { readQuietHours } from './quiet-hours.ts'
import { type Decision, decide } from './sendable.ts'

/** A delivery that this worker alone may hand to the provider, once. */
export interface ClaimedDelivery extends DueDelivery {
  /** `performance.now()` from before the claim. */
  claimedAtMs: number
}

export interface ClaimDeps {
  db: Database
  config: Pick<Config, 'SMS_COUNTRIES' | 'SMS_QUIET_HOURS'>
}

export interface Claim {
  claimed: ClaimedDelivery[]
  /** How many were held or withdrawn instead. */
  settled: number
  /** The texts of those that were withdrawn. */
  withdrawnFrom: number[]
  /** The tenant that had its turn last. */
  lastTenantId: number
}

/**
 * Claims what is due: each row is `sending`, and that committed, before a provider is called. What may no longer leave
 * is withdrawn with its tokens, what came into the quiet hours is held.
 */
export async function claimDeliveries({ db, config }: ClaimDeps, turn: Turn): Promise<Claim> {
  const quietHours = readQuietHours(config.SMS_QUIET_HOURS)
  const claimedAtMs = performance.now()
  const claim = await db.transact(async (tx) => {
    const due = await lockDue(tx, turn)
    const decided = due.map((row) => {
      const rules = { present: row.present, quietHours, smsCountries: config.SMS_COUNTRIES }
      return { row, decision: decide(row, rules) }
    })
    const withdrawn = withdrawnOf(decided)
    await endDeliveries(tx, { to: 'skipped', from: ['planned'] }, withdrawn)
    await hold(tx, decided)
    const sendable = await markSending(tx, decided)
    if (sendable.length > 0) crashPoint('send.in-transaction')
    return {
      claimed: sendable.map((row) => ({ ...row, claimedAtMs })),
      settled: due.length - sendable.length,
      withdrawnFrom: [...new Set(withdrawn.map(({ textId }) => textId))],
      lastTenantId: due.at(-1)?.tenantId ?? turn.afterTenantId,
    }
  })
  if (claim.claimed.length > 0) crashPoint('send.claimed')
  return claim
}

interface Decided {
  row: DueDelivery
  decision: Decision
}

function withdrawnOf(decided: readonly Decided[]) {
  return decided.flatMap(({ row, decision }) =>
    decision.kind === 'withdraw' ? [{ id: row.id, textId: row.textId, reason: decision.reason }] : [],
  )
}

/** What an earlier attempt failed by no longer is what it waits for. */
async function hold(tx: Tx, decided: readonly Decided[]): Promise<void> {
  const held = decided.flatMap(({ row, decision }) =>
    decision.kind === 'hold' ? [{ id: row.id, ...decision }] : [],
  )
  if (held.length === 0) return
  await sql`
    update deliveries d set send_after = v.until, is_waiting = true, held_seconds = v.held_seconds, error = null
    from unnest(
      ${held.map(({ id }) => id)}::bigint[], ${held.map(({ until }) => until)}::timestamptz[],
      ${held.map(({ heldSeconds }) => heldSeconds)}::int[]
    ) as v (id, until, held_seconds)
    where d.id = v.id
  `.execute(tx)
}

async function markSending(tx: Tx, decided: readonly Decided[]): Promise<DueDelivery[]> {
  const sendable = decided.flatMap(({ row, decision }) =>
    decision.kind === 'send' ? [{ ...row, recipient: decision.address, attempts: row.attempts + 1 }] : [],
  )
  if (sendable.length === 0) return []
  await sql`
    update deliveries d
    set state = 'sending', claimed_at = present(), next_look_at = null, looks = 0, attempts = d.attempts + 1,
      recipient = v.recipient
    from unnest(${sendable.map(({ id }) => id)}::bigint[], ${sendable.map(({ recipient }) => recipient)}::text[])
      as v (id, recipient)
    where d.id = v.id
  `.execute(tx)
  return sendable
}

/** Younger claims need no renewal: most are done with by then. */
const renewAfterSeconds = 20

/** Keeps deliveries in hand from being taken for lost. */
export async function renewClaims(db: Database, ids: readonly number[]): Promise<void> {
  await sql`
    update deliveries set claimed_at = present()
    where id in (
      select id from deliveries
      where id = any(${[...ids]}::bigint[]) and state = 'sending'
        and claimed_at < present() - make_interval(secs => ${renewAfterSeconds})
      order by id for update
    )
  `.execute(db.reader)
}

const releasedAtOnce = 500

/**
 * Lets deliveries that waited for their time be claimed, those that have waited longest first.
 * @returns how many were released.
 */
export async function releaseDeliveries(db: Database, lanes: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with released as (
      update deliveries set is_waiting = false
      where id in (
        select id from deliveries where state = 'planned' and is_waiting and held_for is null and send_after <= present()
        order by send_after limit ${releasedAtOnce} for update skip locked
      )
      returning id
    ), woken as (
      select pg_notify('jobs', lane) from unnest(${[...lanes]}::text[]) lane where exists (select from released)
    )
    select (select count(*)::int from released) as count, (select count(*) from woken) as woken
  `.execute(db.reader)
  return rows[0]?.count ?? 0
}

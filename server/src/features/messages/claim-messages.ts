import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database.ts'
import { heldColumns, type Wish } from '../../platform/lanes.ts'
import { copiesMax, type OutboxLane } from './rules.ts'

/** A message that this worker alone sends, while it renews its lease. */
export interface ClaimedMessage {
  id: number
  tenantId: number | null
  channel: 'sms' | 'email'
  recipient: string
  subject: string
  text: string
  html: string | null
  createdAt: Date
  /** Names this claim: a later one has a greater number. */
  attempts: number
  unknownOutcomes: number
  /** From its making to its end. */
  lifeSeconds: number
  /** From its claim to its end. */
  secondsLeft: number
}

/** A message whose time, or number of copies, had come to its end. */
export interface GivenUpMessage {
  id: number
  error: 'expired' | 'outcome-unknown'
  /** What the last attempt failed by. */
  lastError: string | null
}

interface ChosenRow extends Omit<ClaimedMessage, 'id'> {
  /** Null where another worker was quicker. */
  id: number | null
  state: 'sending' | 'failed' | null
  error: GivenUpMessage['error'] | null
  lastError: string | null
}

/**
 * Claims what is due of a lane, the tenants in turn: who has the fewest messages in hand comes first, then who has
 * waited longest. One whose sender died is due again when its lease ends, and that copy counts as of unknown outcome.
 * @returns the claimed ones, those given up instead, and how many others were lost to another worker.
 */
export async function claimMessages(
  db: Database,
  lane: OutboxLane,
  wish: Wish,
  leaseSeconds: number,
): Promise<{ claimed: ClaimedMessage[]; givenUp: GivenUpMessage[]; lost: number }> {
  const { rows } = await claimSql(lane, wish, leaseSeconds).execute(db.reader)
  const claimed: ClaimedMessage[] = []
  const givenUp: GivenUpMessage[] = []
  for (const { state, error, lastError, id, ...message } of rows) {
    if (id === null) continue
    if (error !== null && state === 'failed') givenUp.push({ id, error, lastError })
    else claimed.push({ ...message, id })
  }
  return { claimed, givenUp, lost: rows.length - claimed.length - givenUp.length }
}

/**
 * One statement. `tenants` leaps from tenant to tenant through the index, so that neither a million messages of one nor
 * of all are looked at to find the first few of each.
 */
export function claimSql(lane: OutboxLane, wish: Wish, leaseSeconds: number): RawBuilder<ChosenRow> {
  const { room, share } = wish
  const { tenantIds, counts } = heldColumns(wish)
  const waiting = sql`m.lane = ${lane} and m.state in ('queued', 'sending')`
  const tenant = sql`coalesce(m.tenant_id, 0)`
  return sql<ChosenRow>`
    with recursive tenants (tenant) as (
      (select ${tenant} from outbox_messages m where ${waiting} order by ${tenant} limit 1)
      union all
      select (
        select ${tenant} from outbox_messages m where ${waiting} and ${tenant} > t.tenant order by ${tenant} limit 1
      ) from tenants t where t.tenant is not null
    ), free as (
      select t.tenant, coalesce(h.held, 0) as held
      from tenants t left join unnest(${tenantIds}::int[], ${counts}::int[]) as h (tenant, held) on h.tenant = t.tenant
      where t.tenant is not null and coalesce(h.held, 0) < ${share}::int
    ), chosen as (
      select d.id, d.next_attempt_at,
        f.held + row_number() over (partition by f.tenant order by d.next_attempt_at) as turn
      from free f cross join lateral (
        select m.id, m.next_attempt_at from outbox_messages m
        where ${waiting} and ${tenant} = f.tenant and m.next_attempt_at <= now()
        order by m.next_attempt_at limit least(${room}::int, ${share}::int - f.held)
      ) d
      order by turn, d.next_attempt_at limit ${room}
    ), locked as (
      select m.id, m.error as last_error, (m.state = 'sending')::int as lapsed,
        case
          when m.expires_at <= now() then 'expired'
          when m.unknown_outcomes + (m.state = 'sending')::int >= ${copiesMax} then 'outcome-unknown'
        end as given_up
      from chosen join outbox_messages m on m.id = chosen.id
      where m.state in ('queued', 'sending') and m.next_attempt_at <= now()
      for update of m skip locked
    ), taken as (
      update outbox_messages m set
        state = case when l.given_up is null then 'sending' else 'failed' end,
        error = coalesce(l.given_up, m.error),
        attempts = m.attempts + (l.given_up is null)::int,
        unknown_outcomes = m.unknown_outcomes + l.lapsed,
        next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
      from locked l where m.id = l.id
      returning m.id, m.tenant_id, m.channel, m.recipient, m.subject, m.text, m.html, m.created_at, m.attempts, m.unknown_outcomes,
        m.state, l.given_up as error, l.last_error,
        extract(epoch from m.expires_at - m.created_at)::float8 as life_seconds,
        extract(epoch from m.expires_at - now())::float8 as seconds_left
    )
    select taken.* from chosen left join taken on taken.id = chosen.id order by chosen.turn, chosen.next_attempt_at
  `
}

/** Keeps messages in hand from being claimed by others; those that another has claimed already stay with it. */
export async function renewLeases(
  db: Database,
  messages: readonly ClaimedMessage[],
  leaseSeconds: number,
): Promise<void> {
  await sql`
    update outbox_messages m set next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
    from unnest(${messages.map(({ id }) => id)}::bigint[], ${messages.map(({ attempts }) => attempts)}::int[])
      as v (id, attempts)
    where m.id = v.id and m.attempts = v.attempts and m.state = 'sending'
  `.execute(db.reader)
}

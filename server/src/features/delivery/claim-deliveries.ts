import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Database, Tx } from '../../platform/database.ts'
import { endDeliveries } from './end-deliveries.ts'
import { readQuietHours } from './quiet-hours.ts'
import { type Candidate, type Decision, decide } from './sendable.ts'

/**
 * Deliveries under way at once in a worker. A kill can leave no more than these in doubt, so that no more are claimed
 * than are sent at once.
 */
const sentAtOnce = 20

/** A delivery that this worker alone may hand to the provider, once. */
export interface ClaimedDelivery {
  id: number
  tenantId: number
  consumerId: number
  categoryId: number
  medium: 'sms' | 'email'
  recipient: string
  attempts: number
  messageName: string
  textContent: string
  categoryName: string
  companyName: string
  supportEmail: string
  timeZone: string
}

interface PlannedRow extends ClaimedDelivery, Candidate {}

export interface ClaimDeps {
  db: Database
  clock: Clock
  config: Pick<Config, 'SMS_COUNTRIES' | 'SMS_QUIET_HOURS'>
}

/**
 * Claims what is due: each row is `sending`, and that committed, before a provider is called. What may no longer leave
 * is withdrawn with its tokens, what came into the quiet hours is held.
 * @returns the claimed ones, and how many rows were handled in all.
 */
export async function claimDeliveries(
  deps: ClaimDeps,
): Promise<{ claimed: ClaimedDelivery[]; handled: number }> {
  const now = deps.clock.now()
  const rules = {
    now,
    quietHours: readQuietHours(deps.config.SMS_QUIET_HOURS),
    smsCountries: deps.config.SMS_COUNTRIES,
  }
  return deps.db.transact(async (tx) => {
    const rows = await lockDue(tx, now)
    const decided = rows.map((row) => ({ row, decision: decide(row, rules) }))
    await endDeliveries(tx, { to: 'skipped', from: ['planned'] }, withdrawnOf(decided))
    await hold(tx, decided)
    return { claimed: await markSending(tx, decided), handled: rows.length }
  })
}

interface Decided {
  row: PlannedRow
  decision: Decision
}

async function lockDue(tx: Tx, now: Date): Promise<PlannedRow[]> {
  const { rows } = await sql<PlannedRow>`
    select d.id, d.tenant_id, d.consumer_id, d.medium, d.recipient, d.attempts, d.send_after,
      t.category_id, t.message_name, t.text_content, c.name as category_name,
      tenants.company_name, tenants.support_email,
      u.email, u.is_email_verified, u.sms_phone_number, u.sms_opted_out_at,
      coalesce(u.time_zone, tenants.time_zone) as time_zone,
      s.consumer_id is not null as is_subscribed,
      t.state = 'sending' and coalesce(t.deleted_at, c.deleted_at, tenants.deleted_at, u.deleted_at) is null as is_live
    from deliveries d
      join short_texts t on t.id = d.text_id
      join categories c on c.id = t.category_id
      join tenants on tenants.id = d.tenant_id
      join users u on u.id = d.consumer_id
      left join subscriptions s
        on s.consumer_id = d.consumer_id and s.category_id = t.category_id and s.medium = d.medium
    where d.state = 'planned' and d.send_after <= ${now}
    order by d.send_after, d.id
    limit ${sentAtOnce}
    for update of d skip locked
  `.execute(tx)
  return rows
}

function withdrawnOf(decided: readonly Decided[]): { id: number; reason: string }[] {
  return decided.flatMap(({ row, decision }) =>
    decision.kind === 'withdraw' ? [{ id: row.id, reason: decision.reason }] : [],
  )
}

async function hold(tx: Tx, decided: readonly Decided[]): Promise<void> {
  const held = decided.flatMap(({ row, decision }) =>
    decision.kind === 'hold' ? [{ id: row.id, until: decision.until }] : [],
  )
  if (held.length === 0) return
  await sql`
    update deliveries d set send_after = v.until
    from unnest(${held.map(({ id }) => id)}::bigint[], ${held.map(({ until }) => until)}::timestamptz[]) as v (id, until)
    where d.id = v.id
  `.execute(tx)
}

async function markSending(tx: Tx, decided: readonly Decided[]): Promise<ClaimedDelivery[]> {
  const claimed = decided.flatMap(({ row, decision }) =>
    decision.kind === 'send' ? [{ ...row, recipient: decision.address, attempts: row.attempts + 1 }] : [],
  )
  if (claimed.length === 0) return []
  await sql`
    update deliveries d
    set state = 'sending', claimed_at = now(), attempts = d.attempts + 1, recipient = v.recipient
    from unnest(${claimed.map(({ id }) => id)}::bigint[], ${claimed.map(({ recipient }) => recipient)}::text[])
      as v (id, recipient)
    where d.id = v.id
  `.execute(tx)
  return claimed
}

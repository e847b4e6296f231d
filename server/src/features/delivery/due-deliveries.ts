import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'
import type { Wish } from '../../platform/lanes.ts'
import type { Candidate } from './sendable.ts'

/** A planned delivery with all that decides whether it leaves, and as what. */
export interface DueDelivery extends Candidate {
  id: number
  tenantId: number
  textId: number
  consumerId: number
  categoryId: number
  recipient: string
  attempts: number
  messageName: string
  textContent: string
  categoryName: string
  companyName: string
  supportEmail: string
  /** When it was claimed, by the database's clock. */
  present: Date
}

/** What of a lane is claimed next: what fits, beginning with the tenant after the one that had its turn last. */
export interface Turn extends Wish {
  medium: 'sms' | 'email'
  afterTenantId: number
}

/**
 * The tenants of a range that have something due, in the order of their ids, each with the time of its first. Each
 * step goes straight to the next tenant in the index, however many rows lie between.
 */
function tenantsWith(
  name: 'later' | 'earlier',
  medium: string,
  range: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const first = (after: RawBuilder<unknown>) => sql`
    select tenant_id, send_after from deliveries
    where state = 'planned' and not is_waiting and medium = ${medium} and ${range} and ${after}
    order by tenant_id, send_after limit 1`
  return sql`${sql.ref(name)} (tenant_id, send_after) as (
    (${first(sql`true`)})
    union all
    select step.* from ${sql.ref(name)} cross join lateral (
      ${first(sql`tenant_id > ${sql.ref(name)}.tenant_id`)}
    ) step
  )`
}

/**
 * Locks what is due: of one tenant after the other at most its share less what it holds, in the order of
 * `send_after`, until the room is used up. What other workers hold is passed over.
 */
export async function lockDue(tx: Tx, turn: Turn): Promise<DueDelivery[]> {
  const { medium, afterTenantId, room, share, held } = turn
  const holders = [...held].filter((one): one is [number, number] => one[0] !== null)
  const { rows } = await sql<DueDelivery>`
    with recursive ${tenantsWith('later', medium, sql`tenant_id > ${afterTenantId}`)},
    ${tenantsWith('earlier', medium, sql`tenant_id <= ${afterTenantId}`)},
    turns as (select * from later union all select * from earlier),
    picked as materialized (
      select due.id, row_number() over () as position from (
        select d.id from turns cross join lateral (
          select id from deliveries
          where state = 'planned' and not is_waiting and medium = ${medium}
            and tenant_id = turns.tenant_id and send_after <= present()
          order by send_after, id
          limit greatest(0, ${share}::int - coalesce((
            select held.count
            from unnest(${holders.map(([id]) => id)}::int[], ${holders.map(([, count]) => count)}::int[]) as held (tenant_id, count)
            where held.tenant_id = turns.tenant_id
          ), 0))
          for update skip locked
        ) d
        where turns.send_after <= present()
        limit ${room}
      ) due
    )
    select d.id, d.tenant_id, d.text_id, d.consumer_id, d.medium, d.recipient, d.attempts, d.held_seconds,
      t.category_id, t.message_name, t.text_content, t.disburse_at, c.name as category_name,
      tenants.company_name, tenants.support_email,
      u.email, u.is_email_verified, u.sms_phone_number, u.sms_opted_out_at,
      coalesce(u.time_zone, tenants.time_zone) as time_zone,
      s.consumer_id is not null as is_subscribed,
      t.state = 'sending' and coalesce(t.deleted_at, c.deleted_at, tenants.deleted_at, u.deleted_at) is null as is_live,
      present()
    from picked
      join deliveries d on d.id = picked.id
      join short_texts t on t.id = d.text_id
      join categories c on c.id = t.category_id
      join tenants on tenants.id = d.tenant_id
      join users u on u.id = d.consumer_id
      left join subscriptions s on s.consumer_id = d.consumer_id and s.category_id = t.category_id
        and s.medium = d.medium and s.created_at <= t.disburse_at
    order by picked.position
  `.execute(tx)
  return rows
}

import { sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'
import { heldColumns, type Wish } from '../../platform/lanes.ts'
import { recipientSql } from '../subscriptions/index.ts'
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
  createdAt: Date
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
 * Locks what is due: of one tenant after the other at most its share less what it holds, in the order of
 * `send_after`, until the room is used up. What other workers hold is passed over; what was planned after the statement
 * began is left for the next claim. The order of its steps is fixed: to choose among those of seven tables would take
 * longer than they do.
 */
export async function lockDue(tx: Tx, turn: Turn): Promise<DueDelivery[]> {
  const { medium, afterTenantId, room, share } = turn
  const { tenantIds, counts } = heldColumns(turn)
  const { rows } = await sql<DueDelivery>`
    select d.id, d.tenant_id, d.text_id, d.consumer_id, d.medium, d.recipient, d.attempts, d.held_seconds,
      d.created_at,
      t.category_id, t.message_name, t.text_content, t.disburse_at,
      c.category_name, c.company_name, c.support_email,
      ${recipientSql},
      coalesce(u.time_zone, c.time_zone) as time_zone,
      exists (
        select from subscriptions s
        where s.consumer_id = d.consumer_id and s.category_id = t.category_id and s.medium = d.medium
          and s.created_at <= t.disburse_at
      ) as is_subscribed,
      t.state = 'sending' and coalesce(t.deleted_at, c.deleted_at, u.deleted_at) is null as is_live,
      present()
    from lock_due_deliveries(
        ${medium}, ${afterTenantId}, ${room}, ${share}, ${tenantIds}::int[], ${counts}::int[]
      ) with ordinality as locked (id, position)
      cross join lateral (select * from deliveries where id = locked.id offset 0) d
      cross join lateral (select * from short_texts where tenant_id = d.tenant_id and id = d.text_id offset 0) t
      cross join lateral (
        select c.name as category_name, tenants.company_name, tenants.support_email, tenants.time_zone,
          coalesce(c.deleted_at, tenants.deleted_at) as deleted_at
        from categories c join tenants on tenants.id = c.tenant_id
        where c.tenant_id = d.tenant_id and c.id = t.category_id offset 0
      ) c
      cross join lateral (select * from users where tenant_id = d.tenant_id and id = d.consumer_id offset 0) u
    order by locked.position
  `.execute(tx)
  return rows
}

import { sql } from 'kysely'
import type { Reader } from '../../platform/database.ts'
import { heldColumns, type Wish } from '../../platform/lanes.ts'
import type { Owner } from './rule-store.ts'
import { isDueSql, isLeftBehindSql } from './wanted-rules.ts'

/** How long a claim holds while the provider is asked, in seconds; renewed until that is over. */
const leaseSeconds = 20

/**
 * Claims rules that are to buy now, no more of a tenant than its share. What was claimed and not bought, by a crash, is
 * due again once the lease is over; a purchase that was stored by then is gone on with.
 */
export async function claimDueRules(reader: Reader, wish: Wish): Promise<Owner[]> {
  const { tenantIds, counts } = heldColumns(wish)
  const { rows } = await sql<Owner>`
    with due as materialized (
      select r.consumer_id, r.tenant_id, r.next_look_at
      from auto_purchases r
      join wallets w on w.consumer_id = r.consumer_id
      join tenants t on t.id = r.tenant_id
      where r.next_look_at <= now() and (${isDueSql} or ${isLeftBehindSql})
      order by r.next_look_at limit ${wish.room * 4} for update of r skip locked
    ),
    shared as (
      select due.consumer_id,
        row_number() over (partition by due.tenant_id order by due.next_look_at) + coalesce(held.count, 0) as place
      from due left join unnest(${tenantIds}::int[], ${counts}::int[])
        as held (tenant_id, count) on held.tenant_id = due.tenant_id
    )
    update auto_purchases r set next_look_at = now() + make_interval(secs => ${leaseSeconds})
    where r.consumer_id in (select consumer_id from shared where place <= ${wish.share} limit ${wish.room})
    returning r.tenant_id, r.consumer_id
  `.execute(reader)
  return rows
}

/**
 * Keeps rules that are being worked on from being claimed by others. One that is done with by then is no longer claimed, and
 * stays so: its next purchase waits for nobody.
 */
export async function renewClaims(reader: Reader, claimed: readonly Owner[]): Promise<void> {
  await reader
    .updateTable('autoPurchases')
    .set({ nextLookAt: sql<Date>`greatest(next_look_at, now() + make_interval(secs => ${leaseSeconds}))` })
    .where(
      'consumerId',
      'in',
      claimed.map(({ consumerId }) => consumerId),
    )
    .where('nextLookAt', '>', sql<Date>`now()`)
    .execute()
}

import { type Kysely, sql } from 'kysely'

export const isAdding = true

/**
 * Adds until when a consumer was told that the daily limit holds their automatic purchase. Rules that waited for a debit
 * after a decline retry by time from now on.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table auto_purchases add column limit_notice_until timestamptz;
    update auto_purchases r set wanted_since = now(), next_look_at = greatest(r.counts_from, now())
    from wallets w, tenants t
    where w.consumer_id = r.consumer_id and t.id = r.tenant_id and w.balance <= t.threshold_token
      and r.state = 'active' and r.declines > 0 and r.outcome = 'failed' and r.wanted_since is null;
  `.execute(db)
}

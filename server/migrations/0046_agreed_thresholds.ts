import { type Kysely, sql } from 'kysely'

export const isAdding = true

/** The threshold that each consumer agreed to: a tenant's higher one does not apply before they agree to that. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Null in rows of the release before; their consents have it.
    alter table auto_purchases add column threshold_tokens integer;
    update auto_purchases r set threshold_tokens = (
      select c.threshold_tokens from auto_purchase_consents c where c.consumer_id = r.consumer_id order by c.id desc limit 1
    );
  `.execute(db)
}

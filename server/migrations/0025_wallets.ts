import { type Kysely, sql } from 'kysely'

/**
 * Wallets: an order waits for its consumer at the provider's address, is taken by us once they agreed, and is found by
 * sending it again word for word where the answer to its creation was lost. A setup knows what came of it, so that it
 * makes a default payment once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table purchases
      add column approve_url text,
      add column order_texts jsonb,
      add column take_attempt integer not null default 0;
    alter table method_setups add column provider_method_id text;
  `.execute(db)
}

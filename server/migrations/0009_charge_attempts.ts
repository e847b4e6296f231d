import { type Kysely, sql } from 'kysely'

/** When the provider was last told to charge a purchase: one that is on its way must not be given up. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table purchases add column charge_sent_at timestamptz`.execute(db)
}

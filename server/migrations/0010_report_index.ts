import { type Kysely, sql } from 'kysely'

/** The usage report counts Sunbursts on the day they are charged; nothing reads them by when they were sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index deliveries_charged on deliveries (tenant_id, created_at);
    drop index deliveries_sent;
  `.execute(db)
}

import { type Kysely, sql } from 'kysely'

/** When the SMS provider was last asked about a message whose report did not come. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table deliveries add column asked_at timestamptz;
    create index deliveries_unreported on deliveries (sent_at) where state = 'sent' and medium = 'sms';
  `.execute(db)
}

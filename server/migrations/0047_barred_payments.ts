import { type Kysely, sql } from 'kysely'

export const isAdding = true

/** Payment methods that are not charged automatically after a lost dispute for fraud, until they are saved again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table auto_purchase_bars (
      consumer_id integer not null,
      tenant_id integer not null,
      provider text not null,
      provider_method_id text not null,
      barred_at timestamptz not null default now(),
      primary key (consumer_id, provider, provider_method_id),
      foreign key (tenant_id, consumer_id) references users (tenant_id, id)
    );
  `.execute(db)
}

import { type Kysely, sql } from 'kysely'

export const isAdding = true

/** The reports that an email did not arrive, with why one is not believed: whoever has the email can write one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- When a link of the email was first opened.
    alter table deliveries add column link_used_at timestamptz;
    create table bounces (
      delivery_id bigint primary key,
      tenant_id integer not null,
      consumer_id integer not null,
      -- That of RFC 3463, e.g. 5.1.1.
      status text not null,
      -- Null for a report that is believed: its token was returned.
      doubt text check (doubt in ('link-used', 'complained', 'too-many')),
      received_at timestamptz not null default present(),
      foreign key (tenant_id, consumer_id) references users (tenant_id, id)
    );
    create index bounces_of_consumer on bounces (consumer_id, received_at);
    create index bounces_doubted on bounces (received_at) where doubt is not null;
  `.execute(db)
}

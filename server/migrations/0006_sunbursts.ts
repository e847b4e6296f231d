import { type Kysely, sql } from 'kysely'

/** Subscriptions to categories, and one delivery per text, consumer and medium (decision S1). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table subscriptions (
      tenant_id integer not null,
      consumer_id integer not null,
      category_id integer not null,
      medium text not null check (medium in ('sms', 'email')),
      created_at timestamptz not null default now(),
      primary key (consumer_id, category_id, medium),
      foreign key (tenant_id, consumer_id) references users (tenant_id, id),
      foreign key (tenant_id, category_id) references categories (tenant_id, id)
    );
    create index subscriptions_category on subscriptions (tenant_id, category_id);

    create table subscription_notices (
      consumer_id integer not null,
      tenant_id integer not null,
      since timestamptz not null default now(),
      primary key (consumer_id),
      foreign key (tenant_id, consumer_id) references users (tenant_id, id)
    );

    -- Set when every subscriber of the text has its deliveries, so that later subscribers are left to the next one.
    alter table short_texts add column planned_at timestamptz;

    create table deliveries (
      id bigint generated always as identity primary key,
      tenant_id integer not null,
      text_id integer not null,
      consumer_id integer not null,
      medium text not null check (medium in ('sms', 'email')),
      recipient text not null,
      tokens integer not null check (tokens >= 0),
      state text not null check (state in ('planned', 'sending', 'sent', 'delivered', 'undeliverable', 'unknown', 'skipped')),
      send_after timestamptz not null,
      attempts integer not null default 0,
      claimed_at timestamptz,
      provider_id text,
      error text,
      created_at timestamptz not null default now(),
      sent_at timestamptz,
      unique (text_id, consumer_id, medium),
      foreign key (tenant_id, consumer_id) references users (tenant_id, id),
      foreign key (tenant_id, text_id) references short_texts (tenant_id, id)
    );
    create index deliveries_due on deliveries (send_after) where state in ('planned', 'sending');
    create unique index deliveries_provider on deliveries (provider_id) where provider_id is not null;
    create index deliveries_sent on deliveries (tenant_id, sent_at);
  `.execute(db)
}

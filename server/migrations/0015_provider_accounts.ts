import { type Kysely, sql } from 'kysely'

/**
 * What the provider gave us an id for belongs to one account there, in one mode: stored with it, so that an id of
 * another account is never used. Ids of before were made by the sandbox; should any be of a real account, it counts as
 * unknown, which means to start anew. Purchases under way keep the customer that they were sent with.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table provider_customers (
      provider text not null,
      account text not null,
      provider_customer_id text not null,
      tenant_id integer not null,
      consumer_id integer not null,
      created_at timestamptz not null default now(),
      gone_at timestamptz,
      primary key (provider, account, provider_customer_id),
      foreign key (tenant_id, consumer_id) references users (tenant_id, id)
    );
    create unique index provider_customers_present on provider_customers (consumer_id, provider, account)
      where gone_at is null;
    create index provider_customers_consumer on provider_customers (consumer_id);
    insert into provider_customers (provider, account, provider_customer_id, tenant_id, consumer_id)
      select 'stripe', 'sandbox', stripe_customer_id, tenant_id, id from users
      where stripe_customer_id is not null and tenant_id is not null;

    alter table purchases
      add column provider_account text,
      add column provider_customer_id text,
      add column charge_attempt smallint not null default 0;
    update purchases set provider_customer_id = users.stripe_customer_id
      from users where users.id = purchases.consumer_id and purchases.next_look_at is not null;
    alter table users drop column stripe_customer_id;

    alter table default_payments add column account text not null default 'sandbox';
    alter table default_payments alter column account drop default;
    alter table detached_methods add column account text not null default 'sandbox';
    alter table detached_methods alter column account drop default;

    create table default_choices (
      consumer_id integer primary key,
      tenant_id integer not null,
      chosen_at timestamptz not null,
      foreign key (tenant_id, consumer_id) references users (tenant_id, id)
    );
    insert into default_choices (consumer_id, tenant_id, chosen_at)
      select consumer_id, tenant_id, date_trunc('milliseconds', created_at) from default_payments;

    create table card_setups (
      key text primary key,
      tenant_id integer not null,
      consumer_id integer not null,
      account text not null,
      setup_id text,
      started_at timestamptz not null default date_trunc('milliseconds', now()),
      foreign key (tenant_id, consumer_id) references users (tenant_id, id)
    );
    create unique index card_setups_setup on card_setups (setup_id);
  `.execute(db)
}

import { type Kysely, sql } from 'kysely'

/**
 * Purchases as a state machine (decision P1): the row is committed before the provider is called and
 * credited once, whichever of answer, webhook or reconciliation comes first.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table purchases (
      id integer generated always as identity primary key,
      reference text not null unique default 'purchase-' || gen_random_uuid(),
      tenant_id integer not null,
      consumer_id integer not null,
      package_id integer not null,
      package_name text not null,
      number_of_tokens integer not null check (number_of_tokens > 0),
      amount_cents integer not null check (amount_cents > 0),
      provider text not null check (provider in ('stripe', 'paypal')),
      payment_method text not null check (payment_method in ('Stripe', 'PayPal', 'Venmo')),
      payment_method_id text,
      is_saved_as_default boolean not null default false,
      is_off_session boolean not null default false,
      is_auto_purchase boolean not null default false,
      state text not null default 'started' check (state in ('started', 'requires_action', 'settled', 'failed')),
      provider_payment_id text,
      card_brand text,
      last_four_digit text,
      failure_code text,
      failure_message text,
      refunded_cents integer not null default 0 check (refunded_cents between 0 and amount_cents),
      idempotency_key text,
      request_hash text not null,
      looked_up_at timestamptz,
      created_at timestamptz not null default now(),
      settled_at timestamptz,
      unique (tenant_id, id),
      unique (provider, provider_payment_id),
      unique (consumer_id, idempotency_key),
      foreign key (tenant_id, consumer_id) references users (tenant_id, id),
      foreign key (tenant_id, package_id) references packages (tenant_id, id)
    );
    create index purchases_open on purchases (created_at)
      where state in ('started', 'requires_action') or failure_code = 'abandoned';
    create index purchases_consumer on purchases (consumer_id, id desc);
    create index purchases_settled on purchases (tenant_id, settled_at) where state = 'settled';

    create table payment_events (
      provider text not null,
      event_id text not null,
      type text not null,
      body jsonb not null,
      attempts integer not null default 0,
      next_attempt_at timestamptz not null default now(),
      error text,
      received_at timestamptz not null default now(),
      processed_at timestamptz,
      primary key (provider, event_id)
    );
    create index payment_events_open on payment_events (next_attempt_at) where processed_at is null;

    create table default_payments (
      consumer_id integer primary key,
      tenant_id integer not null,
      kind text not null check (kind in ('card', 'wallet')),
      provider_method_id text not null,
      card_brand text,
      last_four_digit text,
      exp_month integer,
      exp_year integer,
      full_name text,
      email text,
      created_at timestamptz not null default now(),
      foreign key (tenant_id, consumer_id) references users (tenant_id, id)
    );

    create table detached_methods (
      provider text not null,
      provider_method_id text not null,
      next_attempt_at timestamptz not null default now(),
      primary key (provider, provider_method_id)
    );
  `.execute(db)
}

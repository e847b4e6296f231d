import { type Kysely, sql } from 'kysely'

/**
 * Automatic purchase: one rule a consumer, what was agreed to and when, and what holds all or some of them. A rule stands
 * by the default payment that pays for it: whatever deletes that, in whichever transaction, leaves the rule off.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table purchases add column is_retry_refused boolean not null default false;
    -- Not more than one of a consumer in flight, whoever begins it.
    create unique index purchases_one_automatic on purchases (consumer_id)
      where is_auto_purchase and state in ('started', 'requires_action');
    create index purchases_automatic on purchases (consumer_id, created_at) where is_auto_purchase;

    create table auto_purchases (
      consumer_id integer primary key,
      tenant_id integer not null,
      package_id integer not null,
      price_cents integer not null check (price_cents > 0),
      number_of_tokens integer not null check (number_of_tokens > 0),
      state text not null default 'active' check (state in ('active', 'paused')),
      pause_reason text check (pause_reason in ('declined', 'bank', 'price')),
      paid_by integer references default_payments (consumer_id) on delete set null,
      wanted_since timestamptz,
      counts_from timestamptz not null default now(),
      declines integer not null default 0 check (declines >= 0),
      failures integer not null default 0 check (failures >= 0),
      failure_message text,
      purchase_id integer,
      outcome text check (outcome in ('settled', 'failed')),
      tried_method text,
      next_look_at timestamptz not null default now(),
      created_at timestamptz not null default now(),
      check ((state = 'paused') = (pause_reason is not null)),
      check (paid_by = consumer_id),
      foreign key (tenant_id, consumer_id) references users (tenant_id, id),
      foreign key (tenant_id, package_id) references packages (tenant_id, id),
      foreign key (tenant_id, purchase_id) references purchases (tenant_id, id)
    );
    create index auto_purchases_active on auto_purchases (next_look_at) where state = 'active';
    create index auto_purchases_paid_by on auto_purchases (paid_by);

    create table auto_purchase_consents (
      id integer generated always as identity primary key,
      tenant_id integer not null,
      consumer_id integer not null,
      act text not null check (act in ('on', 'resumed', 'off')),
      reason text,
      package_id integer not null,
      price_cents integer not null,
      number_of_tokens integer not null,
      threshold_tokens integer not null,
      terms text not null,
      created_at timestamptz not null default now(),
      foreign key (tenant_id, consumer_id) references users (tenant_id, id)
    );
    create index auto_purchase_consents_consumer on auto_purchase_consents (consumer_id, id);
    create trigger auto_purchase_consents_append_only before update or delete on auto_purchase_consents
      for each row execute function refuse_change();
    create trigger auto_purchase_consents_no_truncate before truncate on auto_purchase_consents
      for each statement execute function refuse_change();

    create table auto_purchase_holds (
      consumer_id integer primary key,
      tenant_id integer not null,
      held_since timestamptz not null default now(),
      foreign key (tenant_id, consumer_id) references users (tenant_id, id)
    );

    create table auto_purchase_stops (
      id integer generated always as identity primary key,
      reason text not null,
      stopped_at timestamptz not null default now(),
      allowed_at timestamptz
    );
    create unique index auto_purchase_stops_one on auto_purchase_stops ((true)) where allowed_at is null;
  `.execute(db)
}

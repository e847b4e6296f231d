import { type Kysely, sql } from 'kysely'

/**
 * What was expected of each text the day before, who was told then that their balance will not do, and what subscribers
 * have not seen yet of costs that rose.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table text_rehearsals (
      text_id integer primary key,
      tenant_id integer not null,
      -- Of a text that was moved since, another time than its own: it is rehearsed again.
      disburse_at timestamptz not null,
      rehearsed_at timestamptz not null,
      -- By the clock of the ledger.
      kept_at timestamptz not null default now(),
      recipients integer not null,
      -- How many messages end in which way, by the way's name.
      counts jsonb not null,
      foreign key (tenant_id, text_id) references short_texts (tenant_id, id)
    );

    create table low_balance_notices (
      consumer_id integer primary key,
      tenant_id integer not null,
      since timestamptz not null default now(),
      foreign key (tenant_id, consumer_id) references users (tenant_id, id)
    );

    create table raised_costs (
      tenant_id integer not null,
      consumer_id integer not null,
      category_id integer not null,
      medium text not null,
      from_tokens integer not null,
      raised_at timestamptz not null default now(),
      primary key (consumer_id, category_id, medium),
      -- Whoever receives it no longer has nothing to decide.
      foreign key (consumer_id, category_id, medium) references subscriptions (consumer_id, category_id, medium)
        on delete cascade
    );
  `.execute(db)
}

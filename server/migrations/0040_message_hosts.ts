import { type Kysely, sql } from 'kysely'

/**
 * What consumers agreed to and withdrew, kept for ever: the database refuses to change or delete it. Beside it which
 * messages of a delivery the SMS provider gave back, so that late news of one of them is not taken for news of the next.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table consents (
      id bigint generated always as identity primary key,
      tenant_id integer not null,
      consumer_id integer not null,
      -- Null where it is about every category.
      category_id integer,
      medium text not null check (medium in ('sms', 'email')),
      act text not null check (act in ('given', 'withdrawn')),
      recipient text not null,
      wording text not null,
      source text not null check (source in ('screen', 'letter-link', 'text-message', 'provider-report')),
      ip_address text,
      created_at timestamptz not null default now(),
      foreign key (tenant_id, consumer_id) references users (tenant_id, id),
      foreign key (tenant_id, category_id) references categories (tenant_id, id)
    );
    create index consents_consumer on consents (tenant_id, consumer_id, id desc);

    create function refuse_consent_change() returns trigger language plpgsql as $$
    begin
      raise exception '% of consents was refused: what was agreed to is kept as it was', tg_op;
    end $$;
    create trigger consents_are_kept before update or delete or truncate on consents
      for each statement execute function refuse_consent_change();

    alter table deliveries add column past_provider_ids text[] not null default '{}';
  `.execute(db)
}

import { type Kysely, sql } from 'kysely'

/** What is sold: categories with their mediums, readings, short texts, packages; and the pictures of all of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table images (
      id integer generated always as identity primary key,
      tenant_id integer references tenants (id),
      path text not null unique,
      file_key text not null unique,
      content_type text not null,
      size_bytes integer not null,
      is_public boolean not null,
      created_at timestamptz not null default now()
    );

    create table categories (
      id integer generated always as identity primary key,
      tenant_id integer not null references tenants (id),
      name text not null,
      sort_order integer not null check (sort_order between 1 and 100),
      logo_path text,
      image_path text,
      created_at timestamptz not null default now(),
      deleted_at timestamptz,
      unique (tenant_id, id)
    );
    create unique index categories_name on categories (tenant_id, lower(name)) where deleted_at is null;

    create table category_mediums (
      id integer generated always as identity primary key,
      tenant_id integer not null,
      category_id integer not null,
      name text not null check (name in ('audio', 'sms', 'email')),
      is_disable boolean not null default false,
      number_of_tokens integer not null check (number_of_tokens between 0 and 1000000),
      unique (category_id, name),
      foreign key (tenant_id, category_id) references categories (tenant_id, id),
      check (name <> 'audio' or not is_disable)
    );

    alter table users add foreign key (tenant_id, default_category_id) references categories (tenant_id, id);

    create table audios (
      id integer generated always as identity primary key,
      tenant_id integer not null,
      category_id integer not null,
      name text not null,
      file_name text not null,
      file_key text not null,
      size_bytes integer not null,
      duration_seconds integer not null check (duration_seconds > 0),
      starts_at timestamptz not null,
      ends_at timestamptz not null check (ends_at >= starts_at),
      created_at timestamptz not null default now(),
      deleted_at timestamptz,
      unique (tenant_id, id),
      foreign key (tenant_id, category_id) references categories (tenant_id, id)
    );
    create index audios_category on audios (tenant_id, category_id, starts_at desc);

    create table plays (
      tenant_id integer not null,
      consumer_id integer not null,
      audio_id integer not null,
      session text not null,
      tokens integer not null check (tokens >= 0),
      -- The login it was charged in: the paid session ends with it.
      login_hash bytea not null,
      charged_at timestamptz not null default now(),
      primary key (consumer_id, audio_id, session),
      foreign key (tenant_id, consumer_id) references users (tenant_id, id),
      foreign key (tenant_id, audio_id) references audios (tenant_id, id)
    );
    create index plays_tenant_day on plays (tenant_id, charged_at);

    create table short_texts (
      id integer generated always as identity primary key,
      tenant_id integer not null,
      category_id integer not null,
      message_name text not null,
      text_content text not null check (char_length(text_content) between 1 and 160),
      disburse_at timestamptz not null,
      state text not null default 'scheduled' check (state in ('scheduled', 'sending', 'sent', 'missed', 'cancelled')),
      created_at timestamptz not null default now(),
      deleted_at timestamptz,
      unique (tenant_id, id),
      foreign key (tenant_id, category_id) references categories (tenant_id, id)
    );
    create index short_texts_category on short_texts (tenant_id, category_id, disburse_at);
    create index short_texts_due on short_texts (disburse_at) where state in ('scheduled', 'sending');

    create table packages (
      id integer generated always as identity primary key,
      tenant_id integer not null references tenants (id),
      name text not null,
      price_cents integer not null check (price_cents between 1 and 10000000),
      number_of_tokens integer not null check (number_of_tokens between 1 and 1000000),
      image_path text,
      is_auto_renewable boolean not null default false,
      auto_renew_price_cents integer not null default 0 check (auto_renew_price_cents between 0 and 10000000),
      created_at timestamptz not null default now(),
      deleted_at timestamptz,
      unique (tenant_id, id)
    );
    create unique index packages_name on packages (tenant_id, lower(name)) where deleted_at is null;
  `.execute(db)
}

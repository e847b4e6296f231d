import { type Kysely, sql } from 'kysely'

/** Tenants, their users, sessions and one-time codes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table tenants (
      id integer generated always as identity primary key,
      url text not null unique check (url ~ '^[a-z0-9-]{3,20}$'),
      company_name text not null,
      details text not null,
      support_email text not null,
      time_zone text not null,
      threshold_token integer not null check (threshold_token between 1 and 1000),
      accent_hex text check (accent_hex ~ '^#[0-9A-Fa-f]{6}$'),
      logo_path text,
      image_path text,
      test_audio_key text,
      test_audio_bytes integer,
      social_links jsonb not null default '{}',
      changed_at timestamptz not null default now(),
      created_at timestamptz not null default now(),
      deleted_at timestamptz
    );

    create table users (
      id integer generated always as identity primary key,
      tenant_id integer references tenants (id),
      role text not null check (role in ('admin', 'customer', 'consumer')),
      username text not null check (username !~ '[@[:space:]]'),
      full_name text not null,
      email text not null,
      is_email_verified boolean not null default false,
      pending_email text,
      contact_number text not null default '',
      sms_phone_number text,
      pending_sms_phone_number text,
      sms_opted_out_at timestamptz,
      password_hash text not null,
      password_updated_at timestamptz not null default now(),
      time_zone text,
      profile_pic text,
      default_category_id integer,
      is_test_audio_played boolean not null default false,
      stripe_customer_id text unique,
      created_at timestamptz not null default now(),
      deleted_at timestamptz,
      unique (tenant_id, id),
      check ((role = 'admin') = (tenant_id is null))
    );
    create unique index users_username on users (lower(username));
    create unique index users_email_in_tenant on users (tenant_id, lower(email)) where tenant_id is not null;
    create unique index users_email_of_admins on users (lower(email)) where tenant_id is null;
    create index users_sms_phone_number on users (sms_phone_number) where sms_phone_number is not null;

    create table sessions (
      token_hash bytea primary key,
      user_id integer not null references users (id),
      is_remembered boolean not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null
    );
    create index sessions_user on sessions (user_id);
    create index sessions_expiry on sessions (expires_at);

    create table one_time_codes (
      id bigint generated always as identity primary key,
      user_id integer not null references users (id),
      purpose text not null check (purpose in ('email', 'smsPhoneNumber', 'password')),
      target text not null,
      code_hash bytea not null,
      tries integer not null default 0,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      ended_at timestamptz
    );
    create unique index one_time_codes_current on one_time_codes (user_id, purpose) where ended_at is null;

    -- Asked for by name: known and unknown users cost the caller the same, a job finds out whom to send to.
    create table code_requests (
      id bigint generated always as identity primary key,
      username text not null,
      purpose text not null check (purpose in ('email', 'smsPhoneNumber', 'password')),
      created_at timestamptz not null default now()
    );

    create table password_resets (
      token_hash bytea primary key,
      user_id integer not null references users (id),
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      used_at timestamptz
    );

    create table outbox_messages (
      id bigint generated always as identity primary key,
      tenant_id integer references tenants (id),
      channel text not null check (channel in ('sms', 'email')),
      recipient text not null,
      subject text not null default '',
      text text not null,
      html text,
      state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'failed')),
      attempts integer not null default 0,
      next_attempt_at timestamptz not null default now(),
      provider_id text,
      error text,
      created_at timestamptz not null default now(),
      sent_at timestamptz
    );
    create index outbox_messages_due on outbox_messages (next_attempt_at) where state in ('queued', 'sending');
  `.execute(db)
}

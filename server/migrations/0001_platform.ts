import { type Kysely, sql } from 'kysely'

/** What every feature stands on: secrets shared by all processes, counters, the audit trail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table app_secrets (
      name text primary key,
      value text not null
    );

    create table rate_counters (
      key text primary key,
      window_ends_at timestamptz not null,
      count integer not null
    );
    create index rate_counters_expiry on rate_counters (window_ends_at);

    create table audit_entries (
      id bigint generated always as identity primary key,
      tenant_id integer,
      actor_user_id integer,
      actor_role text not null,
      action text not null,
      subject text not null,
      before jsonb,
      after jsonb,
      created_at timestamptz not null default now()
    );
    create index audit_entries_tenant on audit_entries (tenant_id, id);

    create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
    end $$;

    create trigger audit_entries_append_only before update or delete on audit_entries
      for each row execute function refuse_change();
    create trigger audit_entries_no_truncate before truncate on audit_entries
      for each statement execute function refuse_change();
  `.execute(db)
}

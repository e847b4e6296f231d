import { type Kysely, sql } from 'kysely'

/**
 * What operating the platform looks at: the audit trail in its one order, newest first, for all, one tenant, one person or
 * one action; what jobs have come to; messages that were given up.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index audit_entries_order on audit_entries (created_at, id);
    create index audit_entries_of_tenant on audit_entries (tenant_id, created_at, id);
    create index audit_entries_of_person on audit_entries (actor_user_id, created_at, id);
    create index audit_entries_of_action on audit_entries (action, created_at, id);
    drop index audit_entries_tenant;

    create table job_runs (
      name text primary key,
      every_seconds integer not null,
      started_at timestamptz not null default now(),
      last_success_at timestamptz,
      last_failure_at timestamptz,
      failure text
    );

    create index outbox_messages_failed on outbox_messages (created_at) where state = 'failed';
  `.execute(db)
}

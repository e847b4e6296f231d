import { type Kysely, sql } from 'kysely'

/**
 * What a restored database has to know of itself: how much of the past it lacks, and what of that time waits, since it may
 * have gone out before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table restores (
      id integer generated always as identity primary key,
      -- Until when the backup has everything.
      backup_at timestamptz not null,
      -- Until when something may have happened that it does not have.
      restored_at timestamptz not null default present(),
      -- When what may have gone out was held; no worker runs before.
      held_at timestamptz,
      -- When the payment providers' books of that time were complete and compared.
      compared_at timestamptz,
      -- What came of the comparison.
      findings jsonb not null default '{"credited": 0, "refunded": 0, "unresolved": []}',
      check (backup_at <= restored_at)
    );

    alter table deliveries
      add column restore_id integer references restores (id),
      -- Not released before: the provider is being asked whether it was sent, or a person has to decide.
      add column held_for text check (held_for in ('look-up', 'decision'));
    create index deliveries_restored on deliveries (restore_id, held_for) where restore_id is not null;
    drop index deliveries_waiting;
    create index deliveries_waiting on deliveries (send_after)
      where state = 'planned' and is_waiting and held_for is null;

    alter table outbox_messages drop constraint outbox_messages_state_check;
    alter table outbox_messages
      add constraint outbox_messages_state_check check (state in ('queued', 'sending', 'sent', 'failed', 'held')),
      add column restore_id integer references restores (id);
    create index outbox_messages_restored on outbox_messages (restore_id) where restore_id is not null;
  `.execute(db)
}

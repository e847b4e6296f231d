import { type Kysely, sql } from 'kysely'

/**
 * The outbox as lanes that are fair between tenants: every message has a lane and an end, claims are served by one index
 * a lane and tenant, and copies that may have been handed over are counted. A code that ends takes its message with it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table outbox_messages
      add column lane text not null default 'mail' check (lane in ('sms', 'code-mail', 'mail')),
      add column expires_at timestamptz not null default now() + interval '48 hours',
      add column unknown_outcomes integer not null default 0;

    -- Codes were told from other messages by their subject alone.
    update outbox_messages set lane = 'code-mail', expires_at = created_at + interval '10 minutes'
      where state in ('queued', 'sending') and subject like '% verification code';
    update outbox_messages set lane = 'sms' where state in ('queued', 'sending') and channel = 'sms';

    alter table outbox_messages alter column lane drop default, alter column expires_at drop default;

    drop index outbox_messages_due;
    create index outbox_messages_waiting on outbox_messages (lane, (coalesce(tenant_id, 0)), next_attempt_at)
      where state in ('queued', 'sending');

    alter table one_time_codes add column message_id bigint references outbox_messages (id);

    -- How many of a text's deliveries have come how far is counted in the index alone; those of a state are paged by it.
    create index deliveries_of_text on deliveries (text_id, state, id);
  `.execute(db)
}

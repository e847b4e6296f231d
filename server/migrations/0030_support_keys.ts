import { type Kysely, sql } from 'kysely'

/**
 * Tickets and answers know the `Idempotency-Key` they were sent with, so that a repeat finds what it made instead of
 * sending and mailing it again; and which tickets are open is counted for the operator's menu.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table tickets add column idempotency_key text, add column request_hash text,
      add unique (consumer_id, idempotency_key), add check ((idempotency_key is null) = (request_hash is null));
    create index tickets_open on tickets (tenant_id, id desc) where status = 'open';

    alter table ticket_answers add column idempotency_key text, add column request_hash text,
      add unique (operator_id, idempotency_key), add check ((idempotency_key is null) = (request_hash is null));
    create index ticket_answers_ticket on ticket_answers (ticket_id, id);
  `.execute(db)
}

import { type Kysely, sql } from 'kysely'

/**
 * What users asked for under an `Idempotency-Key`, and what they were answered (decision W9): in one place for every act
 * that has none of its own, short texts among them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table done_requests (
      user_id integer not null references users (id),
      idempotency_key text not null,
      request_hash text not null,
      -- Null in the transaction that does it, and never seen so from outside.
      answer json,
      done_at timestamptz not null default now(),
      primary key (user_id, idempotency_key)
    );
    create index done_requests_done on done_requests (done_at);

    alter table short_texts drop column batch_id;
    drop table short_text_batches;
  `.execute(db)
}

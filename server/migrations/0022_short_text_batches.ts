import { type Kysely, sql } from 'kysely'

/** What was saved under which `Idempotency-Key`: a repeat finds its texts instead of scheduling them again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table short_text_batches (
      id integer generated always as identity primary key,
      tenant_id integer not null,
      operator_id integer not null,
      idempotency_key text not null,
      request_hash text not null,
      created_at timestamptz not null default now(),
      unique (tenant_id, id),
      unique (operator_id, idempotency_key),
      foreign key (tenant_id, operator_id) references users (tenant_id, id)
    );

    alter table short_texts add column batch_id integer,
      add foreign key (tenant_id, batch_id) references short_text_batches (tenant_id, id);
    create index short_texts_batch on short_texts (batch_id) where batch_id is not null;
  `.execute(db)
}

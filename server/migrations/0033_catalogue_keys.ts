import { type Kysely, sql } from 'kysely'

/** Under which `Idempotency-Key` an admin added a category or package: a repeat finds it instead of adding another. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table categories
      add column added_by integer references users (id),
      add column idempotency_key text,
      add column request_hash text;
    create unique index categories_idempotency_key on categories (added_by, idempotency_key)
      where idempotency_key is not null;
    alter table packages
      add column added_by integer references users (id),
      add column idempotency_key text,
      add column request_hash text;
    create unique index packages_idempotency_key on packages (added_by, idempotency_key)
      where idempotency_key is not null;
  `.execute(db)
}

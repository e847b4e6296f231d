import { type Kysely, sql } from 'kysely'

/** Under which `Idempotency-Key` an admin made a tenant: a repeat finds it instead of making another. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table tenants
      add column created_by integer references users (id),
      add column creation_key text,
      add column creation_hash text,
      add unique (created_by, creation_key);
  `.execute(db)
}

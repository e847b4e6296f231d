import { type Kysely, sql } from 'kysely'

/** With this one, too, the release before goes on. */
export const isAdding = true

/**
 * Which migrations only add, so that a release that does not have their files knows that it may go on: while the next one is
 * rolled out, or when it is taken back. `platform/migrate.ts` fills it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table adding_migrations (name text primary key)`.execute(db)
}

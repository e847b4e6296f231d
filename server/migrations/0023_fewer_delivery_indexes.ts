import { type Kysely, sql } from 'kysely'

/**
 * What is open of a text is found by `deliveries_of_text` as well, which has its state in second place: one index less
 * for each step of each delivery to write into.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index deliveries_open`.execute(db)
}

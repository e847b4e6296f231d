import { sql } from 'kysely'
import type { Reader } from './database.ts'

/**
 * The present by the database's clock, which is that of every server. What is due is compared with `present()` there;
 * this is for rules that are not SQL. Within a transaction it stands still.
 */
export async function readPresent(reader: Reader): Promise<Date> {
  const { rows } = await sql<{ present: Date }>`select present()`.execute(reader)
  const present = rows[0]?.present
  if (!present) throw new Error('The database does not say what time it is')
  return present
}

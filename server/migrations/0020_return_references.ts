import { type Kysely, sql } from 'kysely'

/**
 * Returned tokens name the debit they come back from (decision L8): `delivery-return:<text>:<consumer>:<medium>` for
 * `delivery:<text>:<consumer>:<medium>`. Entries from before named the delivery's row; this one time they are renamed,
 * with the append-only trigger lifted for this transaction alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table ledger_entries disable trigger ledger_entries_append_only;
    update ledger_entries e
      set reference = 'delivery-return:' || d.text_id || ':' || d.consumer_id || ':' || d.medium
      from deliveries d
      where e.kind = 'sunburst-return' and e.reference = 'delivery-return:' || d.id;
    alter table ledger_entries enable always trigger ledger_entries_append_only;
  `.execute(db)
}

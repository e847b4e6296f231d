import { type Kysely, sql } from 'kysely'

/**
 * The orders in which the admin reads the token transactions of all tenants. An entry has a debit or a credit, so that both
 * columns are in order along what it changes the balance by: three indexes for five orders, since each of them is written
 * with every charge. Time stands second in them, so that days are found within an order too (PostgreSQL 18 skips from one
 * value of the first column to the next).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index ledger_entries_change on ledger_entries ((credit - debit), created_at, id);
    create index ledger_entries_balance on ledger_entries (new_balance, created_at, id);
    create index ledger_entries_description on ledger_entries (description, created_at, id);
  `.execute(db)
}

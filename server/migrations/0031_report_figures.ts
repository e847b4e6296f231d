import { type Kysely, sql } from 'kysely'

/**
 * Reports of a year are summed from these indexes alone: what a report adds up stands in them. A delivery's state is in
 * another index of it already, so that having it here costs its writers no further one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index purchases_sold on purchases (tenant_id, settled_at)
      include (package_id, amount_cents, number_of_tokens) where state = 'settled';
    drop index purchases_settled;
    create index deliveries_spent on deliveries (tenant_id, created_at) include (state);
    drop index deliveries_charged;
  `.execute(db)
}

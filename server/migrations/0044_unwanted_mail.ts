import { type Kysely, sql } from 'kysely'

export const isAdding = true

/** Which addresses of users send our letters back, so that none is spent on one that is known to be dead. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users
      -- Letters that came back since the address was last verified, each within a month of the one before.
      add column email_bounces smallint not null default 0,
      add column email_bounced_at timestamptz,
      -- Since when nothing is sent there that can wait until the address is verified again.
      add column email_dead_at timestamptz
  `.execute(db)
}

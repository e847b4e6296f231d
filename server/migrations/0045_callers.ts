import { type Kysely, sql } from 'kysely'

export const isAdding = true

/**
 * When each provider last called us, so that one that has gone silent is noticed. What was begun before this is held
 * against none of them: when reports on SMS came, nobody has written down.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table callers (
      name text primary key,
      -- To the minute; null before the first.
      last_heard_at timestamptz,
      watched_from timestamptz not null default now()
    );
    insert into callers (name, last_heard_at)
      select name, (select max(received_at) from payment_events where provider = name)
      from unnest(array['stripe', 'paypal', 'sms']) as name;
  `.execute(db)
}

import { type Kysely, sql } from 'kysely'

/** Browsers that signed in before: guesses of others do not keep their users out. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table known_browsers (
      id bigint generated always as identity primary key,
      token_hash bytea not null,
      user_id integer not null references users (id),
      expires_at timestamptz not null,
      unique (token_hash, user_id)
    );
    create index known_browsers_user on known_browsers (user_id, expires_at);
    create index known_browsers_expiry on known_browsers (expires_at);
  `.execute(db)
}

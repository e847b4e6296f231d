import { type Kysely, sql } from 'kysely'
import { foldUsername } from '../src/features/identity/names.ts'

/** Usernames are compared in one form, made by the program: a database's lower case depends on its locale. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column username_key text`.execute(db)
  const { rows } = await sql<{ id: number; username: string }>`
    select id, username from users order by id
  `.execute(db)
  const taken = new Set<string>()
  const keys = rows.map(({ id, username }) => {
    const key = foldUsername(username)
    // Of two names that were told apart before, the older stays; the other logs in with its e-mail address.
    const free = taken.has(key) ? `${key} ${id}` : key
    taken.add(free)
    return free
  })
  await sql`
    update users set username_key = given.key
    from unnest(${rows.map(({ id }) => id)}::int[], ${keys}::text[]) as given (id, key) where users.id = given.id
  `.execute(db)
  await sql`
    alter table users alter column username_key set not null;
    drop index users_username;
    create unique index users_username on users (username_key);
  `.execute(db)
}

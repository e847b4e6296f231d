import { sql } from 'kysely'
import type { Reader, Tx } from '../../platform/database.ts'
import { knownBrowserSeconds } from '../../platform/http/browser-cookie.ts'
import { hashToken, newSessionToken } from '../../platform/http/session.ts'
import { knownBrowsersMax } from './limits.ts'

/**
 * The number of a browser in which this user signed in before; null for any other, also for one that only others know.
 * It stays the same when the browser's token is changed, so that what is counted of it goes on.
 */
export async function findKnownBrowser(
  reader: Reader,
  token: string | undefined,
  userId: number | undefined,
): Promise<number | null> {
  if (!token) return null
  const row = await reader
    .selectFrom('knownBrowsers')
    .select('id')
    .where('tokenHash', '=', hashToken(token))
    // Nobody has the id 0: an unknown name costs as much.
    .where('userId', '=', userId ?? 0)
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row?.id ?? null
}

/**
 * Notes that a user has proven in this browser to be its own, and answers the browser's new token. Whoever else is
 * known by its old one moves along, so that an old token is good for nothing.
 */
export async function rememberBrowser(tx: Tx, userId: number, oldToken: string | undefined): Promise<string> {
  const token = newSessionToken()
  const tokenHash = hashToken(token)
  if (oldToken) {
    await tx
      .updateTable('knownBrowsers')
      .set({ tokenHash })
      .where('tokenHash', '=', hashToken(oldToken))
      .execute()
  }
  await sql`
    insert into known_browsers (token_hash, user_id, expires_at)
    values (${tokenHash}, ${userId}, now() + make_interval(secs => ${knownBrowserSeconds}))
    on conflict (token_hash, user_id) do update set expires_at = excluded.expires_at
  `.execute(tx)
  await sql`
    delete from known_browsers where id in (
      select id from known_browsers where user_id = ${userId} order by expires_at desc, id desc offset ${knownBrowsersMax}
    )
  `.execute(tx)
  return token
}

/** Forgets the browsers of a user whose password changed, save perhaps the one in which it did. */
export async function forgetBrowsers(tx: Tx, userId: number, keptToken?: string): Promise<void> {
  let forgotten = tx.deleteFrom('knownBrowsers').where('userId', '=', userId)
  if (keptToken) forgotten = forgotten.where('tokenHash', '!=', hashToken(keptToken))
  await forgotten.execute()
}

/** Removes what has run out. */
export async function sweepKnownBrowsers(reader: Reader): Promise<void> {
  await sql`delete from known_browsers where expires_at < now()`.execute(reader)
}

import { type RawBuilder, sql } from 'kysely'
import type { Database, Reader, Tx } from '../../platform/database.ts'
import {
  type Beside,
  hashToken,
  newSessionToken,
  type ResolveSession,
  rotateToken,
  type Session,
  type SessionKey,
  sessionSeconds,
} from '../../platform/http/session.ts'
import { placeSql } from '../../platform/statement-shapes.ts'
import { sweepKnownBrowsers } from './known-browsers.ts'

interface SessionRow {
  userId: number
  role: 'admin' | 'customer' | 'consumer'
  tenantId: number | null
  tenantUrl: string | null
  timeZone: string | null
  isToProlong: boolean | null
  beside: unknown
}

const secondsPerDay = 86_400

const tokenHashSql = placeSql<Buffer>('tokenHash')

/** A remembered session is to be prolonged at most once a day, so that reading stays reading. */
const sessionSql = (beside: RawBuilder<unknown>) => sql<SessionRow>`
  select s.user_id, u.role, u.tenant_id, t.url as tenant_url, t.time_zone,
    s.is_remembered and s.expires_at < now() + make_interval(secs => ${sessionSeconds.remembered - secondsPerDay}) as is_to_prolong,
    ${beside} as beside
  from sessions s
    join users u on u.id = s.user_id and u.deleted_at is null
    left join tenants t on t.id = u.tenant_id
  where s.token_hash = ${tokenHashSql} and s.expires_at > now() and t.deleted_at is null
`

const nothingBeside: Beside = { shape: '', build: () => sql`null`, asked: {} }

/** Finds live sessions, each in one statement with what is asked for beside it. */
export function createSessionResolver({ quickReads }: Database): ResolveSession {
  return async (key, { shape, build, asked } = nothingBeside) => {
    const [row] = await quickReads.run(`session ${shape}`, () => sessionSql(build()), { ...asked, ...key })
    const session = row && toSession(row, key)
    return session ? { session, isToProlong: row.isToProlong === true, beside: row.beside } : null
  }
}

function toSession(row: SessionRow, key: SessionKey): Session | null {
  const { userId, role, tenantId, tenantUrl, timeZone } = row
  if (role === 'admin') return { role, userId, tenantId: null, tenantUrl: null, timeZone: null, ...key }
  if (tenantId === null || tenantUrl === null || timeZone === null) return null
  return { role, userId, tenantId, tenantUrl, timeZone, ...key }
}

/** Lets a remembered session last 30 days from now. */
export async function prolongSession(reader: Reader, tokenHash: Buffer): Promise<void> {
  await sql`
    update sessions set expires_at = now() + make_interval(secs => ${sessionSeconds.remembered})
    where token_hash = ${tokenHash}
  `.execute(reader)
}

/**
 * Starts a session for the password that was checked, and answers the token for its cookie; only the hash is stored.
 * Null where the user has another password by now: whoever changed it has ended all sessions of the old one.
 */
export async function startSession(
  reader: Reader,
  { id, passwordHash }: { id: number; passwordHash: string },
  isRemembered: boolean,
): Promise<string | null> {
  const token = newSessionToken()
  const seconds = isRemembered ? sessionSeconds.remembered : sessionSeconds.browser
  const { rows } = await sql`
    insert into sessions (token_hash, user_id, is_remembered, expires_at)
    select ${hashToken(token)}, id, ${isRemembered}, now() + make_interval(secs => ${seconds}) from users
    where id = ${id} and password_hash = ${passwordHash} and deleted_at is null for share
    returning user_id
  `.execute(reader)
  return rows.length > 0 ? token : null
}

/** A session's new token, with whether its cookie outlasts the browser. */
export interface RotatedSession {
  token: string
  isRemembered: boolean
}

/** Gives the session of a token another one, for the same login; null where it has ended. The old token opens nothing. */
export async function rotateSession(tx: Tx, token: string): Promise<RotatedSession | null> {
  const next = rotateToken(token)
  const rotated = await tx
    .updateTable('sessions')
    .set({ tokenHash: hashToken(next) })
    .where('tokenHash', '=', hashToken(token))
    .returning('isRemembered')
    .executeTakeFirst()
  return rotated ? { token: next, isRemembered: rotated.isRemembered } : null
}

/** Ends sessions, and the event streams of their users' other sessions look whether they are among them. */
async function endSessions(reader: Reader | Tx, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    with ended as (delete from sessions where ${which} returning user_id)
    select pg_notify('sessions', user_id::text) from (select distinct user_id from ended) as users
  `.execute(reader)
}

/** Ends the session of a cookie, if it is one. */
export async function endSession(db: Database, token: string | undefined): Promise<void> {
  if (token) await endSessions(db.reader, sql`token_hash = ${hashToken(token)}`)
}

/** Ends all sessions of a user, save perhaps the one that asks (decision W6). */
export async function endOtherSessions(tx: Tx, userId: number, keep: Buffer | null): Promise<void> {
  await endSessions(tx, sql`user_id = ${userId} and token_hash is distinct from ${keep}::bytea`)
}

/** Ends the sessions of all users of a tenant. */
export async function endTenantSessions(tx: Tx, tenantId: number): Promise<void> {
  await endSessions(tx, sql`user_id in (select id from users where tenant_id = ${tenantId})`)
}

/** Removes sessions and known browsers that have run out. */
export async function sweepSessions(reader: Reader): Promise<void> {
  await sql`delete from sessions where expires_at < now()`.execute(reader)
  await sweepKnownBrowsers(reader)
}

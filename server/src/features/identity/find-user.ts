import { sql } from 'kysely'
import type { Reader } from '../../platform/database.ts'
import type { CodeOwner } from './codes.ts'
import { foldUsername } from './names.ts'

const columns = [
  'id',
  'tenantId',
  'role',
  'username',
  'fullName',
  'email',
  'isEmailVerified',
  'emailDeadAt',
  'pendingEmail',
  'smsPhoneNumber',
  'pendingSmsPhoneNumber',
  'passwordHash',
] as const

export type FoundUser = NonNullable<Awaited<ReturnType<typeof findByLogin>>>

/** The user of a tenant (or, for null, the admin) with this username or e-mail address. */
export async function findByLogin(reader: Reader, tenantId: number | null, emailOrUsername: string) {
  const name = foldUsername(emailOrUsername)
  return reader
    .selectFrom('users')
    .select(columns)
    .where('deletedAt', 'is', null)
    .where('tenantId', tenantId === null ? 'is' : '=', tenantId)
    .where(
      name.includes('@')
        ? sql<boolean>`lower(email) = lower(${emailOrUsername.trim()})`
        : sql<boolean>`username_key = ${name}`,
    )
    .executeTakeFirst()
}

/** The user of any tenant with this username; usernames are unique over the platform (decision T2). */
export async function findByUsername(reader: Reader, username: string) {
  return reader
    .selectFrom('users')
    .leftJoin('tenants', 'tenants.id', 'users.tenantId')
    .select(columns.map((column) => `users.${column}` as const))
    .select('tenants.companyName')
    .where('users.deletedAt', 'is', null)
    .where('tenants.deletedAt', 'is', null)
    .where('users.usernameKey', '=', foldUsername(username))
    .executeTakeFirst()
}

/** Whether a new user can't have this username: deleted users keep theirs (decision T3). */
export async function isUsernameTaken(reader: Reader, username: string): Promise<boolean> {
  const user = await reader
    .selectFrom('users')
    .select('id')
    .where('usernameKey', '=', foldUsername(username))
    .executeTakeFirst()
  return user !== undefined
}

/** The name letters to an admin are signed with. */
export const platformName = 'Almanac'

/** A user as one to whom a code is sent, in the name of their company; an admin has none. */
export function codeOwner(
  user: Pick<FoundUser, 'id' | 'username' | 'tenantId'>,
  companyName: string | null | undefined,
): CodeOwner {
  const { id: userId, username, tenantId } = user
  return { userId, username, tenantId, companyName: companyName ?? platformName }
}

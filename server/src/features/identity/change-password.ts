import type { identity } from '@almanac/contract'
import type { Body } from '@almanac/contract/endpoint'
import { sql } from 'kysely'
import type { Database } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import type { Call } from '../../platform/http/bind.ts'
import type { Session } from '../../platform/http/session.ts'
import { countEvent } from '../../platform/rate-limit.ts'
import { notifyOfPassword } from './change-notices.ts'
import { forgetBrowsers } from './known-browsers.ts'
import { passwordChangesPerUser } from './limits.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { auditPassword, voidResets } from './reset-password.ts'
import { endOtherSessions, type RotatedSession, rotateSession } from './sessions.ts'

/**
 * Changes the own password, ends all other sessions, gives this one another token and forgets all other browsers.
 * @returns the session with its new token; null where it has ended meanwhile.
 * @throws DomainError `invalid_current_password`, `same_password`.
 */
export async function changePassword(
  db: Database,
  session: Session,
  body: Body<typeof identity.changePassword>,
  { sessionToken, browserToken }: Call<typeof identity.changePassword>['client'],
): Promise<RotatedSession | null> {
  await countEvent(db.reader, `change-password:${session.userId}`, passwordChangesPerUser)
  const { passwordHash: current } = await db.reader
    .selectFrom('users')
    .select('passwordHash')
    .where('id', '=', session.userId)
    .executeTakeFirstOrThrow()
  if (!(await isPassword(body.currentPassword, current))) throw new DomainError('invalid_current_password')
  if (body.currentPassword === body.newPassword) throw new DomainError('same_password')
  const passwordHash = await hashPassword(body.newPassword)
  return db.transact(async (tx) => {
    const changed = await tx
      .updateTable('users')
      .set({ passwordHash, passwordUpdatedAt: sql<Date>`now()` })
      .where('id', '=', session.userId)
      // Of several changes at once the first leaves the others a password that is no longer the current one.
      .where('passwordHash', '=', current)
      .executeTakeFirst()
    if (changed.numUpdatedRows === 0n) throw new DomainError('invalid_current_password')
    await voidResets(tx, session.userId)
    await endOtherSessions(tx, session.userId, session.tokenHash)
    await forgetBrowsers(tx, session.userId, browserToken)
    await auditPassword(tx, 'change-password', session)
    await notifyOfPassword(tx, session.userId)
    return sessionToken === undefined ? null : rotateSession(tx, sessionToken)
  })
}

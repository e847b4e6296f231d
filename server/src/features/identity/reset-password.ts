import type { identity } from '@almanac/contract'
import type { Answer, Body } from '@almanac/contract/endpoint'
import { sql } from 'kysely'
import { writeAudit } from '../../platform/audit.ts'
import type { Database, Reader, Tx } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import { hashToken } from '../../platform/http/session.ts'
import { countEvent } from '../../platform/rate-limit.ts'
import { notifyOfPassword } from './change-notices.ts'
import { countCode, sendCode, voidCode } from './codes.ts'
import { codeOwner, findByLogin, findByUsername } from './find-user.ts'
import { forgetBrowsers, rememberBrowser } from './known-browsers.ts'
import type { AddressLimits } from './limits.ts'
import { forgiveFailures } from './log-in.ts'
import { hashPassword } from './passwords.ts'
import { endOtherSessions } from './sessions.ts'
import type { CodeDeps } from './verify-code.ts'

/** Sends a password code. @throws DomainError `unknown_user`, as the specification wants, under a limit by address. */
export async function forgotPassword(
  { db, secrets, limits }: CodeDeps & { limits: AddressLimits },
  tenant: { id: number; companyName: string } | null,
  emailOrUsername: string,
  address: string,
): Promise<Answer<typeof identity.forgotPassword>> {
  await countEvent(db.reader, `forgot-address:${address}`, limits.codes)
  const user = await findByLogin(db.reader, tenant?.id ?? null, emailOrUsername)
  if (!user) throw new DomainError('unknown_user')
  await db.transact(async (tx) => {
    await countCode(tx, 'password', user.username)
    await sendCode(tx, secrets, codeOwner(user, tenant?.companyName), 'password', user.email)
  })
  return {
    username: user.username,
    email: maskEmail(user.email),
    message: 'A verification code is on its way.',
  }
}

/** `stella@aurora.example` becomes `s****a@aurora.example`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const name = email.slice(0, at)
  const shown =
    name.length > 2 ? `${name[0]}${'*'.repeat(name.length - 2)}${name.at(-1)}` : `${name[0] ?? ''}*`
  return shown + email.slice(at)
}

async function isResetOpen(reader: Reader, userId: number, token: string): Promise<boolean> {
  const open = await reader
    .selectFrom('passwordResets')
    .select('createdAt')
    .where('tokenHash', '=', hashToken(token))
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return open !== undefined
}

/**
 * Sets a new password with the token of a verified code and ends all sessions. The browser that does it is known from
 * now on, by the token answered: whoever guesses meanwhile does not keep its user out.
 * @throws DomainError `invalid_verification_token`.
 */
export async function resetPassword(
  db: Database,
  body: Body<typeof identity.resetPassword>,
  tenantId: number | null,
  knownBrowserToken: string | undefined,
): Promise<{ message: string; browserToken: string }> {
  const user = await findByUsername(db.reader, body.username)
  const hasReset = user && (await isResetOpen(db.reader, user.id, body.verificationToken))
  // Before the slow hash: a guess takes no longer, and costs no more, for a name that is known.
  if (!user || user.tenantId !== tenantId || !hasReset) throw new DomainError('invalid_verification_token')
  const passwordHash = await hashPassword(body.newPassword)
  const browserToken = await db.transact(async (tx) => {
    const used = await tx
      .updateTable('passwordResets')
      .set({ usedAt: sql<Date>`now()` })
      .where('tokenHash', '=', hashToken(body.verificationToken))
      .where('userId', '=', user.id)
      .where('usedAt', 'is', null)
      .where('expiresAt', '>', sql<Date>`now()`)
      .executeTakeFirst()
    if (used.numUpdatedRows === 0n) throw new DomainError('invalid_verification_token')
    await tx
      .updateTable('users')
      .set({ passwordHash, passwordUpdatedAt: sql<Date>`now()` })
      .where('id', '=', user.id)
      .execute()
    await voidResets(tx, user.id)
    await forgiveFailures(tx, user.id)
    await endOtherSessions(tx, user.id, null)
    await forgetBrowsers(tx, user.id)
    await auditPassword(tx, 'reset-password', { tenantId, userId: user.id, role: user.role })
    await notifyOfPassword(tx, user.id)
    return rememberBrowser(tx, user.id, knownBrowserToken)
  })
  return { message: 'Password changed successfully', browserToken }
}

/** Voids every other way to a new password: a code on its way first, as one that is just verified holds it. */
export async function voidResets(tx: Tx, userId: number): Promise<void> {
  await voidCode(tx, userId, 'password')
  await tx
    .updateTable('passwordResets')
    .set({ usedAt: sql<Date>`now()` })
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .execute()
}

/** A consumer's password is nobody's business; an operator's or admin's leaves a row without it (decision X5). */
export async function auditPassword(
  tx: Tx,
  action: 'reset-password' | 'change-password',
  actor: { tenantId: number | null; userId: number; role: string },
): Promise<void> {
  if (actor.role === 'consumer') return
  await writeAudit(tx, { tenantId: actor.tenantId, actor, action, subject: `user:${actor.userId}` })
}

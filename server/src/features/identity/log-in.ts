import type { Database } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import { clearEvents, noteEvent, refuseWhenFull } from '../../platform/rate-limit.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { hasLiveCode, sendCode } from './codes.ts'
import { type FoundUser, findByLogin, platformName } from './find-user.ts'
import type { IdentityLimits } from './limits.ts'
import { isPassword } from './passwords.ts'
import { startSession } from './sessions.ts'

export interface LoginAttempt {
  tenant: { id: number; companyName: string } | null
  usernameOrEmail: string
  password: string
  rememberMe: boolean
  address: string
}

export interface LoginDeps {
  db: Database
  secrets: Secrets
  limits: IdentityLimits
}

const failuresPerAccount = { max: 10, windowSeconds: 900 }
const addressWindowSeconds = 900

/**
 * Checks a password and starts a session, answering its token.
 * @throws DomainError `invalid_credentials`, `email_unverified` (only after a right password), or `rate_limited`
 * after too many failures of the account or the address; a pause ends by itself.
 */
export async function logIn(
  deps: LoginDeps,
  attempt: LoginAttempt,
): Promise<{ user: FoundUser; token: string }> {
  const { db } = deps
  const tenantId = attempt.tenant?.id ?? null
  const user = await findByLogin(db.reader, tenantId, attempt.usernameOrEmail)
  const accountKey = `login:${user?.id ?? `${tenantId ?? 'admin'}:${attempt.usernameOrEmail.toLowerCase()}`}`
  const addressKey = `login-address:${attempt.address}`
  const perAddress = { max: deps.limits.loginFailuresPerAddress, windowSeconds: addressWindowSeconds }
  await refuseWhenFull(db.reader, accountKey, failuresPerAccount.max)
  await refuseWhenFull(db.reader, addressKey, perAddress.max)

  if (!(await isPassword(attempt.password, user?.passwordHash ?? null)) || !user) {
    await noteEvent(db.reader, addressKey, perAddress)
    await noteEvent(db.reader, accountKey, failuresPerAccount)
    throw new DomainError('invalid_credentials')
  }
  if (!user.isEmailVerified) await refuseUnverified(deps, attempt, user)
  await clearEvents(db.reader, accountKey)
  return { user, token: await startSession(db.reader, user.id, attempt.rememberMe) }
}

async function refuseUnverified(deps: LoginDeps, attempt: LoginAttempt, user: FoundUser): Promise<never> {
  await deps.db.transact(async (tx) => {
    if (await hasLiveCode(tx, user.id, 'email')) return
    const owner = {
      userId: user.id,
      username: user.username,
      tenantId: user.tenantId,
      companyName: attempt.tenant?.companyName ?? platformName,
    }
    await sendCode(tx, deps.secrets, owner, 'email', user.email)
  })
  throw new DomainError('email_unverified', { extra: { username: user.username, tempEmail: user.email } })
}

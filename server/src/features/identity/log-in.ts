import type { Database, Tx } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import {
  clearEvents,
  giveBack,
  type Rate,
  type Reservation,
  refuseWhenFull,
  reserveEvent,
} from '../../platform/rate-limit.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { hasLiveCode, sendCode } from './codes.ts'
import { codeOwner, type FoundUser, findByLogin } from './find-user.ts'
import type { IdentityLimits } from './limits.ts'
import { foldUsername } from './names.ts'
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
  const tries = openTries(deps, {
    account: user
      ? failuresKey(user.id)
      : `login:${tenantId ?? 'admin'}:${foldUsername(attempt.usernameOrEmail)}`,
    address: `login-address:${attempt.address}`,
  })
  await tries.refuseWhenFull()
  const isRight = await isPassword(attempt.password, user?.passwordHash ?? null, tries.count)
  if (!isRight || !user) throw new DomainError('invalid_credentials')
  await tries.forgive()
  if (!user.isEmailVerified) await refuseUnverified(deps, attempt, user)
  const token = await startSession(db.reader, user, attempt.rememberMe)
  if (token === null) throw new DomainError('invalid_credentials')
  return { user, token }
}

const failuresKey = (userId: number) => `login:${userId}`

/** Forgets the failed logins of an account, e.g. once it has a new password. */
export async function forgiveFailures(tx: Tx, userId: number): Promise<void> {
  await clearEvents(tx, failuresKey(userId))
}

/**
 * The two counters of an attempt. It counts as a failure from the moment its password is looked at, so that no burst
 * of guesses gets past the limits; a right password is given back. The few attempts that are looked at in one moment
 * are all that right passwords can be ahead of it.
 */
function openTries({ db, limits }: LoginDeps, key: { account: string; address: string }) {
  const perAddress: Rate = { max: limits.loginFailuresPerAddress, windowSeconds: addressWindowSeconds }
  let ofAddress: Reservation | undefined
  return {
    /** Spares a refused attempt its wait for the hash. */
    async refuseWhenFull() {
      await refuseWhenFull(db.reader, key.account, failuresPerAccount.max)
      await refuseWhenFull(db.reader, key.address, perAddress.max)
    },
    count: () =>
      db.transact(async (tx) => {
        await reserveEvent(tx, key.account, failuresPerAccount)
        ofAddress = await reserveEvent(tx, key.address, perAddress)
      }),
    async forgive() {
      await clearEvents(db.reader, key.account)
      if (ofAddress) await giveBack(db.reader, ofAddress)
    },
  }
}

async function refuseUnverified(deps: LoginDeps, attempt: LoginAttempt, user: FoundUser): Promise<never> {
  await deps.db.transact(async (tx) => {
    if (await hasLiveCode(tx, user.id, 'email')) return
    const owner = codeOwner(user, attempt.tenant?.companyName)
    await sendCode(tx, deps.secrets, owner, 'email', user.email)
  })
  throw new DomainError('email_unverified', { extra: { username: user.username, tempEmail: user.email } })
}

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
import { findKnownBrowser, rememberBrowser } from './known-browsers.ts'
import { type AddressLimits, loginFailuresPerAccount } from './limits.ts'
import { foldUsername } from './names.ts'
import { isPassword } from './passwords.ts'
import { startSession } from './sessions.ts'

export interface LoginAttempt {
  tenant: { id: number; companyName: string } | null
  usernameOrEmail: string
  password: string
  rememberMe: boolean
  address: string
  /** The cookie of a browser that signed in before. */
  browserToken: string | undefined
}

export interface LoginDeps {
  db: Database
  secrets: Secrets
  limits: AddressLimits
}

/**
 * Checks a password and starts a session, answering its token and the one by which the browser is known from now on.
 * @throws DomainError `invalid_credentials`, `email_unverified` (only after a right password), or `rate_limited`
 * after too many failures of the account or the address; a pause ends by itself.
 */
export async function logIn(
  deps: LoginDeps,
  attempt: LoginAttempt,
): Promise<{ user: FoundUser; token: string; browserToken: string }> {
  const { db } = deps
  const tenantId = attempt.tenant?.id ?? null
  const user = await findByLogin(db.reader, tenantId, attempt.usernameOrEmail)
  const browserId = await findKnownBrowser(db.reader, attempt.browserToken, user?.id)
  const account = user
    ? failuresKey(user.id)
    : `login:${tenantId ?? 'admin'}:${foldUsername(attempt.usernameOrEmail)}`
  const tries = openTries(deps, browserId === null ? { account, address: attempt.address } : { browserId })
  await tries.refuseWhenFull()
  const isRight = await isPassword(attempt.password, user?.passwordHash ?? null, tries)
  if (!isRight || !user) throw new DomainError('invalid_credentials')
  if (!user.isEmailVerified) await refuseUnverified(deps, attempt, user)
  return db.transact(async (tx) => {
    const token = await startSession(tx, user, attempt.rememberMe)
    if (token === null) throw new DomainError('invalid_credentials')
    return { user, token, browserToken: await rememberBrowser(tx, user.id, attempt.browserToken) }
  })
}

const failuresKey = (userId: number) => `login:${userId}`

/** Forgets the failed logins of an account, e.g. once it has a new password. */
export async function forgiveFailures(tx: Tx, userId: number): Promise<void> {
  await clearEvents(tx, failuresKey(userId))
}

/** Who tries: a browser that its user signed in with before, or anybody at an account. */
type Guesser = { browserId: number } | { account: string; address: string }

/**
 * The counters of an attempt. A browser that is known to the account has one of its own (a "device cookie"): what
 * strangers guess does not keep it out, and what it guesses is limited as theirs is. All others share that of the
 * account, and each address has another for all accounts.
 *
 * An attempt counts as a failure from the moment its password is looked at, so that no burst of guesses gets past the
 * limits; a right password is given back in the same turn, so that the few attempts that are looked at in one moment are
 * all that right passwords can be ahead of it.
 */
function openTries({ db, limits }: LoginDeps, guesser: Guesser) {
  const own = {
    key: 'browserId' in guesser ? `login-browser:${guesser.browserId}` : guesser.account,
    rate: loginFailuresPerAccount,
  }
  const ofAddress: { key: string; rate: Rate } | null =
    'browserId' in guesser
      ? null
      : {
          key: `login-address:${guesser.address}`,
          rate: limits.loginFailures,
        }
  let reserved: Reservation | undefined
  return {
    /** Spares a refused attempt its wait for the hash. */
    async refuseWhenFull() {
      await refuseWhenFull(db.reader, own.key, own.rate.max)
      if (ofAddress) await refuseWhenFull(db.reader, ofAddress.key, ofAddress.rate.max)
    },
    admit: () =>
      db.transact(async (tx) => {
        await reserveEvent(tx, own.key, own.rate)
        if (ofAddress) reserved = await reserveEvent(tx, ofAddress.key, ofAddress.rate)
      }),
    async forgive() {
      await clearEvents(db.reader, own.key)
      if (reserved) await giveBack(db.reader, reserved)
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

import type { identity } from '@almanac/contract'
import type { Answer, Body, Query } from '@almanac/contract/endpoint'
import { sql } from 'kysely'
import { type Database, type Tx, violatedUnique } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import { hashToken, newSessionToken } from '../../platform/http/session.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { notifyOfEmail } from './change-notices.ts'
import { tryCode } from './codes.ts'
import { findByUsername } from './find-user.ts'
import type { CodePurpose } from './tables.ts'

export interface CodeDeps {
  db: Database
  secrets: Secrets
}

const resetSeconds = 900

/**
 * Verifies a code: an e-mail or SMS code makes its address the user's own, a password code answers the
 * single-use token of the reset. @throws DomainError `invalid_short_code`.
 */
export async function verifyCode(
  { db, secrets }: CodeDeps,
  body: Body<typeof identity.verifyShortCode>,
  address: string,
): Promise<Answer<typeof identity.verifyShortCode>> {
  const [purpose, code] = purposeOf(body)
  const user = await findByUsername(db.reader, body.username)
  const attempt = { username: body.username, userId: user?.id ?? null, purpose, code, address }
  const message = 'OTP verification is successful.'
  if (purpose === 'password') {
    const verificationToken = newSessionToken()
    await tryCode(db, secrets, attempt, (tx, { userId }) => openReset(tx, userId, verificationToken))
    return { message, verificationToken }
  }
  const adopt = purpose === 'email' ? adoptEmail : adoptSmsNumber
  await tryCode(db, secrets, attempt, adopt).catch((error: unknown) => {
    // Another account of the tenant verified the same address first.
    throw violatedUnique(error) ? new DomainError('invalid_short_code') : error
  })
  return { message }
}

function purposeOf(body: Body<typeof identity.verifyShortCode>): [CodePurpose, string] {
  if (body.emailToken !== undefined) return ['email', body.emailToken]
  if (body.smsPhoneNumberToken !== undefined) return ['smsPhoneNumber', body.smsPhoneNumberToken]
  return ['password', body.passwordToken ?? '']
}

async function openReset(tx: Tx, userId: number, token: string): Promise<void> {
  await tx
    .insertInto('passwordResets')
    .values({
      tokenHash: hashToken(token),
      userId,
      expiresAt: sql<Date>`now() + make_interval(secs => ${resetSeconds})`,
    })
    .execute()
}

interface Proven {
  userId: number
  /** The address or number that the code was sent to. */
  target: string
}

/**
 * The address may have been changed again since the code went out: only what the code proves is adopted, and takes letters
 * again. The one that was the user's own until now is told.
 * @throws DomainError `invalid_short_code` where that address waits no longer.
 */
async function adoptEmail(tx: Tx, { userId, target }: Proven): Promise<void> {
  const { rows } = await sql<{ email: string; isEmailVerified: boolean }>`
    update users set email = ${target}, is_email_verified = true,
      email_bounces = 0, email_bounced_at = null, email_dead_at = null,
      pending_email = case when users.pending_email = ${target} then null else users.pending_email end
    from (select id, email, is_email_verified from users where id = ${userId} for update) as old
    where users.id = old.id
      and (users.pending_email = ${target} or (users.email = ${target} and (not users.is_email_verified or users.email_dead_at is not null)))
    returning old.email, old.is_email_verified
  `.execute(tx)
  const [old] = rows
  if (!old) throw new DomainError('invalid_short_code')
  if (old.isEmailVerified && old.email !== target) await notifyOfEmail(tx, userId, old.email)
}

/** @throws DomainError `invalid_short_code` where that number waits no longer. */
async function adoptSmsNumber(tx: Tx, { userId, target }: Proven): Promise<void> {
  const { numAffectedRows } = await sql`
    update users set sms_phone_number = ${target}, pending_sms_phone_number = null, sms_opted_out_at = null
    where id = ${userId} and pending_sms_phone_number = ${target}
  `.execute(tx)
  if (numAffectedRows !== 1n) throw new DomainError('invalid_short_code')
}

/** Says whether a password code is good, without using it up. @throws DomainError `invalid_short_code`. */
export async function checkCode(
  { db, secrets }: CodeDeps,
  query: Query<typeof identity.checkShortCode>,
  address: string,
): Promise<{ message: string }> {
  const user = await findByUsername(db.reader, query.username)
  await tryCode(db, secrets, {
    username: query.username,
    userId: user?.id ?? null,
    purpose: 'password',
    code: query.passwordToken,
    address,
  })
  return { message: 'Verification Code is valid' }
}

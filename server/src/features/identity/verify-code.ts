import type { identity } from '@almanac/contract'
import type { Answer, Body, Query } from '@almanac/contract/endpoint'
import { sql } from 'kysely'
import { type Database, type Tx, violatedUnique } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import { hashToken, newSessionToken } from '../../platform/http/session.ts'
import type { Secrets } from '../../platform/secrets.ts'
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
  await tryCode(db, secrets, attempt, (tx, proven) => adoptAddress(tx, purpose, proven)).catch(
    (error: unknown) => {
      // Another account of the tenant verified the same address first.
      throw violatedUnique(error) ? new DomainError('invalid_short_code') : error
    },
  )
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

/**
 * The address may have been changed again since the code went out: only what the code proves is adopted.
 * @throws DomainError `invalid_short_code` where that address waits no longer.
 */
async function adoptAddress(
  tx: Tx,
  purpose: CodePurpose,
  { userId, target }: { userId: number; target: string },
): Promise<void> {
  const adopt =
    purpose === 'email'
      ? sql`
          update users set email = ${target}, is_email_verified = true,
            pending_email = case when pending_email = ${target} then null else pending_email end
          where id = ${userId} and (pending_email = ${target} or (email = ${target} and not is_email_verified))
        `
      : sql`
          update users set sms_phone_number = ${target}, pending_sms_phone_number = null, sms_opted_out_at = null
          where id = ${userId} and pending_sms_phone_number = ${target}
        `
  const { numAffectedRows } = await adopt.execute(tx)
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

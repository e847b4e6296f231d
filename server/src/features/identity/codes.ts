import { randomInt, timingSafeEqual } from 'node:crypto'
import { limits } from '@almanac/contract/limits'
import { sql } from 'kysely'
import type { Database, Reader, Tx } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import {
  clearEvents,
  countEvent,
  fillWindow,
  giveBack,
  noteEvent,
  reserveEvent,
} from '../../platform/rate-limit.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { expireMessagesSql, hasWaited, queueMessage } from '../messages/index.ts'
import { codeLimits } from './limits.ts'
import { foldUsername } from './names.ts'
import type { CodePurpose } from './tables.ts'

export interface CodeOwner {
  userId: number
  username: string
  tenantId: number | null
  companyName: string
}

const pauseKey = (purpose: CodePurpose, username: string) => `code-pause:${purpose}:${foldUsername(username)}`

/** Tries since a name was last sent a code. It refuses nothing, and is kept of unknown names alike. */
const usedKey = (purpose: CodePurpose, username: string) => `code-used:${purpose}:${foldUsername(username)}`

/** A code that somebody asks for has all its tries, whether the name is known or not. */
export async function renewTries(tx: Tx, purpose: CodePurpose, username: string): Promise<void> {
  await clearEvents(tx, usedKey(purpose, username))
}

/** Counts a code that somebody asks for. @throws DomainError `rate_limited` from the sixth in an hour on. */
export async function countCode(tx: Tx, purpose: CodePurpose, username: string): Promise<void> {
  await countEvent(tx, `code-hour:${purpose}:${foldUsername(username)}`, codeLimits.perHour)
}

/** Begins the pause before a code can be sent again. @throws DomainError `rate_limited` while one lasts. */
export async function beginPause(tx: Tx, purpose: CodePurpose, username: string): Promise<void> {
  await countEvent(tx, pauseKey(purpose, username), codeLimits.pause)
}

/** Sends a code as `makeCode` does, after which the pause begins anew. */
export async function sendCode(
  tx: Tx,
  secrets: Secrets,
  owner: CodeOwner,
  purpose: CodePurpose,
  target: string,
): Promise<void> {
  await fillWindow(tx, pauseKey(purpose, owner.username), codeLimits.pause)
  await makeCode(tx, secrets, owner, purpose, target)
}

/** Codes usually leave within a few seconds. */
const delayedAfterSeconds = 30

/** Whether codes of a purpose leave late at the moment: their mail host, or the SMS provider, does not take them. */
export function areCodesDelayed(reader: Reader | Tx, purpose: CodePurpose): Promise<boolean> {
  return hasWaited(reader, purpose === 'smsPhoneNumber' ? 'sms' : 'code-mail', delayedAfterSeconds)
}

/** Makes a new code, voids the old one, and queues it to its address: an e-mail address or an E.164 number. */
export async function makeCode(
  tx: Tx,
  secrets: Secrets,
  owner: CodeOwner,
  purpose: CodePurpose,
  target: string,
): Promise<void> {
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0')
  await voidCode(tx, owner.userId, purpose)
  const isSms = purpose === 'smsPhoneNumber'
  const messageId = await queueMessage(tx, {
    tenantId: owner.tenantId,
    channel: isSms ? 'sms' : 'email',
    recipient: target,
    subject: `${code} is your ${owner.companyName} verification code`,
    ...(isSms
      ? {
          paragraphs: [
            `${code} is your ${owner.companyName} verification code. It is good for ${limits.codeLifeMinutes} minutes.`,
          ],
        }
      : {
          figure: code,
          paragraphs: [codeSentence(purpose), 'If you did not ask for it, you can ignore this email.'],
        }),
    companyName: owner.companyName,
    codeLifeSeconds: codeLimits.lifeSeconds,
  })
  await tx
    .insertInto('oneTimeCodes')
    .values({
      userId: owner.userId,
      purpose,
      target,
      codeHash: hashCode(secrets, owner.userId, purpose, code),
      expiresAt: sql<Date>`now() + make_interval(secs => ${codeLimits.lifeSeconds})`,
      messageId,
    })
    .execute()
  await renewTries(tx, purpose, owner.username)
}

/** Ends the code of a purpose, if there is one; where it has not left yet, it never does. */
export async function voidCode(tx: Tx, userId: number, purpose: CodePurpose): Promise<void> {
  await sql`
    with ended as (
      update one_time_codes set ended_at = now()
      where user_id = ${userId} and purpose = ${purpose} and ended_at is null
      returning message_id
    )
    ${expireMessagesSql(sql`select message_id from ended`)}
  `.execute(tx)
}

function codeSentence(purpose: CodePurpose): string {
  const use = purpose === 'password' ? 'set a new password' : 'verify your email'
  return `Enter this code to ${use}. It is good for ${limits.codeLifeMinutes} minutes.`
}

function hashCode(secrets: Secrets, userId: number, purpose: CodePurpose, code: string): Buffer {
  return secrets.hmac('one-time-code', `${userId}:${purpose}:${code}`)
}

/** Whether a live code of this purpose has been sent, so that another need not be. */
export async function hasLiveCode(tx: Tx, userId: number, purpose: CodePurpose): Promise<boolean> {
  const { rows } = await sql`
    select 1 from one_time_codes where user_id = ${userId} and purpose = ${purpose}
      and ended_at is null and expires_at > now() and tries < ${codeLimits.triesMax}
  `.execute(tx)
  return rows.length > 0
}

export interface CodeTry {
  username: string
  /** Null where there is no such user: the try then costs the same and fails the same. */
  userId: number | null
  purpose: CodePurpose
  code: string
  /** The client's. */
  address: string
}

/**
 * Tries a code. Each try counts against the code, and a wrong one against two days of twenty: that of the name and the
 * client's address, and, where there was a live code to guess at, that of the account. So nobody guesses more than
 * twenty times a day at an account's codes, and nobody pauses an account of which no code is on its way.
 * `use` is what a right code is for, in the same transaction; without it the code is only checked and stays usable.
 * A name whose tries are used up is told so, whatever was tried and whether there is such a user.
 * @throws DomainError `invalid_short_code`, `short_code_used_up`, or `rate_limited` after the day's tries.
 */
export async function tryCode(
  db: Database,
  secrets: Secrets,
  attempt: CodeTry,
  use?: (tx: Tx, proven: { userId: number; target: string }) => Promise<void>,
): Promise<void> {
  const name = foldUsername(attempt.username)
  const userId = attempt.userId ?? 0
  const expected = hashCode(secrets, userId, attempt.purpose, attempt.code)
  let tries = 0
  const isRight = await db.transact(async (tx) => {
    const ofAddress = await reserveEvent(
      tx,
      `code-tries-from:${attempt.address}:${name}`,
      codeLimits.triesPerDay,
    )
    const code = await takeLiveCode(tx, userId, attempt.purpose)
    const ofAccount = await reserveEvent(
      tx,
      `code-tries:${attempt.userId ?? name}`,
      codeLimits.triesPerDay,
      code ? 1 : 0,
    )
    const used = await noteEvent(tx, usedKey(attempt.purpose, name), codeLimits.tries)
    tries = used.count
    const isEqual = timingSafeEqual(code?.codeHash ?? Buffer.alloc(expected.length), expected)
    if (!code || !isEqual) return false
    await giveBack(tx, ofAddress)
    await giveBack(tx, ofAccount)
    if (use) {
      await voidCode(tx, userId, attempt.purpose)
      await use(tx, { userId, target: code.target })
    }
    return true
  })
  if (!isRight)
    throw new DomainError(tries < codeLimits.triesMax ? 'invalid_short_code' : 'short_code_used_up')
}

/** The code that can still be tried, with this try counted. */
async function takeLiveCode(tx: Tx, userId: number, purpose: CodePurpose) {
  const { rows } = await sql<{ codeHash: Buffer; target: string }>`
    update one_time_codes set tries = tries + 1
    where user_id = ${userId} and purpose = ${purpose}
      and ended_at is null and expires_at > now() and tries < ${codeLimits.triesMax}
    returning code_hash, target
  `.execute(tx)
  return rows[0]
}

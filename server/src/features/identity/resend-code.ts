import type { identity } from '@almanac/contract'
import type { Body } from '@almanac/contract/endpoint'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'
import { countEvent } from '../../platform/rate-limit.ts'
import { wakeJob } from '../../platform/wakeups.ts'
import { areCodesDelayed, beginPause, countCode, makeCode, renewTries } from './codes.ts'
import { codeOwner, findByUsername } from './find-user.ts'
import type { AddressLimits } from './limits.ts'
import { foldUsername } from './names.ts'
import type { CodePurpose } from './tables.ts'
import type { CodeDeps } from './verify-code.ts'

export const sendRequestedCodesJob = 'send-requested-codes'

/**
 * Asks for a new code: 30 s after the last one, five times an hour for a user and for an address (decision T4). Only the
 * request is written here, so that unknown users are answered as known ones, in the same time; a refused one counts for
 * nothing. While codes leave late, those that expire before they leave do not use up the hour: only the pause holds, and a wider
 * limit of the address.
 * @throws DomainError `rate_limited`.
 */
export async function requestCode(
  { db, limits }: CodeDeps & { limits: AddressLimits },
  body: Body<typeof identity.resendShortCode>,
  address: string,
): Promise<{ message: string }> {
  const username = foldUsername(body.username)
  await db.transact(async (tx) => {
    await beginPause(tx, body.otpType, username)
    if (await areCodesDelayed(tx, body.otpType)) {
      await countEvent(tx, `late-code-address:${address}`, { ...limits.codes, max: 10 * limits.codes.max })
    } else {
      await countCode(tx, body.otpType, username)
      await countEvent(tx, `code-address:${address}`, limits.codes)
    }
    await renewTries(tx, body.otpType, username)
    await tx.insertInto('codeRequests').values({ username, purpose: body.otpType }).execute()
    await wakeJob(tx, sendRequestedCodesJob)
  })
  return { message: 'Verification Code resend is successful' }
}

const batchSize = 20

/** Sends the codes that were asked for; a request by an unknown name is dropped. Answers how many were handled. */
export async function sendRequestedCodes({ db, secrets }: CodeDeps): Promise<number> {
  return db.transact(async (tx) => {
    const requests = await takeRequests(tx)
    for (const { username, purpose } of requests) {
      const user = await findByUsername(tx, username)
      const target = user && targetOf(user, purpose)
      if (!user || !target) continue
      await makeCode(tx, secrets, codeOwner(user, user.companyName), purpose, target)
    }
    return requests.length
  })
}

async function takeRequests(tx: Tx): Promise<{ username: string; purpose: CodePurpose }[]> {
  const { rows } = await sql<{ username: string; purpose: CodePurpose }>`
    delete from code_requests where id in (
      select id from code_requests order by id limit ${batchSize} for update skip locked
    ) returning username, purpose
  `.execute(tx)
  return rows
}

type KnownUser = NonNullable<Awaited<ReturnType<typeof findByUsername>>>

function targetOf(user: KnownUser, purpose: CodePurpose): string | null {
  if (purpose === 'smsPhoneNumber') return user.pendingSmsPhoneNumber
  if (purpose === 'password') return user.email
  return user.pendingEmail ?? (user.isEmailVerified && !user.emailDeadAt ? null : user.email)
}

import { isNorthAmericanCountry } from '@almanac/contract/fields'
import { sql } from 'kysely'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { writeAudit } from '../../platform/audit.ts'
import type { Tx } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import type { Session } from '../../platform/http/session.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { type CodeOwner, countCode, hasLiveCode, sendCode, voidCode } from './codes.ts'
import { takenName } from './names.ts'
import type { CodeDeps } from './verify-code.ts'

export interface ProfileChange {
  fullName: string
  email: string
  contactNumber: string
  timeZone?: string
  /** Null removes the number; undefined leaves it. */
  smsPhoneNumber?: string | null
  defaultCategoryId?: number
  /** The path of a picture that is already stored. */
  profilePic?: string
}

type ProfileOwner = Omit<CodeOwner, 'username'> & { role: Session['role'] }

export interface ProfileOutcome {
  needEmailVerification: boolean
  needSmsPhoneNumberVerification: boolean
  /** The path of the picture that another took the place of. */
  replacedPicture: string | null
}

/**
 * Saves a user's own profile. A changed address or number stays pending, the old one working, until the code that
 * this call sends is verified (decision T8). @throws DomainError `email_taken`, `rate_limited`.
 */
export async function updateProfile(
  { db, secrets }: CodeDeps,
  owner: ProfileOwner,
  change: ProfileChange,
): Promise<ProfileOutcome> {
  return db.transact(async (tx) => {
    const { before, ...outcome } = await changeProfile(tx, secrets, owner, change)
    if (owner.role !== 'consumer') {
      const { tenantId, userId } = owner
      const subject = `user:${userId}`
      await writeAudit(tx, {
        tenantId,
        actor: owner,
        action: 'update-profile',
        subject,
        before,
        after: change,
      })
    }
    return outcome
  })
}

/** The same within the transaction of whoever changes it, who leaves the audit row. */
export async function changeProfile(
  tx: Tx,
  secrets: Secrets,
  owner: Omit<ProfileOwner, 'role'>,
  change: ProfileChange,
) {
  const current = await tx
    .selectFrom('users')
    .select([
      'username',
      'email',
      'pendingEmail',
      'smsPhoneNumber',
      'pendingSmsPhoneNumber',
      'fullName',
      'contactNumber',
      'timeZone',
      'profilePic',
    ])
    .where('id', '=', owner.userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await refuseTakenEmail(tx, owner, change.email)
  const isSameEmail = change.email.toLowerCase() === current.email.toLowerCase()
  const sms = pendingNumber(current.smsPhoneNumber, change.smsPhoneNumber)
  const { email: _, smsPhoneNumber: __, ...plain } = change
  await tx
    .updateTable('users')
    .set({ ...plain, ...sms.columns, pendingEmail: isSameEmail ? null : change.email })
    .where('id', '=', owner.userId)
    .execute()
    .catch((error: unknown) => {
      throw takenName(error) ?? error
    })
  const pending = { email: current.pendingEmail, smsPhoneNumber: current.pendingSmsPhoneNumber }
  const send = async (purpose: 'email' | 'smsPhoneNumber', target: string) => {
    // Saving something else while an address waits for its code must not cost another code.
    if (target === pending[purpose] && (await hasLiveCode(tx, owner.userId, purpose))) return
    await countCode(tx, purpose, current.username)
    await sendCode(tx, secrets, { ...owner, username: current.username }, purpose, target)
  }
  // The code of an address that is withdrawn would prove nothing any more.
  if (isSameEmail) await voidCode(tx, owner.userId, 'email')
  else await send('email', change.email)
  if (sms.toVerify) await send('smsPhoneNumber', sms.toVerify)
  else if (change.smsPhoneNumber !== undefined) await voidCode(tx, owner.userId, 'smsPhoneNumber')
  const { email, fullName, contactNumber, timeZone, profilePic } = current
  return {
    before: { email, fullName, contactNumber, timeZone, profilePic },
    needEmailVerification: !isSameEmail,
    needSmsPhoneNumberVerification: sms.toVerify !== null,
    replacedPicture: change.profilePic === undefined ? null : current.profilePic,
  }
}

async function refuseTakenEmail(
  tx: Tx,
  owner: Pick<ProfileOwner, 'tenantId' | 'userId'>,
  email: string,
): Promise<void> {
  const other = await tx
    .selectFrom('users')
    .select('id')
    .where('tenantId', owner.tenantId === null ? 'is' : '=', owner.tenantId)
    .where('id', '!=', owner.userId)
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .executeTakeFirst()
  if (other) throw new DomainError('email_taken')
}

function pendingNumber(current: string | null, wanted: string | null | undefined) {
  if (wanted === undefined) return { columns: {}, toVerify: null }
  if (wanted === null) {
    return {
      columns: { smsPhoneNumber: null, pendingSmsPhoneNumber: null, smsOptedOutAt: null },
      toVerify: null,
    }
  }
  if (wanted === current) return { columns: { pendingSmsPhoneNumber: null }, toVerify: null }
  return { columns: { pendingSmsPhoneNumber: wanted }, toVerify: wanted }
}

/**
 * Normalises an SMS number to E.164; an empty one is null.
 * @throws DomainError `invalid_sms_phone_number` unless it is a number of the United States, its territories or Canada:
 * the code +1 alone is shared with other countries.
 */
export function normaliseSmsNumber(text: string): string | null {
  if (text.trim() === '') return null
  const number = parsePhoneNumberFromString(text, 'US')
  if (!number?.isValid() || !isNorthAmericanCountry(number.country))
    throw new DomainError('invalid_sms_phone_number')
  return number.number
}

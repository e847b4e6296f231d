import { isNorthAmericanCountry } from '@almanac/contract/fields'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { writeAudit } from '../../platform/audit.ts'
import type { Tx } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import type { Session } from '../../platform/http/session.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { announceChanges, reportsChanged } from '../../platform/wakeups.ts'
import { changeTenant, holdTenant } from '../tenants/index.ts'
import {
  addressColumns,
  changeAddresses,
  type NeededCodes,
  type WantedAddresses,
} from './change-addresses.ts'
import type { CodeOwner } from './codes.ts'
import type { CodeDeps } from './verify-code.ts'

export interface ProfileChange extends WantedAddresses {
  fullName: string
  contactNumber: string
  timeZone?: string
  defaultCategoryId?: number
  /** The path of a picture that is already stored. */
  profilePic?: string
}

type ProfileOwner = Omit<CodeOwner, 'username'> & { role: Session['role'] }

export interface ProfileOutcome extends NeededCodes {
  /** The path of the picture that another took the place of. */
  replacedPicture: string | null
}

/**
 * Saves a user's own profile. A changed address or number stays pending, the old one working, until the code that
 * this call sends is verified (decision T8). An operator's zone is the tenant's. @throws DomainError `email_taken`, `rate_limited`.
 */
export async function updateProfile(
  { db, secrets }: CodeDeps,
  owner: ProfileOwner,
  change: ProfileChange,
): Promise<ProfileOutcome> {
  return db.transact(async (tx) => {
    const zone = await moveTenant(tx, owner, change.timeZone)
    const { before, ...outcome } = await changeProfile(tx, secrets, owner, change)
    if (owner.role !== 'consumer') {
      const { tenantId, userId } = owner
      const subject = `user:${userId}`
      await writeAudit(tx, {
        tenantId,
        actor: owner,
        action: 'update-profile',
        subject,
        before: { ...before, ...(zone && { timeZone: zone.before }) },
        after: change,
      })
    }
    return outcome
  })
}

/**
 * The profile of an operator is that of the company: its zone is the tenant's. Comes before the user is changed, as who
 * writes both holds the tenant first. Answers the zone that the tenant had, or null for others than operators.
 */
async function moveTenant(
  tx: Tx,
  { role, tenantId }: ProfileOwner,
  timeZone: string | undefined,
): Promise<{ before: string } | null> {
  if (role !== 'customer' || tenantId === null || timeZone === undefined) return null
  const { timeZone: before } = await holdTenant(tx, tenantId)
  if (before === timeZone) return { before }
  await changeTenant(tx, tenantId, { timeZone })
  await announceChanges(tx, [
    { topic: 'profile', tenantId },
    // Days begin and end at other moments, for what was sold as for what is scheduled.
    reportsChanged(tenantId),
    { topic: 'texts', tenantId, role: 'customer' },
    { topic: 'customers', tenantId: null, role: 'admin' },
  ])
  return { before }
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
    .select(['username', 'fullName', 'contactNumber', 'timeZone', 'profilePic', ...addressColumns])
    .where('id', '=', owner.userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const { email: wantedEmail, smsPhoneNumber, ...plain } = change
  await tx.updateTable('users').set(plain).where('id', '=', owner.userId).execute()
  const named = { ...owner, username: current.username }
  const needed = await changeAddresses(tx, secrets, named, current, {
    email: wantedEmail,
    ...(smsPhoneNumber !== undefined && { smsPhoneNumber }),
  })
  const { email, fullName, contactNumber, timeZone, profilePic } = current
  return {
    ...needed,
    before: { email, fullName, contactNumber, timeZone, profilePic },
    replacedPicture: change.profilePic === undefined ? null : profilePic,
  }
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

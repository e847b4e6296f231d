import { sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { type CodeOwner, countCode, hasLiveCode, sendCode, voidCode } from './codes.ts'
import { takenName } from './names.ts'

/** What a user's address and number are, and what waits for its code. */
export interface Addresses {
  email: string
  isEmailVerified: boolean
  pendingEmail: string | null
  /** E.164, as the pending one. */
  smsPhoneNumber: string | null
  pendingSmsPhoneNumber: string | null
}

/** The columns of `Addresses`. */
export const addressColumns = [
  'email',
  'isEmailVerified',
  'pendingEmail',
  'smsPhoneNumber',
  'pendingSmsPhoneNumber',
] as const

export interface WantedAddresses {
  email: string
  /** Null removes the number; undefined leaves it. */
  smsPhoneNumber?: string | null
}

/** Which codes went out. */
export interface NeededCodes {
  needEmailVerification: boolean
  needSmsPhoneNumberVerification: boolean
}

/**
 * Changes the address and number of a user whose row is locked: a new one stays pending, the old one working, until the
 * code that is sent to it here is entered (decision T8). One that waits already is sent no other code while its own lives.
 * @throws DomainError `email_taken`, `rate_limited`.
 */
export async function changeAddresses(
  tx: Tx,
  secrets: Secrets,
  owner: CodeOwner,
  current: Addresses,
  wanted: WantedAddresses,
): Promise<NeededCodes> {
  await refuseTakenEmail(tx, owner, wanted.email)
  const isSameEmail = wanted.email.toLowerCase() === current.email.toLowerCase()
  const sms = pendingNumber(current.smsPhoneNumber, wanted.smsPhoneNumber)
  await tx
    .updateTable('users')
    .set({ ...sms.columns, pendingEmail: isSameEmail ? null : wanted.email })
    .where('id', '=', owner.userId)
    .execute()
    .catch((error: unknown) => {
      // Somebody else was quicker than the look at it.
      throw takenName(error) ?? error
    })
  const pending = { email: current.pendingEmail, smsPhoneNumber: current.pendingSmsPhoneNumber }
  const send = async (purpose: 'email' | 'smsPhoneNumber', target: string) => {
    // Saving something else while an address waits for its code must not cost another code.
    if (target === pending[purpose] && (await hasLiveCode(tx, owner.userId, purpose))) return
    await countCode(tx, purpose, owner.username)
    await sendCode(tx, secrets, owner, purpose, target)
  }
  if (!isSameEmail) await send('email', wanted.email)
  // The code of an address that is withdrawn would prove nothing any more; that of a sign-up still does.
  else if (current.isEmailVerified || current.pendingEmail) await voidCode(tx, owner.userId, 'email')
  if (sms.toVerify) await send('smsPhoneNumber', sms.toVerify)
  else if (wanted.smsPhoneNumber !== undefined) await voidCode(tx, owner.userId, 'smsPhoneNumber')
  return { needEmailVerification: !isSameEmail, needSmsPhoneNumberVerification: sms.toVerify !== null }
}

async function refuseTakenEmail(tx: Tx, owner: CodeOwner, email: string): Promise<void> {
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

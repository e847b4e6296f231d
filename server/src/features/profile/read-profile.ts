import type { AdminProfile, ConsumerProfile, CustomerProfile } from '@almanac/contract/profile'
import type { Reader } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import { autoPurchasePackageName } from '../auto-purchase/index.ts'
import { receivedCategories } from '../subscriptions/index.ts'

function readUser(reader: Reader, userId: number) {
  return (
    reader
      .selectFrom('users')
      // One that was deleted is nobody's any more.
      .leftJoin('categories', (join) =>
        join.onRef('categories.id', '=', 'users.defaultCategoryId').on('categories.deletedAt', 'is', null),
      )
      .leftJoin('tenants', 'tenants.id', 'users.tenantId')
      .leftJoin('wallets', 'wallets.consumerId', 'users.id')
      .where('users.id', '=', userId)
      .where('users.deletedAt', 'is', null)
      .select([
        'users.username',
        'users.email',
        'users.fullName',
        'users.contactNumber',
        'users.profilePic',
        'users.passwordUpdatedAt',
        'users.pendingEmail',
        'users.smsPhoneNumber',
        'users.pendingSmsPhoneNumber',
        'users.smsOptedOutAt',
        'users.emailDeadAt',
        'users.timeZone',
        'tenants.timeZone as tenantZone',
        'categories.id as defaultCategoryId',
        'categories.name as defaultCategory',
        'tenants.thresholdToken',
        'wallets.balance',
      ])
      .select([autoPurchasePackageName.as('autoRenewPackage'), receivedCategories.as('subscriptions')])
      .executeTakeFirst()
  )
}

type UserRow = NonNullable<Awaited<ReturnType<typeof readUser>>>

async function requireUser(reader: Reader, userId: number): Promise<UserRow> {
  const row = await readUser(reader, userId)
  if (!row) throw new DomainError('unauthenticated')
  return row
}

function common(row: UserRow): AdminProfile {
  return {
    username: row.username,
    email: row.email,
    fullName: row.fullName,
    contactNumber: row.contactNumber,
    profilePic: row.profilePic,
    passwordLastUpdatedAt: row.passwordUpdatedAt.toISOString(),
    unverifiedEmail: row.pendingEmail,
  }
}

/** An admin's own profile. */
export async function readAdminProfile(reader: Reader, userId: number): Promise<AdminProfile> {
  return common(await requireUser(reader, userId))
}

/** An operator's own profile: that of the company, whose zone is the tenant's. */
export async function readCustomerProfile(reader: Reader, userId: number): Promise<CustomerProfile> {
  const row = await requireUser(reader, userId)
  return { ...common(row), timeZone: row.tenantZone }
}

/** A consumer's own profile with balance and subscriptions. */
export async function readConsumerProfile(reader: Reader, userId: number): Promise<ConsumerProfile> {
  const row = await requireUser(reader, userId)
  return {
    ...common(row),
    isEmailDead: row.emailDeadAt !== null,
    smsPhoneNumber: row.smsPhoneNumber,
    unverifiedSmsPhoneNumber: row.pendingSmsPhoneNumber,
    isSmsOptedOut: row.smsOptedOutAt !== null,
    timeZone: row.timeZone,
    defaultCategory: row.defaultCategory,
    defaultCategoryId: row.defaultCategoryId,
    autoRenewPackage: row.autoRenewPackage,
    tokenBalance: row.balance ?? 0,
    thresholdToken: row.thresholdToken ?? 0,
    subscriptions: row.subscriptions,
  }
}

import type { UserInfo } from '@almanac/contract/profile'
import { sql } from 'kysely'
import type { Reader } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import { loginIdOf, type Session } from '../../platform/http/session.ts'

/**
 * The signed-in user's info (first document, section 3); vault ids only as the word `set` (decision W8), and only
 * those of the payment provider's present account.
 * @throws DomainError `unauthenticated` when the user is gone.
 */
export async function readUserInfo(
  reader: Reader,
  { userId, tokenHash }: Session,
  account: string,
): Promise<UserInfo> {
  const user = await reader
    .selectFrom('users')
    .leftJoin('tenants', 'tenants.id', 'users.tenantId')
    .leftJoin('wallets', 'wallets.consumerId', 'users.id')
    .leftJoin('defaultPayments', (join) =>
      join.onRef('defaultPayments.consumerId', '=', 'users.id').on('defaultPayments.account', '=', account),
    )
    .where('users.id', '=', userId)
    .where('users.deletedAt', 'is', null)
    .select([
      'users.id',
      'users.role as type',
      'users.username',
      'users.fullName',
      'users.email',
      'users.profilePic',
      'users.defaultCategoryId',
      'users.smsPhoneNumber',
      'users.timeZone',
      'users.isTestAudioPlayed',
      'tenants.url as customerUrl',
      'tenants.logoPath as customerLogo',
      sql<number>`coalesce(wallets.balance, 0)`.as('tokenBalance'),
      'defaultPayments.kind as defaultPaymentKind',
    ])
    .executeTakeFirst()
  if (!user) throw new DomainError('unauthenticated')
  const { defaultPaymentKind, ...info } = user
  return {
    ...info,
    stripeId: defaultPaymentKind === 'card' ? 'set' : null,
    paypalPaymentToken: defaultPaymentKind === 'wallet' ? 'set' : null,
    loginId: loginIdOf(tokenHash),
  }
}
